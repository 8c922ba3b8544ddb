import { brokenHttp } from './broken-http.ts'
import { lyingData } from './lying-data.ts'
import { prove } from './prove.ts'
import { wrongWords } from './wrong-words.ts'

prove([...brokenHttp, ...wrongWords, ...lyingData], 16)
