import { useEffect, useRef, useState } from 'react'
import { revealSecret } from '#contract/secret.ts'
import { call } from '../../api/call.ts'

/**
 * Asks for a password. No mutation: the client's cache would keep what comes out, which is a secret. Closing the dialog
 * cancels the request.
 */
export function useReveal(ext: string, onRevealed: (password: string) => void) {
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const leaving = useRef<AbortController | null>(null)
  useEffect(() => () => leaving.current?.abort(), [])

  async function reveal(reason: string): Promise<void> {
    const left = new AbortController()
    leaving.current = left
    setPending(true)
    setError(null)
    try {
      const { password } = await call(revealSecret, {
        params: { ext },
        body: { reason },
        signal: left.signal,
      })
      if (!left.signal.aborted) onRevealed(password)
    } catch (refusal) {
      if (left.signal.aborted) return
      setError(refusal)
      setPending(false)
    }
  }

  return { pending, error, reveal }
}
