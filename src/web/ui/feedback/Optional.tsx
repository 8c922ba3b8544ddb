import { Suspense, type ReactNode } from 'react'
import { ErrorBoundary } from './ErrorBoundary.tsx'

/** A part that the page can do without: while it is fetched, and where it cannot be (the server is gone), nothing is shown in its place. */
export function Optional({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary instead={null}>
      <Suspense fallback={null}>{children}</Suspense>
    </ErrorBoundary>
  )
}
