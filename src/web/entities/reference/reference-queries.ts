import { queryOptions } from '@tanstack/react-query'
import type { Warning } from '#contract/page.ts'
import { countries, languages, timeZones } from '#contract/reference.ts'
import type { UiLanguage } from '#contract/text.ts'
import { call } from '../../api/call.ts'

/** An entry of any reference list. */
export interface ReferenceEntry {
  id: string
  name: string
}

interface Answer<Item> {
  items: Item[]
  asOf: number
  warnings: Warning[]
}

const entriesOf =
  <Item>(entryOf: (item: Item) => ReferenceEntry) =>
  (answer: Answer<Item>): Answer<ReferenceEntry> => ({ ...answer, items: answer.items.map(entryOf) })

export type ReferenceName = 'time-zones' | 'languages' | 'countries'
type Reader = (options: {
  query: { language: UiLanguage }
  signal: AbortSignal
}) => Promise<Answer<ReferenceEntry>>

const readers: Record<ReferenceName, Reader> = {
  'time-zones': (options) =>
    call(timeZones, options).then(entriesOf((zone) => ({ id: zone.timezoneid, name: zone.timezoneValue }))),
  languages: (options) =>
    call(languages, options).then(
      entriesOf((language) => ({ id: language.languageCode, name: language.languageValue })),
    ),
  countries: (options) =>
    call(countries, options).then(
      entriesOf((country) => ({ id: country.countryid, name: country.countryName })),
    ),
}

export const referenceQuery = (list: ReferenceName, language: UiLanguage) =>
  queryOptions({
    queryKey: [`/api/reference/${list}`, { language }],
    queryFn: ({ signal }) => readers[list]({ query: { language }, signal }),
    // Reference data rarely changes: the BFF itself caches it for hours.
    staleTime: 60 * 60_000,
  })
