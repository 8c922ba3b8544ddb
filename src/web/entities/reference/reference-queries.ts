import { queryOptions } from '@tanstack/react-query'
import { countries, languages, timeZones } from '#contract/reference.ts'
import type { UiLanguage } from '#contract/text.ts'
import { call } from '../../api/call.ts'

/** Reference data rarely changes: the BFF itself caches it for hours. */
const staleTime = 60 * 60_000

export const timeZonesQuery = (language: UiLanguage) =>
  queryOptions({
    queryKey: ['reference', 'time-zones', { language }],
    queryFn: ({ signal }) => call(timeZones, { query: { language }, signal }),
    staleTime,
  })

export const languagesQuery = (language: UiLanguage) =>
  queryOptions({
    queryKey: ['reference', 'languages', { language }],
    queryFn: ({ signal }) => call(languages, { query: { language }, signal }),
    staleTime,
  })

export const countriesQuery = (language: UiLanguage) =>
  queryOptions({
    queryKey: ['reference', 'countries', { language }],
    queryFn: ({ signal }) => call(countries, { query: { language }, signal }),
    staleTime,
  })
