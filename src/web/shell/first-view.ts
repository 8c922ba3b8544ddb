import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/** A page without any read of its own is first seen at once; this is the longest it is waited for, in ms. */
const longestWaitMs = 1000
/** What was answered is drawn before anything else is fetched, ms. */
const drawMs = 50

/** True from when the first page's reads are answered: what is not part of it is fetched only then, so that it comes first. */
export function useFirstViewDone(): boolean {
  const client = useQueryClient()
  const fetching = useIsFetching()
  const [done, setDone] = useState(false)
  const answered = client
    .getQueryCache()
    .getAll()
    .some(({ queryKey, state }) => queryKey[0] !== 'session' && state.status !== 'pending')
  const seen = fetching === 0 && answered
  useEffect(() => {
    const timer = setTimeout(() => setDone(true), seen ? drawMs : longestWaitMs)
    return () => clearTimeout(timer)
  }, [seen])
  return done
}
