import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import type { PairOutcome } from '#contract/reservations.ts'
import { newIdempotencyKey } from '../shared/creation/password.ts'
import { reserveMutation, type ReserveInput } from './queries.ts'

type Asked = Omit<ReserveInput, 'idempotencyKey'>

/** Reserves; the same request again after a lost answer carries the same key, one after an answer a new one. */
export function useReserve() {
  const { mutate, data, error, isPending, reset } = useMutation(reserveMutation())
  const last = useRef<{ text: string; key: string } | null>(null)
  return {
    send: (asked: Asked, onOutcome: (items: PairOutcome[]) => void) => {
      const text = JSON.stringify(asked)
      if (last.current?.text !== text) last.current = { text, key: newIdempotencyKey() }
      mutate(
        { ...asked, idempotencyKey: last.current.key },
        {
          onSuccess: ({ items }) => {
            last.current = null
            onOutcome(items)
          },
        },
      )
    },
    answer: data,
    error,
    isPending,
    reset,
  }
}
