import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { job, jobParams } from './jobs.ts'

/** Most welcome sheets that the browser prints for a job. */
export const maxCards = 2_000

/**
 * Returns the generated passwords as an AES-256 encrypted ZIP, any number of times until they are deleted. `credentials.csv` has
 * the data that a phone registers with.
 */
export const jobCredentials = endpoint({
  method: 'POST',
  path: '/api/jobs/:id/credentials',
  access: 'job.run',
  freshSignIn: 'once',
  problems: ['nothing-to-fetch'],
  params: jobParams,
  body: z.object({
    passphrase: z
      .string()
      .check(z.regex(/^[\x21-\x7e]{20,128}$/, 'use 20 to 128 printable ASCII characters without spaces')),
  }),
  answer: z.string(),
})

/** What a phone registers with, and its user's name. */
const phone = z.object({
  ext: z.string(),
  password: z.string(),
  domain: z.nullable(z.string()),
  name: z.nullable(z.string()),
})
export type Phone = z.infer<typeof phone>

/** Returns the generated passwords for welcome sheets that the browser prints. Audited and counted like a download. */
export const printCredentials = endpoint({
  method: 'POST',
  path: '/api/jobs/:id/credentials/print',
  access: 'job.run',
  freshSignIn: 'once',
  problems: ['nothing-to-fetch'],
  params: jobParams,
  answer: z.object({ items: z.array(phone) }),
})

/**
 * Deletes the passwords of an ended job, because the user has them. Rows that were not created can't be sent again then. Does
 * nothing when they are deleted already.
 */
export const confirmCredentials = endpoint({
  method: 'POST',
  path: '/api/jobs/:id/credentials/confirm',
  access: 'job.run',
  problems: ['job-open', 'nothing-to-fetch'],
  params: jobParams,
  answer: job,
})
