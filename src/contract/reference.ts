import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { warning } from './page.ts'
import { serviceProblems } from './problem.ts'
import { uiLanguage } from './text.ts'

const listOf = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({
    items: z.array(item),
    /** When the service was asked, epoch milliseconds. Older than a day only with the warning `stale`. */
    asOf: z.number(),
    warnings: z.array(warning),
  })
const query = z.object({ language: uiLanguage })

const timeZone = z.object({
  id: z.string(),
  language: z.nullable(z.string()),
  timezoneid: z.string(),
  timezoneValue: z.string(),
})
export type TimeZone = z.infer<typeof timeZone>
/** Operation 2. */
export const timeZones = endpoint({
  method: 'GET',
  path: '/api/reference/time-zones',
  access: 'extension.read',
  problems: serviceProblems,
  query,
  answer: listOf(timeZone),
})

const language = z.object({
  id: z.string(),
  language: z.nullable(z.string()),
  languageCode: z.string(),
  languageValue: z.string(),
})
export type Language = z.infer<typeof language>
/** Operation 3. */
export const languages = endpoint({
  method: 'GET',
  path: '/api/reference/languages',
  access: 'extension.read',
  problems: serviceProblems,
  query,
  answer: listOf(language),
})

const country = z.object({ countryid: z.string(), countryName: z.string() })
export type Country = z.infer<typeof country>
/** Operation 4. */
export const countries = endpoint({
  method: 'GET',
  path: '/api/reference/countries',
  access: 'extension.read',
  problems: serviceProblems,
  query,
  answer: listOf(country),
})
