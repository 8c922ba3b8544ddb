import { useSyncExternalStore } from 'react'

/** Interval between updates of the clock, and so its largest delay, ms. */
const clockStepMs = 15_000
let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

/** Runs one timer for all subscribers, and none without subscribers. */
function subscribe(listener: () => void) {
  if (listeners.size === 0) {
    // Keep a recent reading: a new one would re-render everything that has just been rendered.
    if (Date.now() - now > clockStepMs) now = Date.now()
    timer = setInterval(() => {
      now = Date.now()
      for (const each of listeners) each()
    }, clockStepMs)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(timer)
  }
}

/** The time in epoch milliseconds, updated every 15 seconds. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now)
