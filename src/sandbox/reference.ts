import countries from 'i18n-iso-countries'
import type { MessageLanguage } from './codes.ts'

/** The languages the service ships (docs/upstream-api.md#reference-values). */
const languageCodes = [
  'zh-Hans',
  'zh-Hant',
  'en',
  'ar',
  'ko',
  'ja',
  'th',
  'ru',
  'de',
  'fr',
  'tr',
  'it',
  'id',
  'pt',
  'es',
  'ms',
  'pl',
  'vi',
  'nl',
]

const formatOf = (locale: string, timeZone: string, timeZoneName: 'longOffset' | 'shortGeneric') =>
  new Intl.DateTimeFormat(locale, { timeZone, timeZoneName })
const nameIn = (format: Intl.DateTimeFormat, at: Date): string =>
  format.formatToParts(at).find((part) => part.type === 'timeZoneName')?.value ?? ''

const january = new Date('2026-01-15T00:00:00Z')
const july = new Date('2026-07-15T00:00:00Z')

/** Returns the minutes east of Greenwich in standard time, which is the lesser of the winter and summer offsets. */
function standardOffset(timeZone: string): number {
  const format = formatOf('en', timeZone, 'longOffset')
  const offsets = [january, july].map((at) => {
    const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d\d):(\d\d)/.exec(nameIn(format, at)) ?? []
    return Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes))
  })
  return Math.min(...offsets)
}

const two = (value: number) => String(value).padStart(2, '0')

/** World English, because American English says "ET" instead of "New York Time"; a few zones are still "GMT". */
const generic = {
  zh: { locale: 'zh', time: '时间' },
  en: { locale: 'en-001', time: ' Time' },
} as const

/** Returns `GMT±hh:mm 城市` (docs/upstream-api.md#reference-values); the place name comes from the platform's CLDR data. */
function timeZoneLabel(timeZone: string, language: MessageLanguage): { offset: number; label: string } {
  const offset = standardOffset(timeZone)
  const { locale, time } = generic[language]
  const name = nameIn(formatOf(locale, timeZone, 'shortGeneric'), january)
  const city = (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ')
  const place = name.endsWith(time) ? name.slice(0, -time.length) : city
  const size = Math.abs(offset)
  return {
    offset,
    label: `GMT${offset < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)} ${place}`,
  }
}

/** Zones that the platform still lists under an old name, with IANA's current name. */
const renamed: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

/** True for any IANA name, including links such as `Asia/Kathmandu` and `Etc/GMT+11`. */
export function isTimeZone(id: string): boolean {
  try {
    return (
      /^[A-Za-z]/.test(id) && new Intl.DateTimeFormat('en', { timeZone: id }) instanceof Intl.DateTimeFormat
    )
  } catch {
    return false
  }
}

const timeZoneItems = (language: MessageLanguage) =>
  Intl.supportedValuesOf('timeZone')
    .map((listed) => renamed[listed] ?? listed)
    .map((timezoneid) => ({ timezoneid, ...timeZoneLabel(timezoneid, language) }))
    .sort((a, b) => a.offset - b.offset || a.timezoneid.localeCompare(b.timezoneid))
    .map(({ timezoneid, label }, index) => ({
      id: String(index + 1),
      language,
      timezone_value: label,
      timezoneid,
    }))

const languageItems = (language: MessageLanguage) => {
  const names = new Intl.DisplayNames(language, { type: 'language' })
  return languageCodes.map((code, index) => ({
    id: String(index + 1),
    language,
    language_value: names.of(code) ?? code,
    language_code: code,
  }))
}

const countryItems = (language: MessageLanguage) => {
  const names = new Intl.DisplayNames(language, { type: 'region' })
  return Object.keys(countries.getAlpha2Codes())
    .map((code) => ({
      countryid: countries.alpha2ToNumeric(code) ?? code,
      country_name: names.of(code) ?? code,
    }))
    .sort((a, b) => a.country_name.localeCompare(b.country_name, language))
}

/** Caches each list, because lists never change while the process runs, and formatting 418 zones is slow. */
function inBothLanguages<Item>(
  make: (language: MessageLanguage) => Item[],
): (language: MessageLanguage) => Item[] {
  const made: Partial<Record<MessageLanguage, Item[]>> = {}
  return (language) => (made[language] ??= make(language))
}

export const timeZones = inBothLanguages(timeZoneItems)
export const languages = inBothLanguages(languageItems)
export const countryList = inBothLanguages(countryItems)
