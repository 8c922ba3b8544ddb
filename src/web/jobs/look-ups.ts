import pLimit from 'p-limit'
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

/** Creates a look-up queue that requests each number once, in batches. Results are kept when the numbers change. */
function createLookUps() {
  const state = sharedValue(initial)
  let requested: readonly string[] = []
  let run = new AbortController()

  function publish(changes: Partial<LookUpState>): void {
    const next = { ...state.get(), ...changes, total: requested.length }
    state.set({ ...next, done: requested.filter((ext) => next.looked.has(ext)).length })
  }

  async function work(controller: AbortController): Promise<void> {
    const { signal } = controller
    const missing = requested.filter((ext) => !state.get().looked.has(ext))
    const chunks = Array.from({ length: Math.ceil(missing.length / perCall) }, (_, index) =>
      missing.slice(index * perCall, (index + 1) * perCall),
    )
    await pLimit(callsAtOnce).map(chunks, async (exts) => {
      if (signal.aborted) return
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
      }
    })
    if (!signal.aborted) publish({ running: false })
  }

  function start(): void {
    run.abort()
    run = new AbortController()
    publish({ running: requested.some((ext) => !state.get().looked.has(ext)), error: null })
    if (state.get().running) void work(run)
  }

  return {
    use: state.use,
    request: (exts: readonly string[]): void => {
      requested = exts
      start()
    },
    stop: (): void => {
      run.abort()
      publish({ running: false })
    },
    /** Retries the numbers that could not be looked up. */
    again: (): void => {
      const known = [...state.get().looked].filter(([, { state }]) => state !== 'unknown')
      publish({ looked: new Map(known) })
      start()
    },
    /** Clears every result and looks all numbers up again, because the service may have changed. */
    refresh: (): void => {
      publish({ looked: new Map() })
      start()
    },
  }
}

/**
 * Looks up these numbers at the service while the component is mounted, and reports progress. `choose` receives the
 * results so far and returns the requested numbers. An equal list does not start the look-ups again.
 */
export function useLookUps(choose: (looked: LookUpState['looked']) => readonly string[]) {
  const [lookUps] = useState(createLookUps)
  const state = lookUps.use()
  const key = choose(state.looked).join(' ')
  const exts = useMemo(() => (key === '' ? [] : key.split(' ')), [key])
  useEffect(() => {
    lookUps.request(exts)
    return () => lookUps.stop()
  }, [lookUps, exts])
  return { ...state, exts, again: lookUps.again, refresh: lookUps.refresh, stop: lookUps.stop }
}
export type LookUps = ReturnType<typeof useLookUps>
