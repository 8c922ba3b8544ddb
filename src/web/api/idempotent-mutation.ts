import { useMutation, type UseMutationOptions } from '@tanstack/react-query'
import { useRef } from 'react'
import { notNowCodes } from '#contract/problem.ts'
import { ApiError, type ErrorCode } from './api-error.ts'

/** A request and its Idempotency-Key, as `call` takes them. */
export interface KeyedRequest<Body> {
  body: Body
  idempotencyKey: string
}

/** Returns 128 random bits in hex. */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

/** After these errors, the server has no result for the key, or the result is unknown. The server keeps any other refusal by key. */
const retryableCodes: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'network',
  'contract',
  'internal',
  'unavailable',
  'took-too-long',
  'unauthenticated',
  'too-many-requests',
  ...notNowCodes,
])

/**
 * Returns the request with its key. The same request keeps its key, so that the server returns its first result instead of
 * applying the request twice. After a refusal, the request is a new attempt and gets a new key.
 */
export function nextRequest<Body>(
  body: Body,
  last: KeyedRequest<Body> | null,
  error: Error | null,
): KeyedRequest<Body> {
  const isSame = last !== null && JSON.stringify(last.body) === JSON.stringify(body)
  const isRefused = error instanceof ApiError && !retryableCodes.has(error.code)
  return isSame && !isRefused ? last : { body, idempotencyKey: newIdempotencyKey() }
}

interface Callbacks<Answer> {
  onSuccess?: (answer: Answer) => void
  onError?: (error: Error) => void
}

/** A mutation that is safe to send again after a lost answer. Its keys last as long as the component. */
export function useIdempotentMutation<Answer, Body>(
  options: UseMutationOptions<Answer, Error, KeyedRequest<Body>>,
) {
  const { mutate, data, error, isPending, variables, reset } = useMutation(options)
  const last = useRef<{ sent: KeyedRequest<Body>; error: Error | null } | null>(null)
  const send = (sent: KeyedRequest<Body>, { onSuccess, onError }: Callbacks<Answer>) => {
    last.current = { sent, error: null }
    mutate(sent, {
      onSuccess: (answer) => onSuccess?.(answer),
      onError: (refusal) => {
        last.current = { sent, error: refusal }
        onError?.(refusal)
      },
    })
  }
  return {
    submit: (body: Body, callbacks: Callbacks<Answer> = {}) =>
      send(nextRequest(body, last.current?.sent ?? null, last.current?.error ?? null), callbacks),
    /** Sends the last request again, always under the same key. */
    resend: (callbacks: Callbacks<Answer> = {}) => {
      if (variables !== undefined) send(variables, callbacks)
    },
    /** Gives the next request a new key, even if its body is the same. */
    forgetKey: () => {
      last.current = null
    },
    /** The body of the last request; `null` before the first. */
    sent: variables?.body ?? null,
    data,
    error,
    isPending,
    reset,
  }
}
