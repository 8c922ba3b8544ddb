import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

const flag = (initial: boolean) => ({ schema: z.boolean(), initial })
/** A whole number from `least` to `most`. */
const count = (initial: number, least: number, most: number) => ({
  schema: z.number().check(z.int(), z.gte(least), z.lte(most)),
  initial,
  least,
  most,
})

/**
 * Every setting, in the order of the page: its schema, its value until an administrator changes it, and its group on the page. The message
 * `setting.<name>` is its caption, also in the audit, and `setting.<name>.text` explains it. Those that other pages know are also in the
 * session (`features` in session.ts).
 */
export const settingsTable = {
  /** How many days a number is kept back after its agent left; 0 to offer it at once. */
  keepBackDays: { ...count(30, 0, 365), group: 'leaving' },
  /** Parallel creates of bulk jobs. */
  jobConcurrency: { ...count(8, 1, 32), group: 'jobs' },
  /** Most creates per second of all bulk jobs in a replica; 0 for no limit. */
  jobRate: { ...count(0, 0, 1000), group: 'jobs' },
  /** Most background reads per second of each replica; 0 switches background reads off. */
  backgroundRate: { ...count(2, 0, 100), group: 'background' },
  /** Offer the deprecated create operation (10). */
  legacyCreate: { ...flag(false), group: 'operations' },
} as const

function each<Part extends 'schema' | 'initial'>(
  part: Part,
): { [Name in keyof typeof settingsTable]: (typeof settingsTable)[Name][Part] }
function each(part: 'schema' | 'initial'): object {
  return Object.fromEntries(Object.entries(settingsTable).map(([name, setting]) => [name, setting[part]]))
}

export const settings = z.object(each('schema'))
export type Settings = z.infer<typeof settings>
export type SettingName = keyof Settings
export const settingNames = z.keyof(settings).options
export const initialSettings: Settings = each('initial')

export const readSettings = endpoint({
  method: 'GET',
  path: '/api/settings',
  access: 'settings.manage',
  answer: settings,
})

/** Refused as `edit-conflict` when a setting has another value than in `seen`, unless it has the new one already. Audited. */
export const changeSettings = endpoint({
  method: 'PATCH',
  path: '/api/settings',
  access: 'settings.manage',
  problems: ['edit-conflict'],
  body: z.object({ ...z.partial(settings).shape, seen: z.optional(z.partial(settings)) }),
  answer: settings,
})
