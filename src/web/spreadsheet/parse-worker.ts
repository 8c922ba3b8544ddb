import type { ReadRequest } from './parse-in-worker.ts'
import { readSheet } from './read-sheet.ts'
import { answerCall } from './worker-call.ts'

self.addEventListener('message', ({ data: { source, options } }: MessageEvent<ReadRequest>) =>
  answerCall((onProgress) => readSheet(source, options, onProgress)),
)
