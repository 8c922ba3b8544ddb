/** Longest wait for an idle moment, ms. */
const longestWaitMs = 5_000

/**
 * Calls back once the document has loaded and the browser is idle, which it is not while the first page renders in
 * slices. Returns a function that cancels the call.
 */
export function whenIdle(callback: () => void): () => void {
  let isWanted = true
  const call = () => {
    if (isWanted) callback()
  }
  const wait = () => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(call, { timeout: longestWaitMs })
    else setTimeout(call)
  }
  if (document.readyState === 'complete') wait()
  else window.addEventListener('load', wait, { once: true })
  return () => {
    isWanted = false
  }
}
