import { lazyPart } from '../../lib/lazy.ts'
import { openDialog } from '../../ui/form/dialogs.tsx'
import type { LeaveDialogProps } from './LeaveDialog.tsx'
import type { RequestDialogProps } from './RequestDialog.tsx'

const RequestDialog = lazyPart(async () => (await import('./RequestDialog.tsx')).RequestDialog)
const LeaveDialog = lazyPart(async () => (await import('./LeaveDialog.tsx')).LeaveDialog)

/** Opens the dialog that requests a change of numbers, over any page. */
export function openRequest(props: Omit<RequestDialogProps, 'onClose'>): void {
  openDialog((close) => <RequestDialog {...props} onClose={close} />)
}

/** Opens the dialog for a person who leaves, over any page. */
export function openLeave(props: Omit<LeaveDialogProps, 'onClose'>): void {
  openDialog((close) => <LeaveDialog {...props} onClose={close} />)
}
