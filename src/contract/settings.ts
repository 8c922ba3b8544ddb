import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

export const settings = z.object({
  /** Offer the deprecated create operation (10). */
  legacyCreate: z.boolean(),
  /** Parallel creates of bulk jobs. */
  jobConcurrency: z.number().check(z.int(), z.gte(1), z.lte(32)),
  /** Most creates per second of all bulk jobs in a replica; 0 for no limit. */
  jobRate: z.number().check(z.int(), z.gte(0), z.lte(1000)),
  /** Most background reads per second of each replica; 0 switches background reads off. */
  backgroundRate: z.number().check(z.int(), z.gte(0), z.lte(100)),
  /** How many days a number is kept back after its agent left; 0 to offer it at once. */
  keepBackDays: z.number().check(z.int(), z.gte(0), z.lte(365)),
})
export type Settings = z.infer<typeof settings>

const { legacyCreate, jobConcurrency, jobRate, backgroundRate, keepBackDays } = settings.shape
/** Lists the fields, because zod's `partial` would add 0.4 kB before the first list. */
const changes = z.object({
  legacyCreate: z.optional(legacyCreate),
  jobConcurrency: z.optional(jobConcurrency),
  jobRate: z.optional(jobRate),
  backgroundRate: z.optional(backgroundRate),
  keepBackDays: z.optional(keepBackDays),
})

export const readSettings = endpoint({
  method: 'GET',
  path: '/api/settings',
  access: 'settings.manage',
  answer: settings,
})

export const changeSettings = endpoint({
  method: 'PATCH',
  path: '/api/settings',
  access: 'settings.manage',
  body: changes,
  answer: settings,
})
