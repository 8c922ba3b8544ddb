import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { revealSecret } from '#contract/secret.ts'
import { call } from '../../api/call.ts'

/**
 * Reads a password, which is in no cache once the dialog is closed. Closing it cancels the request; callbacks passed to `reveal`
 * are then skipped.
 */
export function useReveal(ext: string) {
  const leaving = useRef<AbortController | null>(null)
  useEffect(() => () => leaving.current?.abort(), [])
  const { mutate, isPending, error } = useMutation({
    mutationFn: (reason: string) => {
      leaving.current = new AbortController()
      return call(revealSecret, { params: { ext }, body: { reason }, signal: leaving.current.signal })
    },
  })
  return { reveal: mutate, pending: isPending, error }
}
