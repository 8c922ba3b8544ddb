/**
 * A signal that ends with `parent` or after `ms`. `AbortSignal.timeout` would keep what waits for it, and so the whole
 * request, in memory until its time has come; `clear` releases it.
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
