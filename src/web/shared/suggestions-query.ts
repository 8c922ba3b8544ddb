import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { suggestions } from '#contract/suggestions.ts'
import { call } from '../api/call.ts'

/** Operation 12. The box itself says when it fails, so no toast repeats it. */
export const suggestionsQuery = (q: string) =>
  queryOptions({
    queryKey: ['suggestions', 'list', { q }],
    queryFn: ({ signal }) => call(suggestions, { query: { q }, signal }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    meta: { quiet: true },
  })
