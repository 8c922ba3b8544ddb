import { useSyncExternalStore } from 'react'

/** How far the clock may be behind, ms. */
export const clockStepMs = 15_000
let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

/** One timer for all who watch, none without a watcher. */
function subscribe(listener: () => void) {
  if (listeners.size === 0) {
    // A recent reading is kept: another would have all that was just drawn drawn again.
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
