import { queryOptions } from '@tanstack/react-query'
import type { Warning } from '#contract/page.ts'
import { countries, languages, timeZones } from '#contract/reference.ts'
import type { UiLanguage } from '#contract/text.ts'
import { call } from '../../api/call.ts'

/** An entry of any reference list. */
interface ReferenceEntry {
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

/** One entry with its name in both languages; `null` when a language does not have the entry. */
export interface BothLanguages {
  id: string
  en: string | null
  zh: string | null
}

/** Joins the two lists by id, in the order of the first list, then the entries that only the second list has. */
function joinLanguages(en: readonly ReferenceEntry[], zh: readonly ReferenceEntry[]): BothLanguages[] {
  const rows = new Map<string, BothLanguages>()
  for (const { id, name } of en) rows.set(id, { id, en: name, zh: null })
  for (const { id, name } of zh) rows.set(id, { id, en: rows.get(id)?.en ?? null, zh: name })
  return [...rows.values()]
}

/** Joins the warnings of the two lists; the same warning of both is one. */
const joinWarnings = (en: readonly Warning[], zh: readonly Warning[]): Warning[] => [
  ...en,
  ...zh.filter((each) => !en.some(({ code, detail }) => code === each.code && detail === each.detail)),
]

/** Reference data rarely changes: the BFF itself caches it for hours. */
const staleTime = 60 * 60_000

export const referenceQuery = (list: ReferenceName, language: UiLanguage) =>
  queryOptions({
    queryKey: [`/api/reference/${list}`, { language }],
    queryFn: ({ signal }) => readers[list]({ query: { language }, signal }),
    staleTime,
  })

/** The list with the names of both languages side by side. */
export const bothLanguagesQuery = (list: ReferenceName) =>
  queryOptions({
    queryKey: [`/api/reference/${list}`, 'both'],
    queryFn: async ({ signal }) => {
      const read = (language: UiLanguage) => readers[list]({ query: { language }, signal })
      const [en, zh] = await Promise.all([read('en'), read('zh')])
      return {
        items: joinLanguages(en.items, zh.items),
        asOf: en.asOf,
        warnings: joinWarnings(en.warnings, zh.warnings),
      }
    },
    staleTime,
  })
