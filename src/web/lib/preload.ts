import { notifyManager, useQueryClient, type QueryCache } from '@tanstack/react-query'
import {
  startTransition,
  useCallback,
  useEffect,
  useEffectEvent,
  useState,
  useSyncExternalStore,
} from 'react'

/** A page without any read of its own is first seen at once; this is the longest it is waited for, in ms. */
const longestWaitMs = 1000

/** Calls once the browser has drawn what there is to draw. The answer calls it off. */
export function whenDrawn(callback: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(callback, 200)
    return () => clearTimeout(timer)
  }
  const handle = window.requestIdleCallback(callback, { timeout: longestWaitMs })
  return () => window.cancelIdleCallback(handle)
}

/** The page has asked for something, and nothing is on its way. */
function isAnswered(cache: QueryCache): boolean {
  const queries = cache.getAll()
  return (
    queries.every(({ state }) => state.fetchStatus !== 'fetching') &&
    queries.some(({ queryKey, state }) => queryKey[0] !== 'session' && state.status !== 'pending')
  )
}

/** True from when the first page's reads are answered: what is not part of it is fetched only then, so that it comes first. */
export function useFirstPageLoaded(): boolean {
  const cache = useQueryClient().getQueryCache()
  const [done, setDone] = useState(false)
  const subscribe = useCallback(
    (onChange: () => void) => cache.subscribe(notifyManager.batchCalls(onChange)),
    [cache],
  )
  // One answer for all reads: with `useIsFetching`, each that begins or ends would draw its component again.
  const seen = useSyncExternalStore(subscribe, () => done || isAnswered(cache))
  useEffect(() => {
    const finish = () => startTransition(() => setDone(true))
    if (seen) return whenDrawn(finish)
    const timer = setTimeout(finish, longestWaitMs)
    return () => clearTimeout(timer)
  }, [seen])
  return done
}

/** An idle page fetches ahead after so long, ms. */
const leftAloneMs = 5_000
const inputs = ['pointermove', 'pointerdown', 'keydown'] as const

/**
 * Calls once after the first view is `seen`, at the reader's first key or pointer or when the page has been left alone for
 * some seconds: what no page needs before a user needs it is fetched only then, so that the processor is free for the first
 * look.
 */
export function usePreload(seen: boolean, fetch: () => void): void {
  const preload = useEffectEvent(fetch)
  useEffect(() => {
    if (!seen) return undefined
    const waiting = new AbortController()
    const { signal } = waiting
    const begin = () => {
      waiting.abort()
      preload()
    }
    const timer = setTimeout(begin, leftAloneMs)
    signal.addEventListener('abort', () => clearTimeout(timer))
    for (const input of inputs)
      window.addEventListener(input, begin, { capture: true, passive: true, signal })
    return () => waiting.abort()
  }, [seen])
}
