import type { OnProgress, ReadOptions, Sheet, SheetError } from './sheet.ts'
import { callWorker } from './worker-call.ts'

export interface ReadRequest {
  source: Uint8Array | string
  options: ReadOptions
}

/** Runs `readSheet` in a worker, so that the page stays responsive. */
export async function parseInWorker(
  content: Blob | string,
  options: ReadOptions,
  { onProgress, signal }: { onProgress: OnProgress; signal: AbortSignal },
): Promise<Sheet | SheetError> {
  const source = typeof content === 'string' ? content : new Uint8Array(await content.arrayBuffer())
  signal.throwIfAborted()
  const worker = new Worker(new URL('./parse-worker.ts', import.meta.url), { type: 'module' })
  const read = await callWorker<Sheet | SheetError>(worker, { source, options }, { onProgress, signal })
  signal.throwIfAborted()
  return read
}
