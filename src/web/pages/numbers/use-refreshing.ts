import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useT } from '../../i18n/Language.tsx'
import { announce } from '../../ui/feedback/announce.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { freshMutation, isFailed } from './queries.ts'

/** Reads the chosen numbers again in the service. Stops when the component is unmounted. */
export function useRefreshing(numbers: () => Promise<string[]>) {
  const t = useT()
  const fresh = useMutation(freshMutation())
  const [step, setStep] = useState<{ read: number; failed: number } | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const { mutate, error } = useMutation({
    mutationFn: async (signal: AbortSignal) =>
      fresh.mutateAsync({
        numbers: await numbers(),
        signal,
        onStep: (read, failed) => setStep({ read, failed }),
      }),
  })
  const start = () => {
    running.current = new AbortController()
    setStep({ read: 0, failed: 0 })
    mutate(running.current.signal, {
      onSuccess: (read) => {
        const failed = read.filter(isFailed).length
        if (failed === 0) return announce(t('numbers.refreshed', { count: read.length }))
        const message = t('numbers.refreshed.some', { done: read.length - failed, count: read.length })
        toast({ tone: 'failure', message })
      },
      onSettled: () => setStep(null),
    })
  }
  /** `step` is null while nothing is read. */
  return { start, stop: () => running.current?.abort(), step, error }
}
