import { keepPreviousData } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { firstIdle, idleExtensions, extensionDetail, extensionLanguage } from '#contract/extensions.ts'
import { read } from '../../api/endpoint-queries.ts'

/** Operation 7. */
export const extensionQuery = (ext: string, agentId?: string) =>
  read(extensionDetail, { params: { ext }, query: { agentId } }, { staleTime: 5_000 })

/** Operation 11. */
export const languageQuery = (ext: string) =>
  read(extensionLanguage, { params: { ext } }, { staleTime: 30_000, meta: { quiet: true } })

export type IdleQuery = z.input<(typeof idleExtensions)['query']>

/** Operation 8. Free numbers go quickly, so data is fresh for ten seconds. The previous page stays while the next page loads. */
export const idlePage = (query: IdleQuery) =>
  read(idleExtensions, { query }, { staleTime: 10_000, placeholderData: keepPreviousData })

/** Operation 6. */
export const firstIdleFor = (agentId: string | undefined) =>
  read(firstIdle, { query: { agentId } }, { staleTime: 10_000, placeholderData: keepPreviousData })
