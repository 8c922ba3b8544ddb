import { useEffect, useRef, useState } from 'react'

/**
 * Buffers a text before it is stored, for example in the URL, and follows the stored value when it changes elsewhere. Calls
 * `onCommit` with the trimmed text, or with `undefined` for an empty text.
 */
export function useBufferedInput(value: string | undefined, onCommit: (value: string | undefined) => void) {
  const [text, setText] = useState(value ?? '')
  // Committed values that `value` does not show yet, oldest first: they arrive while the user types the next letters.
  const committed = useRef<readonly (string | undefined)[]>([])
  // An effect, because the order in which values arrive decides: an own commit keeps the typed text, any other value replaces it.
  useEffect(() => {
    const place = committed.current.indexOf(value)
    committed.current = place < 0 ? [] : committed.current.slice(place + 1)
    if (place < 0) setText((draft) => (draft.trim() === (value ?? '') ? draft : (value ?? '')))
  }, [value])
  /** With `insist`, commits again a value that `value` does not show yet, since another change may have undone it. */
  const commit = (input: string, { insist = false } = {}) => {
    const next = input.trim() === '' ? undefined : input.trim()
    const pending = committed.current
    const last = pending.length > 0 ? pending.at(-1) : value
    if (next === last && !(insist && pending.length > 0)) return
    if (next !== last) committed.current = [...pending, next]
    onCommit(next)
  }
  return { text, setText, commit }
}
