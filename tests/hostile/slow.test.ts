import { defaultLimits } from '#upstream/transport.ts'
import { slowMisbehaviors } from './broken-http.ts'
import { proveOutcomes } from './matrix.ts'

/** Short enough to be waited for by a test; each of these services never answers at all. */
const waitMs = { read: 1_000, token: 1_000, create: 1_000 }

proveOutcomes(slowMisbehaviors, { ...defaultLimits, headersMs: waitMs, totalMs: waitMs })
