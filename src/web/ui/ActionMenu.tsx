import { cloneElement } from 'react'
import { lazyNext, useRequestedPart } from '../lib/lazy.ts'
import type { MenuPanelProps } from './MenuPanel.tsx'

const MenuPanel = lazyNext(async () => (await import('./MenuPanel.tsx')).MenuPanel)

/** A button with a menu. The menu and its positioning code are 27 kB, so they load after the first page is shown. */
export function ActionMenu(props: MenuPanelProps) {
  const { state, request } = useRequestedPart(MenuPanel)
  const { button, buttonRef: ref } = props
  if (state === 'loaded') return <MenuPanel {...props} />
  if (state === 'loading') return cloneElement(button, { ref, loading: true })
  return cloneElement(button, { ref, 'aria-haspopup': 'menu', 'aria-expanded': false, onClick: request })
}
