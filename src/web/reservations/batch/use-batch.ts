import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Pair } from '#contract/reservations.ts'
import { keyed, type Keyed } from '../../api/idempotent-mutation.ts'
import type { Hours } from '../HoursPicker.tsx'
import { reserveMutation, type ReserveBody } from '../queries.ts'
import { parts, type Outcomes } from './pairs.ts'

type Part = Keyed<ReserveBody>

/** Sends a batch in parts. Keeps each part's outcome even when a later part fails. Parts without an answer can be sent again. */
export function useBatch() {
  const { mutateAsync } = useMutation(reserveMutation())
  const [left, setLeft] = useState<Part[]>([])
  const [outcomes, setOutcomes] = useState<Outcomes>(new Map())
  const [now, setNow] = useState(0)
  const [sending, setSending] = useState(false)
  const [error, setError] = useState<unknown>(null)

  async function send(todo: readonly Part[]) {
    setSending(true)
    setError(null)
    try {
      for (const [index, part] of todo.entries()) {
        setLeft(todo.slice(index))
        const answer = await mutateAsync(part)
        setNow(answer.now)
        setOutcomes((known) => new Map([...known, ...answer.items.map((item) => [item.ext, item] as const)]))
      }
      setLeft([])
    } catch (failure) {
      setError(failure)
    } finally {
      setSending(false)
    }
  }
  return {
    start: (items: readonly Pair[], hours: Hours) =>
      send(parts(items).map((part) => keyed({ items: part, hours }))),
    /** Resends the parts without an answer, each under its original idempotency key. */
    resume: () => send(left),
    reset: () => {
      setLeft([])
      setOutcomes(new Map())
      setError(null)
    },
    left: left.reduce((count, { body }) => count + body.items.length, 0),
    outcomes,
    now,
    sending,
    error,
  }
}
