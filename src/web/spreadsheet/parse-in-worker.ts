import type { ReadRequest } from './read-in-parts.ts'
import type { OnProgress, Sheet, SheetError, SheetRow } from './sheet.ts'
import { callWorker } from './worker-call.ts'

/**
 * Runs `readSheet` in a worker, so that the page stays responsive; in the page itself when there are no workers. After an abort, the
 * promise stays pending.
 */
export async function parseInWorker(
  request: ReadRequest,
  { onProgress, signal }: { onProgress: OnProgress; signal: AbortSignal },
): Promise<Sheet | SheetError> {
  const rows: SheetRow[] = []
  const onPart = (part: readonly SheetRow[]) => void rows.push(...part)
  const read = await (typeof Worker === 'undefined'
    ? (await import('./read-in-parts.ts')).readInParts(request, { onProgress, onPart })
    : callWorker<Sheet | SheetError, readonly SheetRow[]>(
        new Worker(new URL('./parse-worker.ts', import.meta.url), { type: 'module' }),
        request,
        { onProgress, onPart, signal },
      ))
  if (signal.aborted) return new Promise(() => undefined)
  return typeof read === 'string' ? read : { ...read, rows }
}
