import { slowMisbehaviours } from './broken-http.ts'
import { prove } from './prove.ts'

prove(slowMisbehaviours, slowMisbehaviours.length)
