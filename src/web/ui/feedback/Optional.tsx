import { Suspense, type ReactNode } from 'react'
import { ErrorBoundary } from './ErrorBoundary.tsx'

/** An optional part of the page: renders nothing while the part loads, or when it cannot load because the server is unreachable. */
export function Optional({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary instead={null}>
      <Suspense fallback={null}>{children}</Suspense>
    </ErrorBoundary>
  )
}
