import { useEffect, useRef, type RefObject } from 'react'
import { useLocation } from 'react-router-dom'
import { focusOnArrival } from '../form/dialogs.tsx'

/** Returns the ref of a section's heading. A link with the section's hash focuses it instead of the page's heading. */
export function useHashFocus(target: `#${string}`): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const { hash } = useLocation()
  useEffect(() => {
    if (hash === target) focusOnArrival(heading.current)
  }, [hash, target])
  return heading
}
