import { cloneElement, Suspense, useState } from 'react'
import { lazyNext } from '../lib/lazy.ts'
import type { MenuPanelProps } from './MenuPanel.tsx'

const MenuPanel = lazyNext(async () => (await import('./MenuPanel.tsx')).MenuPanel)

/** A button with a menu. The menu and its positioning code are 27 kB, so they load after the first page is shown. */
export function ActionMenu(props: MenuPanelProps) {
  const [isRequested, setRequested] = useState(false)
  const { button, buttonRef: ref } = props
  if (!isRequested)
    return cloneElement(button, {
      ref,
      'aria-haspopup': 'menu',
      'aria-expanded': false,
      onClick: () => setRequested(true),
    })
  return (
    <Suspense fallback={cloneElement(button, { ref, loading: true })}>
      <MenuPanel {...props} />
    </Suspense>
  )
}
