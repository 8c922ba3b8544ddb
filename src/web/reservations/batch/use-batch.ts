import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { newIdempotencyKey } from '../../shared/creation/password.ts'
import type { Hours } from '../HoursPicker.tsx'
import { reserveMutation } from '../queries.ts'
import { parts, type Outcomes, type Sendable } from './pairs.ts'

interface Part {
  items: Sendable[]
  key: string
}

/** Sends a batch part by part. The outcome of a part is kept, regardless of the next; what was not answered can be sent again. */
export function useBatch() {
  const { mutateAsync } = useMutation(reserveMutation())
  const [left, setLeft] = useState<Part[]>([])
  const [outcomes, setOutcomes] = useState<Outcomes>(new Map())
  const [now, setNow] = useState(0)
  const [sending, setSending] = useState(false)
  const [error, setError] = useState<unknown>(null)

  async function send(todo: readonly Part[], hours: Hours) {
    setSending(true)
    setError(null)
    try {
      for (const [index, { items, key }] of todo.entries()) {
        setLeft(todo.slice(index))
        const answer = await mutateAsync({ items, hours, idempotencyKey: key })
        setNow(answer.now)
        setOutcomes((known) => new Map([...known, ...answer.items.map((item) => [item.ext, item] as const)]))
      }
      setLeft([])
    } catch (fault) {
      setError(fault)
    } finally {
      setSending(false)
    }
  }
  return {
    start: (items: readonly Sendable[], hours: Hours) =>
      send(
        parts(items).map((part) => ({ items: part, key: newIdempotencyKey() })),
        hours,
      ),
    /** The parts that were not answered, each under the key it had. */
    resume: (hours: Hours) => send(left, hours),
    reset: () => {
      setLeft([])
      setOutcomes(new Map())
      setError(null)
    },
    left: left.reduce((count, { items }) => count + items.length, 0),
    outcomes,
    now,
    sending,
    error,
  }
}
