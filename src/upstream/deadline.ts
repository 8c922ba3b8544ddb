/** True for the reason of a signal whose caller left. */
export const isAbort = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'AbortError'

/**
 * Returns a signal that aborts with `parent` or after `ms`, and `clear` to release it. `AbortSignal.timeout` would keep its
 * listeners, and with them the whole request, in memory until the time is over.
 */
export function startDeadline(ms: number, parent?: AbortSignal) {
  const controller = new AbortController()
  const end = () => controller.abort()
  const timer = setTimeout(() => controller.abort(new DOMException('took too long', 'TimeoutError')), ms)
  if (parent?.aborted === true) end()
  parent?.addEventListener('abort', end, { once: true })
  return {
    signal: controller.signal,
    clear: (): void => {
      clearTimeout(timer)
      parent?.removeEventListener('abort', end)
    },
  }
}
