import { keepPreviousData, mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import {
  listAssignments,
  openAssignments,
  releaseAssignment,
  reserve,
  type Pair,
} from '#contract/assignments.ts'
import { call } from '../api/call.ts'

export type AssignmentsQuery = z.input<(typeof listAssignments)['query']>

/** How often open reservations are read again while the console is in view, ms. */
export const openEveryMs = 15_000

/** Every open reservation: what marks a number wherever it appears. */
export const openQuery = () =>
  queryOptions({
    queryKey: ['assignments', 'open'],
    queryFn: ({ signal }) => call(openAssignments, { signal }),
    staleTime: 5_000,
    meta: { quiet: true },
  })

export const assignmentsQuery = (query: AssignmentsQuery) =>
  queryOptions({
    queryKey: ['assignments', 'list', query],
    queryFn: ({ signal }) => call(listAssignments, { query, signal }),
    staleTime: 5_000,
    placeholderData: keepPreviousData,
  })

/** What was known of the numbers and of reservations is out of date, whatever came of it. */
function outOfDate(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: ['assignments'] })
  void client.invalidateQueries({ queryKey: ['agents'] })
  void client.invalidateQueries({ queryKey: ['extensions', 'detail'] })
}

export interface ReserveInput {
  items: Pair[]
  hours: z.input<(typeof reserve)['body']>['hours']
  /** The same for the same request, so that a repeat reserves nothing more. */
  idempotencyKey: string
}

export const reserveMutation = () =>
  mutationOptions({
    mutationFn: ({ items, hours, idempotencyKey }: ReserveInput) =>
      call(reserve, { body: { items, hours }, idempotencyKey }),
    onSettled: (_answer, _error, _input, _result, context) => outOfDate(context.client),
  })

export const releaseMutation = () =>
  mutationOptions({
    mutationFn: ({ id, reason }: { id: string; reason: string }) =>
      call(releaseAssignment, { params: { id }, body: { reason } }),
    onSettled: (_answer, _error, _input, _result, context) => outOfDate(context.client),
  })
