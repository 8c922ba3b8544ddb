import { useEffect, useRef, type RefObject } from 'react'

/**
 * For the button of a popover that was fetched when it was asked for: focused and clicked once it is here, so that the
 * popover opens as by the reader's own click and gives the focus back to it.
 */
export function useOpenOnMount(): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    button.current?.focus()
    button.current?.click()
  }, [])
  return button
}
