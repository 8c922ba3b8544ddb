import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { firstIdle, idleExtensions, extensionDetail, extensionLanguage } from '#contract/extensions.ts'
import { call } from '../../api/call.ts'

/** Operation 7. */
export const extensionQuery = (ext: string, agentId?: string) =>
  queryOptions({
    queryKey: ['extensions', 'detail', { ext, agentId }],
    queryFn: ({ signal }) => call(extensionDetail, { params: { ext }, query: { agentId }, signal }),
    staleTime: 5_000,
  })

/** Operation 11. */
export const languageQuery = (ext: string) =>
  queryOptions({
    queryKey: ['extensions', 'language', { ext }],
    queryFn: ({ signal }) => call(extensionLanguage, { params: { ext }, signal }),
    staleTime: 30_000,
    meta: { quiet: true },
  })

export type IdleQuery = z.input<(typeof idleExtensions)['query']>

/** Operation 8. Free numbers go quickly, so data is fresh for ten seconds. The previous page stays while the next page loads. */
export const idlePage = (query: IdleQuery) =>
  queryOptions({
    queryKey: ['extensions', 'idle', 'page', query],
    queryFn: ({ signal }) => call(idleExtensions, { query, signal }),
    staleTime: 10_000,
    placeholderData: keepPreviousData,
  })

/** Operation 6. */
export const firstIdleFor = (agentId: string | undefined) =>
  queryOptions({
    queryKey: ['extensions', 'idle', 'first', { agentId }],
    queryFn: ({ signal }) => call(firstIdle, { query: { agentId }, signal }),
    staleTime: 10_000,
    placeholderData: keepPreviousData,
  })
