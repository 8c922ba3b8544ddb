import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, type ComponentType } from 'react'
import { useT } from '../../i18n/Language.tsx'
import { lazyFeature, lazyNext, reportFailedLoad } from '../../lib/lazy.ts'
import { useShortcut, useShortcutKeys } from '../../ui/focus/shortcuts.ts'
import { announce } from '../../ui/feedback/announce.ts'
import { hideOverlay, showOverlay, useOverlay } from '../../ui/focus/overlay.ts'

const overlays = {
  palette: lazyNext(async () => (await import('../palette/Palette.tsx')).Palette),
  shortcuts: lazyFeature(async () => (await import('./ShortcutDialog.tsx')).ShortcutDialog),
}
type Name = keyof typeof overlays

/** The palette and the list of shortcuts, each mounted on first use, with the shortcuts that open them. */
export function Overlays() {
  const t = useT()
  const client = useQueryClient()
  const requested = useOverlay()
  const [loaded, setLoaded] = useState<Partial<Record<Name, ComponentType>>>({})
  useShortcutKeys()
  useShortcut('palette', () => showOverlay('palette'))
  useShortcut('help', () => showOverlay('shortcuts'))
  useShortcut('refresh', () => {
    void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
    announce(t('shortcut.refreshing'))
  })
  useEffect(() => {
    if (requested === null) return
    const overlay = overlays[requested]
    overlay
      .load()
      .then(() => setLoaded((known) => ({ ...known, [requested]: overlay })))
      .catch(() => {
        hideOverlay()
        reportFailedLoad({ what: 'part', retry: () => showOverlay(requested) })
      })
  }, [requested])
  return Object.entries(loaded).map(([name, Component]) => <Component key={name} />)
}
