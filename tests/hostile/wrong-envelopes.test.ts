import { wrongEnvelopes } from './wrong-envelopes.ts'
import { proveOutcomes } from './matrix.ts'

proveOutcomes(wrongEnvelopes)
