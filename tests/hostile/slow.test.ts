import { untiring } from './consoles.ts'
import { slowMisbehaviors } from './broken-http.ts'
import { proveOutcomes } from './matrix.ts'

/** Short, since each test waits for services that never respond; long enough for an honest response on a busy machine. */
const waitMs = { read: 5_000, token: 5_000, create: 5_000 }

proveOutcomes(slowMisbehaviors, { ...untiring, headersMs: waitMs, totalMs: waitMs })
