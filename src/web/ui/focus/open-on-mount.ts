import { useEffect, useRef, type RefObject } from 'react'

/**
 * Returns a ref for the button of a popover that loads on demand. Focuses and clicks the button on mount, so that the popover opens
 * as if by the user's click and returns the focus to the button.
 */
export function useOpenOnMount(): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    button.current?.focus()
    button.current?.click()
  }, [])
  return button
}
