import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { serviceProblems } from './problem.ts'
import { ext, typedLine } from './text.ts'

/** How long the browser shows a revealed password, in seconds. */
export const revealSeconds = 30

/** Limits in characters. */
export const reasonLength = { least: 5, most: 200 } as const
/** The reason for revealing a password; kept in the audit. */
const revealReason = typedLine(reasonLength.most).check(z.minLength(reasonLength.least))

/** Reads operation 7 for the password, the one field that no other answer contains. Audited before the service is asked. */
export const revealSecret = endpoint({
  method: 'POST',
  path: '/api/extensions/:ext/secret',
  access: 'secret.reveal',
  freshSignIn: true,
  problems: ['limited', ...serviceProblems, 'names-secret', 'password-not-held', 'password-masked'],
  params: z.object({ ext }),
  body: z.object({ reason: revealReason }),
  answer: z.object({ password: z.string() }),
})
