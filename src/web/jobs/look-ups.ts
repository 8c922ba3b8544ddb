import { useEffect, useMemo, useState } from 'react'
import type * as z from 'zod/mini'
import { lookUpNumbers, maxLookUps } from '#contract/jobs.ts'
import { call } from '../api/call.ts'
import { sharedValue } from '../lib/shared-value.ts'

/** A number's state and record at the service (operation 7). */
export type LookedUp = z.output<(typeof lookUpNumbers)['answer']>['items'][number]

interface LookUpState {
  looked: ReadonlyMap<string, LookedUp>
  /** How many numbers are requested, and how many are looked up. */
  total: number
  done: number
  running: boolean
  /** Why the look-ups stopped early. Numbers not looked up yet are missing from `looked`. */
  error: unknown
}

/** Small enough for visible progress. */
const perCall = maxLookUps / 2
const callsAtOnce = 2

const initial: LookUpState = { looked: new Map(), total: 0, done: 0, running: false, error: null }

/** Creates a look-up queue that requests each number once, in batches, also when the numbers change in between. */
function createLookUps() {
  const state = sharedValue(initial)
  let requested: readonly string[] = []
  /** Ends with a stop, an error or a new start. */
  let run = { controller: new AbortController(), inFlight: new Set<string>(), workers: 0 }

  function publish(changes: Partial<LookUpState>): void {
    const next = { ...state.get(), ...changes, total: requested.length }
    state.set({ ...next, done: requested.filter((ext) => next.looked.has(ext)).length })
  }

  const waiting = () =>
    requested.filter((ext) => !state.get().looked.has(ext) && !run.inFlight.has(ext)).slice(0, perCall)

  async function work({ controller, inFlight }: typeof run): Promise<void> {
    const { signal } = controller
    for (let exts = waiting(); exts.length > 0; exts = waiting()) {
      for (const ext of exts) inFlight.add(ext)
      try {
        const { items } = await call(lookUpNumbers, { body: { exts }, signal })
        if (signal.aborted) return
        publish({
          looked: new Map([...state.get().looked, ...items.map((item) => [item.ext, item] as const)]),
        })
      } catch (error) {
        if (signal.aborted) return
        // Stop the other calls as well.
        controller.abort()
        publish({ running: false, error })
      } finally {
        for (const ext of exts) inFlight.delete(ext)
      }
      if (signal.aborted) return
    }
    run.workers -= 1
    if (run.workers === 0) publish({ running: false })
  }

  /** Looks up what is missing. A call that is under way goes on. */
  function proceed(): void {
    publish({ running: run.workers > 0 || waiting().length > 0, error: null })
    while (run.workers < callsAtOnce && waiting().length > 0) {
      run.workers += 1
      void work(run)
    }
  }

  function restart(): void {
    run.controller.abort()
    run = { controller: new AbortController(), inFlight: new Set(), workers: 0 }
    proceed()
  }

  return {
    use: state.use,
    request: (exts: readonly string[]): void => {
      requested = exts
      if (run.controller.signal.aborted) restart()
      else proceed()
    },
    stop: (): void => {
      run.controller.abort()
      publish({ running: false })
    },
    /** Retries the numbers that could not be looked up. */
    again: (): void => {
      const known = [...state.get().looked].filter(([, { state }]) => state !== 'unknown')
      publish({ looked: new Map(known) })
      restart()
    },
    /** Clears every result and looks all numbers up again, because the service may have changed. */
    refresh: (): void => {
      publish({ looked: new Map() })
      restart()
    },
  }
}

/**
 * Looks up these numbers at the service while the component is mounted, and reports progress. `choose` receives the
 * results so far and returns the requested numbers, so the list may grow while the look-ups run.
 */
export function useLookUps(choose: (looked: LookUpState['looked']) => readonly string[]) {
  const [lookUps] = useState(createLookUps)
  const state = lookUps.use()
  const key = choose(state.looked).join(' ')
  const exts = useMemo(() => (key === '' ? [] : key.split(' ')), [key])
  useEffect(() => lookUps.request(exts), [lookUps, exts])
  useEffect(() => lookUps.stop, [lookUps])
  return { ...state, exts, again: lookUps.again, refresh: lookUps.refresh, stop: lookUps.stop }
}
export type LookUps = ReturnType<typeof useLookUps>
