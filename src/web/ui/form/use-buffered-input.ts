import { useState } from 'react'

/** A text on its way to where it is kept, such as the URL; it follows that when it changes elsewhere. `onCommit` hears it trimmed, nothing as undefined. */
export function useBufferedInput(value: string | undefined, onCommit: (value: string | undefined) => void) {
  const [text, setText] = useState(value ?? '')
  const [seen, setSeen] = useState(value)
  // Told and not yet back, oldest first: it lands while the next letters are already typed.
  const [told, setTold] = useState<readonly (string | undefined)[]>([])
  if (value !== seen) {
    const own = told.indexOf(value)
    setSeen(value)
    setTold(own < 0 ? [] : told.slice(own + 1))
    if (own < 0 && (value ?? '') !== text.trim()) setText(value ?? '')
  }
  /** `insist`: also what has been told and has not come back, which another change may have undone. */
  const commit = (typed: string, { insist = false } = {}) => {
    const wanted = typed.trim() === '' ? undefined : typed.trim()
    const last = told.length > 0 ? told.at(-1) : value
    if (wanted === last && !(insist && told.length > 0)) return
    if (wanted !== last) setTold([...told, wanted])
    onCommit(wanted)
  }
  return { text, setText, commit }
}
