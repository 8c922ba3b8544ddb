import { wrongData } from './wrong-data.ts'
import { proveOutcomes } from './matrix.ts'

proveOutcomes(wrongData)
