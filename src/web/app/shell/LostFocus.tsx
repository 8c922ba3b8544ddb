import { useEffect } from 'react'

/** Parts that a screen reader can name, so that users hear where the focus is. */
const namedParts = '[role=dialog], section[aria-label], [role=region], h1'

function partsAround(element: Element): HTMLElement[] {
  const around = element.parentElement?.closest<HTMLElement>(namedParts) ?? null
  return around === null ? [] : [around, ...partsAround(around)]
}

function focusFirst(parts: readonly HTMLElement[]): void {
  const part = parts.find(({ isConnected }) => isConnected) ?? document.querySelector<HTMLElement>('h1')
  if (part === null) return
  // The property is -1 without the attribute too, but only the attribute lets the part take the focus.
  if (part.tabIndex < 0) part.tabIndex = -1
  part.focus({ preventScroll: true })
}

/**
 * When the focused element is removed, such as the button of a released number, moves the focus to the nearest named part around it;
 * when it was disabled for a while, such as the button of a running request, returns the focus to it. The browser would leave the
 * focus nowhere, and a screen reader would start again at the top of the page.
 */
export function LostFocus() {
  useEffect(() => {
    let focused: Element | null = null
    let parts: HTMLElement[] = []
    let wasDisabled = false
    const remember = ({ target }: FocusEvent) => {
      focused = target instanceof Element ? target : null
      parts = focused === null ? [] : partsAround(focused)
      wasDisabled = false
    }
    const isNowhere = () => document.activeElement === document.body
    const isLost = () => focused !== null && !focused.isConnected && isNowhere()
    const observer = new MutationObserver(() => {
      // A closing dialog returns the focus itself, a moment later.
      if (isLost()) requestAnimationFrame(() => isLost() && focusFirst(parts))
      if (focused?.matches(':disabled') === true) wasDisabled = true
      else if (wasDisabled && isNowhere() && focused instanceof HTMLElement)
        focused.focus({ preventScroll: true })
    })
    const forget = ({ target }: PointerEvent) => {
      if (!(target instanceof Node) || focused?.contains(target) !== true) focused = null
    }
    document.addEventListener('focusin', remember)
    document.addEventListener('pointerdown', forget)
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
    return () => {
      document.removeEventListener('focusin', remember)
      document.removeEventListener('pointerdown', forget)
      observer.disconnect()
    }
  }, [])
  return null
}
