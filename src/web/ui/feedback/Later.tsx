import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { ErrorBoundary } from './ErrorBoundary.tsx'

/** True once the document and all that it names have loaded: what comes later then does not delay the first page. */
function useDocumentLoaded(): boolean {
  const [isLoaded, setLoaded] = useState(() => document.readyState === 'complete')
  useEffect(() => {
    const onLoad = () => setLoaded(true)
    window.addEventListener('load', onLoad)
    return () => window.removeEventListener('load', onLoad)
  }, [])
  return isLoaded
}

/** Lazy parts that the first page does without. Renders nothing until they are there, or when they cannot load. */
export function Later({ children }: { children: ReactNode }) {
  return (
    useDocumentLoaded() && (
      <ErrorBoundary instead={null}>
        <Suspense fallback={null}>{children}</Suspense>
      </ErrorBoundary>
    )
  )
}
