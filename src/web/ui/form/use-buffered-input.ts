import { useState } from 'react'

/** A text on its way to where it is kept, such as the URL; it follows that when it changes elsewhere. `onCommit` hears it trimmed, nothing as undefined. */
export function useBufferedInput(value: string | undefined, onCommit: (value: string | undefined) => void) {
  const [text, setText] = useState(value ?? '')
  const [seen, setSeen] = useState(value)
  // Committed and not yet back, oldest first: it lands while the next letters are already typed.
  const [committed, setCommitted] = useState<readonly (string | undefined)[]>([])
  if (value !== seen) {
    const own = committed.indexOf(value)
    setSeen(value)
    setCommitted(own < 0 ? [] : committed.slice(own + 1))
    if (own < 0 && (value ?? '') !== text.trim()) setText(value ?? '')
  }
  /** `insist`: also what was committed and has not come back, which another change may have undone. */
  const commit = (typed: string, { insist = false } = {}) => {
    const wanted = typed.trim() === '' ? undefined : typed.trim()
    const last = committed.length > 0 ? committed.at(-1) : value
    if (wanted === last && !(insist && committed.length > 0)) return
    if (wanted !== last) setCommitted([...committed, wanted])
    onCommit(wanted)
  }
  return { text, setText, commit }
}
