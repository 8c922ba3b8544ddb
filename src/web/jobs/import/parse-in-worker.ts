import { readSheet, type ReadOptions, type Sheet, type SheetFault } from './read-sheet.ts'

export interface ReadRequest {
  source: Uint8Array | string
  options: ReadOptions
}
export type ReadReport = { progress: number } | { read: Sheet | SheetFault }

interface Hooks {
  /** Hears the fraction that is done. */
  onProgress: (fraction: number) => void
  /** Ends the worker; the promise then stays pending for ever. */
  signal: AbortSignal
}

/** `readSheet` in a worker, so that the page stays responsive; in the page itself where there are no workers. Rejects when the worker breaks. */
export function parseInWorker(
  source: Uint8Array | string,
  options: ReadOptions,
  { onProgress, signal }: Hooks,
): Promise<Sheet | SheetFault> {
  if (typeof Worker === 'undefined')
    return new Promise((resolve) => {
      setTimeout(() => {
        if (!signal.aborted) resolve(readSheet(source, options, onProgress))
      })
    })
  const worker = new Worker(new URL('./parse-worker.ts', import.meta.url), { type: 'module' })
  signal.addEventListener('abort', () => worker.terminate())
  return new Promise((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<ReadReport>) => {
      if ('progress' in data) return onProgress(data.progress)
      worker.terminate()
      return resolve(data.read)
    })
    worker.addEventListener('error', () => {
      worker.terminate()
      reject(new Error('the parser stopped'))
    })
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
    worker.postMessage({ source, options } satisfies ReadRequest)
  })
}
