import { useEffect, useState } from 'react'

/** The elements to return to: the focused one, or the button of the menu that it is in and that closes. */
function findPlaces(): readonly (Element | null)[] {
  const focused = document.activeElement
  const menu = focused?.closest('[role=menu]')
  return [focused, document.getElementById(menu?.getAttribute('aria-labelledby') ?? '')]
}

/** For a dialog that is mounted open: returns the focus to the previous element on unmount, unless the next page has taken it. */
export function useReturnFocus(): void {
  const [before] = useState(findPlaces)
  useEffect(
    () => () => {
      if (document.activeElement !== document.body) return
      const place = before.find((each) => each?.isConnected === true && each.closest('[role=menu]') === null)
      if (place instanceof HTMLElement) place.focus({ preventScroll: true })
    },
    [before],
  )
}
