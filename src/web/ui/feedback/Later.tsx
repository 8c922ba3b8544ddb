import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { ErrorBoundary } from './ErrorBoundary.tsx'

/** Longest wait for an idle moment, ms. */
const longestWaitMs = 5_000

/** Calls back once the document has loaded and the browser is idle, which it is not while the first page renders in slices. */
function whenIdle(callback: () => void): () => void {
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

/** Lazy parts that the first page does without. Renders nothing until they are there, or when they cannot load. */
export function Later({ children }: { children: ReactNode }) {
  const [isTime, setTime] = useState(false)
  useEffect(() => whenIdle(() => setTime(true)), [])
  return (
    isTime && (
      <ErrorBoundary instead={null}>
        <Suspense fallback={null}>{children}</Suspense>
      </ErrorBoundary>
    )
  )
}
