import { readInParts, type ReadRequest } from './read-in-parts.ts'
import type { SheetRow } from './sheet.ts'
import { answerCall } from './worker-call.ts'

self.addEventListener('message', ({ data }: MessageEvent<ReadRequest>) =>
  answerCall<readonly SheetRow[]>((work) => readInParts(data, work)),
)
