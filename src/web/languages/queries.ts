import { keepPreviousData, mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import {
  cancelLanguages,
  exportLanguages,
  languageSummary,
  listExtensionLanguages,
  readLanguages,
  type LanguageRange,
} from '#contract/extension-languages.ts'
import { call, callForFile } from '../api/call.ts'
import type { Translate } from '../i18n/catalogue.ts'
import { saveExport } from '../ui/save-export.ts'
import { filterOf, type CoverageFilter, type CoverageState } from './coverage-state.ts'

const everyMs = 15_000
/** While a range is being read and somebody looks. */
const soonMs = 2_000

export const isOpen = ({ endedAt }: LanguageRange): boolean => endedAt === null

export const summaryQuery = () =>
  queryOptions({
    queryKey: ['languages', 'summary'],
    queryFn: ({ signal }) => call(languageSummary, { signal }),
    staleTime: soonMs / 2,
    refetchInterval: ({ state }) => (state.data?.ranges.some(isOpen) === true ? soonMs : everyMs),
  })

/** `readAt` is when the last one was read: the list follows the reading. */
export const coveragePage = (state: CoverageState, readAt: number | null) => {
  const { after, before, pageSize } = state
  const query = { ...filterOf(state), after, before, pageSize }
  return queryOptions({
    queryKey: ['languages', 'page', query, readAt],
    queryFn: ({ signal }) => call(listExtensionLanguages, { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: everyMs,
  })
}

const refresh = (client: QueryClient) => client.invalidateQueries({ queryKey: summaryQuery().queryKey })

export const readRangeMutation = () =>
  mutationOptions({
    mutationFn: (body: { from: string; to: string }) => call(readLanguages, { body }),
    onSuccess: (_range, _input, _result, { client }) => refresh(client),
  })

export const cancelRangeMutation = () =>
  mutationOptions({
    mutationFn: (id: string) => call(cancelLanguages, { params: { id } }),
    onSettled: (_range, _error, _input, _result, { client }) => refresh(client),
  })

export const exportMutation = (t: Translate) =>
  mutationOptions({
    mutationFn: async (query: CoverageFilter) =>
      saveExport('extension-languages.csv', await callForFile(exportLanguages, { query }), t),
  })
