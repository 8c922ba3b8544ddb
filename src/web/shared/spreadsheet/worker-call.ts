import type { OnProgress } from './sheet.ts'

type Reply<Answer> = { progress: number } | { answer: Answer } | { failed: true }

interface Hooks {
  onProgress?: OnProgress
  /** Ends the worker; the promise then stays pending for ever. */
  signal?: AbortSignal
}

/** Sends one request to a worker and ends it with the answer. Rejects when the worker breaks. */
export function callWorker<Answer>(
  worker: Worker,
  request: object,
  { onProgress, signal }: Hooks = {},
): Promise<Answer> {
  signal?.addEventListener('abort', () => worker.terminate())
  return new Promise((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Reply<Answer>>) => {
      if ('progress' in data) return onProgress?.(data.progress)
      worker.terminate()
      return 'answer' in data ? resolve(data.answer) : reject(new Error('the worker failed'))
    })
    worker.addEventListener('error', () => {
      worker.terminate()
      reject(new Error('the worker stopped'))
    })
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
    worker.postMessage(request)
  })
}

/** No more messages than hundredths: work comes in many small pieces. */
const leastStep = 0.01

/** In a worker: answers a request of `callWorker`. */
export function answerCall(work: (onProgress: OnProgress) => Promise<unknown>): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker speaks only to the page that made it
  const reply = (message: Reply<unknown>) => self.postMessage(message)
  let shown = 0
  const onProgress = (progress: number) => {
    if (progress - shown < leastStep) return
    shown = progress
    reply({ progress })
  }
  // An answer can be too large to be sent.
  work(onProgress)
    .then((answer) => reply({ answer }))
    .catch(() => reply({ failed: true }))
}
