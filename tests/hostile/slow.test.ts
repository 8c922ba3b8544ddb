import { defaultLimits } from '#upstream/transport.ts'
import { slowMisbehaviors } from './broken-http.ts'
import { proveOutcomes } from './matrix.ts'

/** Short enough for a test to wait; these services never answer. */
const waitMs = { read: 1_000, token: 1_000, create: 1_000 }

proveOutcomes(slowMisbehaviors, { ...defaultLimits, headersMs: waitMs, totalMs: waitMs })
