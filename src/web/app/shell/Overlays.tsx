import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useLayoutEffect } from 'react'
import { useT } from '../../i18n/Language.tsx'
import { reportFailedLoad } from '../../lib/failed-load.ts'
import { lazyPage } from '../../i18n/lazy-page.ts'
import { announce } from '../../ui/feedback/announce.ts'
import { ErrorBoundary } from '../../ui/feedback/ErrorBoundary.tsx'
import { hideOverlay, showOverlay, typeAhead, useOverlay } from '../../ui/focus/overlay.ts'
import { useShortcut, useShortcutKeys } from '../../ui/focus/shortcuts.ts'

const overlays = {
  palette: lazyPage(null, async () => (await import('../palette/Palette.tsx')).Palette),
  reserve: lazyPage(
    null,
    async () => (await import('../../entities/reservation/ReserveDialog.tsx')).ReserveDialog,
  ),
  shortcuts: lazyPage(null, async () => (await import('./ShortcutDialog.tsx')).ShortcutDialog),
}

/** Keeps what is typed while the palette loads, for its field. */
function TypedAhead() {
  useLayoutEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      typeAhead(event.key)
    }
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [])
  return null
}

/** The palette, the list of shortcuts and the dialog that reserves a number, with the shortcuts that open them. */
export function Overlays() {
  const t = useT()
  const client = useQueryClient()
  const overlay = useOverlay()
  useShortcutKeys()
  useShortcut('palette', () => showOverlay('palette'))
  useShortcut('help', () => showOverlay('shortcuts'))
  useShortcut('refresh', () => {
    void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
    announce(t('shortcut.refreshing'))
  })
  if (overlay === null) return null
  const Overlay = overlays[overlay]
  const onFault = () => {
    hideOverlay()
    reportFailedLoad({ what: 'part', retry: () => showOverlay(overlay) })
  }
  return (
    <ErrorBoundary key={overlay} instead={null} onFault={onFault}>
      <Suspense fallback={overlay === 'palette' && <TypedAhead />}>
        <Overlay />
      </Suspense>
    </ErrorBoundary>
  )
}
