import { useEffect, useState } from 'react'

/** For a dialog that is mounted open: gives the focus back to where it was when the dialog goes. */
export function useReturnFocus(): void {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    },
    [before],
  )
}
