import { defaultLimits } from '#upstream/transport.ts'
import { slowMisbehaviors } from './broken-http.ts'
import { proveOutcomes } from './matrix.ts'

/** Short enough for a test to wait, since these services never answer; long enough for an honest answer on a busy machine. */
const waitMs = { read: 3_000, token: 3_000, create: 3_000 }

proveOutcomes(slowMisbehaviors, { ...defaultLimits, headersMs: waitMs, totalMs: waitMs })
