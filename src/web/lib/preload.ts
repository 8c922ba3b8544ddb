import { notifyManager, useQueryClient, type QueryCache } from '@tanstack/react-query'
import {
  startTransition,
  useCallback,
  useEffect,
  useEffectEvent,
  useState,
  useSyncExternalStore,
} from 'react'

/** Longest wait for the first page, ms. A page without reads of its own would otherwise never count as loaded. */
const longestWaitMs = 1000

/** Calls `callback` once the browser has finished rendering. Returns a function that cancels the call. */
function whenDrawn(callback: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(callback, 200)
    return () => clearTimeout(timer)
  }
  const handle = window.requestIdleCallback(callback, { timeout: longestWaitMs })
  return () => window.cancelIdleCallback(handle)
}

/** True when the page has the result of at least one read besides the session, and no read is pending. */
function isAnswered(cache: QueryCache): boolean {
  const queries = cache.getAll()
  return (
    queries.every(({ state }) => state.fetchStatus !== 'fetching') &&
    queries.some(({ queryKey, state }) => queryKey[0] !== 'session' && state.status !== 'pending')
  )
}

/** True once the first page's reads are answered. Everything outside the page loads only then, so that the page loads first. */
export function useFirstPageLoaded(): boolean {
  const cache = useQueryClient().getQueryCache()
  const [done, setDone] = useState(false)
  const subscribe = useCallback(
    (onChange: () => void) => cache.subscribe(notifyManager.batchCalls(onChange)),
    [cache],
  )
  // One value for all reads: with `useIsFetching`, each start and end of a read would render the component again.
  const seen = useSyncExternalStore(subscribe, () => done || isAnswered(cache))
  useEffect(() => {
    const finish = () => startTransition(() => setDone(true))
    if (seen) return whenDrawn(finish)
    const timer = setTimeout(finish, longestWaitMs)
    return () => clearTimeout(timer)
  }, [seen])
  return done
}

/** Idle time after which the page loads ahead, ms. */
const leftAloneMs = 5_000
const inputs = ['pointermove', 'pointerdown', 'keydown'] as const

/**
 * Calls `fetch` once after the first view is `seen`: at the user's first key press or pointer event, or after five seconds
 * without one. Loading parts that no page needs at once so late keeps the processor free for the first view.
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
