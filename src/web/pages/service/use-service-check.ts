import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ServiceCheckLine, ServiceCheckStep, ServiceDraft } from '#contract/service.ts'
import { checkMutation } from '../../entities/service/queries.ts'

const isStep = (line: ServiceCheckLine): line is ServiceCheckStep => line.kind === 'step'

/** Runs one check at a time and collects its lines. Leaving the page ends the check. */
export function useServiceCheck() {
  const [lines, setLines] = useState<readonly ServiceCheckLine[]>([])
  /** The draft of the lines, and when its check began. */
  const [tested, setTested] = useState<{ draft: ServiceDraft; at: number } | null>(null)
  const [isCancelled, setCancelled] = useState(false)
  const running = useRef<AbortController>(null)
  const { mutate, error, isPending } = useMutation(checkMutation())
  useEffect(() => () => running.current?.abort(), [])
  return {
    tested,
    steps: lines.filter(isStep),
    /** Null until the check has ended. */
    result: lines.find((line) => line.kind === 'result') ?? null,
    isPending,
    isCancelled,
    error: isCancelled ? null : error,
    start: (draft: ServiceDraft, action: string, onError: (error: Error) => void) => {
      running.current?.abort()
      const started = new AbortController()
      running.current = started
      setCancelled(false)
      setLines([])
      setTested({ draft, at: Date.now() })
      const onLine = (line: ServiceCheckLine) => {
        if (!started.signal.aborted) setLines((before) => [...before, line])
      }
      mutate({ draft, action, signal: started.signal, onLine }, { onError })
    },
    cancel: () => {
      setCancelled(true)
      running.current?.abort()
    },
  }
}
export type ServiceCheck = ReturnType<typeof useServiceCheck>
