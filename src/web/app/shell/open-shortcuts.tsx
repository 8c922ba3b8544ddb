import { lazyPart } from '../../lib/lazy.ts'
import { openDialog } from '../../ui/form/dialogs.tsx'

const ShortcutDialog = lazyPart(async () => (await import('./ShortcutDialog.tsx')).ShortcutDialog)

/** Opens the list of shortcuts. */
export function openShortcuts(): void {
  openDialog((close) => <ShortcutDialog onClose={close} />)
}
