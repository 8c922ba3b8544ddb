import { mutationOptions, queryOptions, type UnusedSkipTokenOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { call, type InputOf } from './call.ts'
import { invalidateAfter } from './query-client.ts'

type AnswerOf<E extends Endpoint> = z.output<E['answer']>
type ReadOptions<E extends Endpoint> = Omit<
  UnusedSkipTokenOptions<AnswerOf<E>, Error, AnswerOf<E>, readonly [path: string, input: InputOf<E>]>,
  'queryKey' | 'queryFn'
>

/** The query of a read. Its key begins with the endpoint's path, by which a change names what to read again. */
export const read = <E extends Endpoint>(endpoint: E, input: InputOf<E>, options: ReadOptions<E> = {}) =>
  queryOptions({
    ...options,
    queryKey: [endpoint.path, input] as const,
    queryFn: ({ signal }) => call(endpoint, { ...input, signal }),
  })

/** The mutation of a write. It stays pending until the reads at and below these paths have been read again. */
export const write = <E extends Endpoint>(endpoint: E, ...paths: string[]) =>
  mutationOptions({
    mutationFn: (input: InputOf<E>) => call(endpoint, input),
    onSettled: invalidateAfter(...paths),
  })
