import type { Warning } from '#contract/page.ts'
import type { Country, Language, TimeZone } from '#contract/reference.ts'
import type { UiLanguage } from '#contract/text.ts'
import type { Upstream } from '#upstream/client.ts'
import type { Answer, CallOptions, Coded } from '#upstream/upstream.ts'
import type { CountryItem, LanguageItem, TimeZoneItem } from '#upstream/records.ts'
import { requestScope } from '../platform/log.ts'
import { toWarnings } from '../platform/upstream/records.ts'
import { waitForService } from '../platform/upstream/user-share.ts'

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
  const copies = new Map<UiLanguage, Copy<Item> & { checkAt: number }>()
  const loading = new Map<UiLanguage, Promise<void>>()

  async function refresh(language: UiLanguage): Promise<void> {
    // Leave the request's scope: all callers share the result, so one user's abort must not cancel it or use up that user's
    // quota.
    const { data, warnings } = await requestScope.exit(() => load({ language }, {}))
    const old = copies.get(language)
    const items = data.map(toItem)
    const nothing = items.length === 0
    // Time zones, languages and countries always exist, so an empty response must not replace a good copy.
    if (nothing && old !== undefined) {
      old.checkAt = now() + retryMs
      return
    }
    const asOf = now()
    copies.set(language, {
      items,
      asOf,
      warnings: toWarnings(warnings),
      checkAt: asOf + (nothing ? retryMs : freshMs),
    })
  }

  const refreshOnce = (language: UiLanguage): Promise<void> => {
    const running = loading.get(language) ?? refresh(language).finally(() => loading.delete(language))
    loading.set(language, running)
    return running
  }

  return async (language: UiLanguage): Promise<Copy<Item>> => {
    const old = copies.get(language)
    if (old === undefined || old.checkAt <= now()) {
      try {
        await waitForService(() => refreshOnce(language))
      } catch (error) {
        if (old === undefined) throw error
        old.checkAt = now() + retryMs
      }
    }
    const { items, asOf, warnings } = copies.get(language) ?? { items: [], asOf: now(), warnings: [] }
    const stale: Warning[] = asOf + freshMs <= now() ? [{ code: 'stale', detail: '' }] : []
    return { items, asOf, warnings: [...warnings, ...stale] }
  }
}

const toTimeZone = (row: Coded<TimeZoneItem, 'timezoneid'>): TimeZone => ({
  id: row.id ?? row.timezoneid,
  language: row.language,
  timezoneid: row.timezoneid,
  timezoneValue: row.timezone_value ?? row.timezoneid,
})
const toLanguage = (row: Coded<LanguageItem, 'language_code'>): Language => ({
  id: row.id ?? row.language_code,
  language: row.language,
  languageCode: row.language_code,
  languageValue: row.language_value ?? row.language_code,
})
const toCountry = (row: Coded<CountryItem, 'countryid'>): Country => ({
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
