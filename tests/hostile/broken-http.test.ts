import { brokenHttp, tooLarge } from './broken-http.ts'
import { proveOutcomes } from './matrix.ts'

proveOutcomes([...brokenHttp, ...tooLarge])
