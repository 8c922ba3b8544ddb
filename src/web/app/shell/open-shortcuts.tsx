import { lazyPage } from '../../i18n/lazy-page.ts'
import { openDialog } from '../../ui/form/dialogs.tsx'

const ShortcutDialog = lazyPage(null, async () => (await import('./ShortcutDialog.tsx')).ShortcutDialog)

/** Opens the list of shortcuts. */
export const openShortcuts = (): void => openDialog((close) => <ShortcutDialog onClose={close} />)
