import { answerCall } from '../worker-call.ts'
import { workbookOf, type WriteRequest } from './write-workbook.ts'

self.addEventListener('message', ({ data: { csv, title } }: MessageEvent<WriteRequest>) =>
  answerCall(() => workbookOf(csv, title)),
)
