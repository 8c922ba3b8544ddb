import { useEffect, useState } from 'react'

/** For a dialog that is mounted open: returns the focus to the previous element on unmount. */
export function useReturnFocus(): void {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    },
    [before],
  )
}
