import { lazyPart } from '../../lib/lazy.ts'
import { openDialog } from '../../ui/form/dialogs.tsx'
import type { RequestDialogProps } from './RequestDialog.tsx'

const RequestDialog = lazyPart(async () => (await import('./RequestDialog.tsx')).RequestDialog)
const LeaveDialog = lazyPart(async () => (await import('./LeaveButton.tsx')).LeaveDialog)

/** Opens the dialog that requests a change of numbers, over any page. */
export const openRequest = (props: Omit<RequestDialogProps, 'onClose'>): void =>
  openDialog((close) => <RequestDialog {...props} onClose={close} />)

/** Opens the dialog for a person who leaves, with their number, over any page. */
export const openLeave = ({ name, ext }: { name: string; ext: string }): void =>
  openDialog((close) => <LeaveDialog name={name} numbers={[ext]} onClose={close} />)
