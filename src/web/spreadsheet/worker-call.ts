import type { OnProgress } from './sheet.ts'

type Reply<Answer> = { progress: number } | { answer: Answer } | { failed: true }

interface Hooks {
  onProgress?: OnProgress
  /** Terminates the worker; the promise then stays pending forever. */
  signal?: AbortSignal
}

/** Sends one request to a worker, and terminates the worker after the answer. Rejects when the worker fails. */
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

/** Smallest progress to report. Work comes in many small pieces, so this limits the messages to a hundred. */
const leastStep = 0.01

/** Runs inside a worker: answers the request of `callWorker`. */
export function answerCall(work: (onProgress: OnProgress) => Promise<unknown>): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker speaks only to the page that made it
  const reply = (message: Reply<unknown>) => self.postMessage(message)
  let reported = 0
  const onProgress = (progress: number) => {
    if (progress - reported < leastStep) return
    reported = progress
    reply({ progress })
  }
  // `reply` can throw when the answer is too large to send.
  work(onProgress)
    .then((answer) => reply({ answer }))
    .catch(() => reply({ failed: true }))
}
