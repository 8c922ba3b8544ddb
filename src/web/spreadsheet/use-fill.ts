import { useRef } from 'react'

/**
 * Fills a field with a sheet's list. `null` takes the list back, unless the user changed it: the sheet has been replaced, or the user
 * must still decide about it.
 */
export function useFill(get: () => string, set: (text: string) => void): (list: string | null) => void {
  const filled = useRef<string | null>(null)
  return (list) => {
    if (list !== null) set(list)
    else if (filled.current !== null && get() === filled.current) set('')
    filled.current = list
  }
}
