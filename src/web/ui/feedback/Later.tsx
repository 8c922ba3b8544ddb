import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { whenIdle } from '../../lib/when-idle.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'

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
