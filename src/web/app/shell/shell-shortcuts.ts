import { useQueryClient } from '@tanstack/react-query'
import { useT } from '../../i18n/Language.tsx'
import { announce } from '../../ui/feedback/announce.ts'
import { useShortcut, useShortcutKeys } from '../../ui/focus/shortcuts.ts'
import { openPalette } from '../palette/open-palette.tsx'
import { openShortcuts } from './open-shortcuts.tsx'

/** The shortcuts of every page. */
export function useShellShortcuts(): void {
  const t = useT()
  const client = useQueryClient()
  useShortcutKeys()
  useShortcut('palette', openPalette)
  useShortcut('help', openShortcuts)
  useShortcut('refresh', () => {
    void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== '/api/session' })
    announce(t('shortcut.refreshing'))
  })
}
