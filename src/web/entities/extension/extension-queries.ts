import { queryOptions } from '@tanstack/react-query'
import { extensionDetail, extensionLanguage } from '#contract/extensions.ts'
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
