import { LRUCache } from 'lru-cache'
import type { Warning } from '#contract/page.ts'
import type { Country, Language, TimeZone } from '#contract/reference.ts'
import { uiLanguage, type UiLanguage } from '#contract/text.ts'
import type { CallOptions, Upstream } from '#upstream/client.ts'
import type { Answer, CountryItem, Keyed, LanguageItem, TimeZoneItem } from '#upstream/records.ts'
import { waitForService } from '../platform/log.ts'

const freshMs = 24 * 3_600_000
/** After a failed or empty refresh, serve the old copy for this long before the next request to the service. */
const retryMs = 30_000

interface Copy<Item> {
  items: Item[]
  asOf: number
  warnings: Warning[]
}

/**
 * Caches reference data, which rarely changes: reads it once a day per language, and serves the last good copy during an outage.
 */
export function cached<Row, Item>(
  load: (input: { language: UiLanguage }, options: CallOptions) => Promise<Answer<Row[]>>,
  toItem: (row: Row) => Item,
  now: () => number,
) {
  const copies = new LRUCache<UiLanguage, Copy<Item>>({
    max: uiLanguage.options.length,
    ttl: freshMs,
    ttlResolution: 0,
    perf: { now },
    async fetchMethod(language, old, { options }) {
      try {
        // No signal: all callers share the result, so one user's abort must not cancel it.
        const { data, warnings } = await load({ language }, {})
        if (data.length === 0) options.ttl = retryMs
        // Time zones, languages and countries always exist, so an empty response must not replace a good copy.
        if (data.length > 0 || old === undefined) return { items: data.map(toItem), asOf: now(), warnings }
      } catch (error) {
        if (old === undefined) throw error
        options.ttl = retryMs
      }
      return old
    },
  })
  return async (language: UiLanguage): Promise<Copy<Item>> => {
    const { items, asOf, warnings } = await waitForService(() => copies.forceFetch(language))
    const stale: Warning[] = asOf + freshMs <= now() ? [{ code: 'stale', detail: '' }] : []
    return { items, asOf, warnings: [...warnings, ...stale] }
  }
}

const toTimeZone = (row: Keyed<TimeZoneItem, 'timezoneid'>): TimeZone => ({
  id: row.id ?? row.timezoneid,
  language: row.language,
  timezoneid: row.timezoneid,
  timezoneValue: row.timezone_value ?? row.timezoneid,
})
const toLanguage = (row: Keyed<LanguageItem, 'language_code'>): Language => ({
  id: row.id ?? row.language_code,
  language: row.language,
  languageCode: row.language_code,
  languageValue: row.language_value ?? row.language_code,
})
const toCountry = (row: Keyed<CountryItem, 'countryid'>): Country => ({
  countryid: row.countryid,
  countryName: row.country_name ?? row.countryid,
})

/** The three lists of operations 2 to 4, by language. */
export const createReferenceData = (
  upstream: Pick<Upstream, 'getTimeZones' | 'getLanguages' | 'getCountries'>,
  now: () => number,
) => ({
  timeZones: cached((...call) => upstream.getTimeZones(...call), toTimeZone, now),
  languages: cached((...call) => upstream.getLanguages(...call), toLanguage, now),
  countries: cached((...call) => upstream.getCountries(...call), toCountry, now),
})
