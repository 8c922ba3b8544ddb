import { useEffect, useRef, useState } from 'react'

/** A text on its way to where it is kept, such as the URL; it follows that when it changes elsewhere. `onCommit` hears it trimmed, nothing as undefined. */
export function useBufferedInput(value: string | undefined, onCommit: (value: string | undefined) => void) {
  const [text, setText] = useState(value ?? '')
  // Committed and not yet back, oldest first: it lands while the next letters are already typed.
  const committed = useRef<readonly (string | undefined)[]>([])
  useEffect(() => {
    const own = committed.current.indexOf(value)
    committed.current = own < 0 ? [] : committed.current.slice(own + 1)
    if (own < 0) setText((typed) => (typed.trim() === (value ?? '') ? typed : (value ?? '')))
  }, [value])
  /** `insist`: also what was committed and has not come back, which another change may have undone. */
  const commit = (typed: string, { insist = false } = {}) => {
    const wanted = typed.trim() === '' ? undefined : typed.trim()
    const pending = committed.current
    const last = pending.length > 0 ? pending.at(-1) : value
    if (wanted === last && !(insist && pending.length > 0)) return
    if (wanted !== last) committed.current = [...pending, wanted]
    onCommit(wanted)
  }
  return { text, setText, commit }
}
