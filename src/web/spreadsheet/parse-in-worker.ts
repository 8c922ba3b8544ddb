import type { OnProgress, ReadOptions, Sheet, SheetError } from './sheet.ts'
import { callWorker } from './worker-call.ts'

export interface ReadRequest {
  source: Uint8Array | string
  options: ReadOptions
}

/**
 * Runs `readSheet` in a worker, so that the page stays responsive; in the page itself when there are no workers. After an abort, the
 * promise stays pending.
 */
export async function parseInWorker(
  request: ReadRequest,
  hooks: { onProgress: OnProgress; signal: AbortSignal },
): Promise<Sheet | SheetError> {
  if (typeof Worker === 'undefined') {
    const { readSheet } = await import('./read-sheet.ts')
    const read = await readSheet(request.source, request.options, hooks.onProgress)
    return hooks.signal.aborted ? new Promise(() => undefined) : read
  }
  const worker = new Worker(new URL('./parse-worker.ts', import.meta.url), { type: 'module' })
  return callWorker(worker, request, hooks)
}
