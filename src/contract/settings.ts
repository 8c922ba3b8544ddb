import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

export const settings = z.object({
  /** Offer the deprecated create (operation 10). */
  legacyCreate: z.boolean(),
  /** Creates that a bulk job has on their way at once. */
  jobConcurrency: z.number().check(z.int(), z.gte(1), z.lte(32)),
  /** Creates per second that all bulk jobs of a replica send at most; 0 for no such limit. */
  jobRate: z.number().check(z.int(), z.gte(0), z.lte(1000)),
  /** Reads per second that each replica's work in the background sends at most; 0 switches that work off. */
  backgroundRate: z.number().check(z.int(), z.gte(0), z.lte(100)),
})
export type Settings = z.infer<typeof settings>

const { legacyCreate, jobConcurrency, jobRate, backgroundRate } = settings.shape
/** Field by field: zod's `partial` is 0.4 kB before the first list. */
const changes = z.object({
  legacyCreate: z.optional(legacyCreate),
  jobConcurrency: z.optional(jobConcurrency),
  jobRate: z.optional(jobRate),
  backgroundRate: z.optional(backgroundRate),
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
