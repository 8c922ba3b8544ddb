import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, type ComponentType } from 'react'
import { useT } from '../../i18n/Language.tsx'
import { lazyFeature, lazyNext } from '../../lib/lazy.ts'
import { useShortcut, useShortcutKeys } from '../../ui/focus/shortcuts.ts'
import { announce } from '../../ui/feedback/announce.ts'
import { hideOverlay, showOverlay, useOverlay } from '../../ui/focus/overlay.ts'

const overlays = {
  palette: lazyNext(async () => (await import('../palette/Palette.tsx')).Palette),
  shortcuts: lazyFeature(async () => (await import('./ShortcutDialog.tsx')).ShortcutDialog),
}
type Name = keyof typeof overlays

/** Palette and list of shortcuts, each fetched when first asked for, and the keys that ask. */
export function Overlays() {
  const t = useT()
  const client = useQueryClient()
  const wanted = useOverlay()
  const [loaded, setLoaded] = useState<Partial<Record<Name, ComponentType>>>({})
  useShortcutKeys()
  useShortcut('palette', () => showOverlay('palette'))
  useShortcut('help', () => showOverlay('shortcuts'))
  useShortcut('refresh', () => {
    void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
    announce(t('shortcut.refreshing'))
  })
  useEffect(() => {
    if (wanted === null) return
    const overlay = overlays[wanted]
    overlay
      .load()
      .then(() => setLoaded((known) => ({ ...known, [wanted]: overlay })))
      .catch(() => {
        // Nothing answers: the page and what is typed on it stay, and the banner says why.
        hideOverlay()
        announce(t('shell.unreachable'))
      })
  }, [wanted, t])
  return Object.entries(loaded).map(([name, Component]) => <Component key={name} />)
}
