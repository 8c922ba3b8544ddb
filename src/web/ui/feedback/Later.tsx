import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { whenIdle } from '../../lib/when-idle.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'

interface LaterProps {
  children: ReactNode
  /** Has the place of the parts until they are there. */
  placeholder?: ReactNode
}

/** Lazy parts that the first page does without. Renders the placeholder until they are there, or when they cannot load. */
export function Later({ children, placeholder = null }: LaterProps) {
  const [isTime, setTime] = useState(false)
  useEffect(() => whenIdle(() => setTime(true)), [])
  if (!isTime) return placeholder
  return (
    <ErrorBoundary instead={placeholder}>
      <Suspense fallback={placeholder}>{children}</Suspense>
    </ErrorBoundary>
  )
}
