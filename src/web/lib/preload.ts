import { notifyManager, useQueryClient, type QueryCache, type QueryClient } from '@tanstack/react-query'
import { startTransition, useEffect, useEffectEvent, useState } from 'react'

/** Longest wait for the first page, ms. A page without reads of its own would otherwise never count as loaded. */
const longestWaitMs = 1000

/** Calls `callback` once the browser is idle after the next frame. Returns a function that cancels the call. */
function whenDrawn(callback: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(callback, 200)
    return () => clearTimeout(timer)
  }
  const idle = (next: () => void) => window.requestIdleCallback(next, { timeout: longestWaitMs })
  // The first idle moment may come between rendering and painting.
  let handle = idle(() => {
    handle = idle(callback)
  })
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

/**
 * Calls `callback` once the page's reads are answered and rendered, at the latest after a second without a change. Returns a function
 * that cancels the call. Not a store that components subscribe to: each start and end of a read would render them again.
 */
export function whenPageLoaded(client: QueryClient, callback: () => void): () => void {
  const cache = client.getQueryCache()
  let answered: boolean | undefined
  let cancel = () => {}
  const stop = () => {
    unsubscribe()
    cancel()
  }
  const finish = () => {
    stop()
    callback()
  }
  const look = () => {
    const now = isAnswered(cache)
    if (now === answered) return
    answered = now
    cancel()
    if (now) cancel = whenDrawn(finish)
    else {
      const timer = setTimeout(finish, longestWaitMs)
      cancel = () => clearTimeout(timer)
    }
  }
  const unsubscribe = cache.subscribe(notifyManager.batchCalls(look))
  look()
  return stop
}

/** True once the first page is loaded. Everything outside the page loads only then, so that the page loads first. */
export function useFirstPageLoaded(): boolean {
  const client = useQueryClient()
  const [done, setDone] = useState(false)
  useEffect(() => whenPageLoaded(client, () => startTransition(() => setDone(true))), [client])
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
