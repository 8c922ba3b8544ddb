import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { readStepUpNeed, revealSecret, stepUp, type StepUpNeed } from '#contract/secret.ts'
import { hasCode } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { passGate } from '../../session/gate.ts'
import { tellOtherTabs } from '../../session/other-tabs.ts'

interface Typed {
  reason: string
  /** The user's own. */
  password: string
  /** Of the user's second factor. */
  code: string
}

/**
 * Asks for a password, with the step-up before it where one is needed. No mutation: the client's cache would keep what goes
 * in and what comes out, and both are secrets here. Leaving the dialog cuts it short.
 */
export function useReveal(ext: string, onRevealed: (password: string) => void) {
  const asked = useQuery({
    queryKey: ['step-up'],
    queryFn: ({ signal }) => call(readStepUpNeed, { signal }),
    gcTime: 0,
    meta: { quiet: true },
  })
  /** As the BFF has said since. */
  const [told, setTold] = useState<StepUpNeed | null>(null)
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const leaving = useRef<AbortController | null>(null)
  useEffect(() => () => leaving.current?.abort(), [])
  const need = told ?? asked.data?.need ?? 'nothing'

  async function reveal({ reason, password, code }: Typed): Promise<void> {
    const left = new AbortController()
    leaving.current = left
    setPending(true)
    setError(null)
    try {
      if (need === 'password' || need === 'password-and-code') {
        const body = need === 'password' ? { password } : { password, code: code.trim() }
        await call(stepUp, { body, signal: left.signal })
        setTold('nothing')
        // What was on its way under the session's old id was refused, here and in other tabs.
        passGate()
        tellOtherTabs()
      }
      const answer = await call(revealSecret, { params: { ext }, body: { reason }, signal: left.signal })
      if (!left.signal.aborted) onRevealed(answer.password)
    } catch (fault) {
      if (left.signal.aborted) return
      // The five minutes ended while the dialog was open: what is needed now?
      if (hasCode(fault, 'step-up-needed')) {
        setTold(null)
        await asked.refetch()
      }
      if (hasCode(fault, 'sign-in-again')) setTold('sign-in')
      setError(fault)
      setPending(false)
    }
  }

  return { need, pending, error, reveal }
}
