import type { ReadReport, ReadRequest } from './parse-in-worker.ts'
import { readSheet } from './read-sheet.ts'

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker speaks only to the page that made it
const report = (message: ReadReport) => self.postMessage(message)

self.addEventListener('message', ({ data: { source, options } }: MessageEvent<ReadRequest>) =>
  report({ read: readSheet(source, options, (progress) => report({ progress })) }),
)
