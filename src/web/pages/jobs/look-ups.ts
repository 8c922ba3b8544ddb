import { useEffect, useMemo, useState } from 'react'
import type * as z from 'zod/mini'
import { lookUpAgents, maxAgentLookUps } from '#contract/people.ts'
import { lookUpNumbers, maxLookUps } from '#contract/jobs.ts'
import { call } from '../../api/call.ts'
import { sharedValue } from '../../lib/shared-value.ts'
import { agentKey, type AgentId } from './import/rows.ts'

/** A number's state and record at the service (operation 7). */
export type LookedUp = z.output<(typeof lookUpNumbers)['answer']>['items'][number]
/** An agent's state at the service (operations 6 and 9). */
export type LookedUpAgent = z.output<(typeof lookUpAgents)['answer']>['items'][number]

interface LookUpState<Item> {
  /** By number, or by `agentKey`. */
  looked: ReadonlyMap<string, Item>
  /** How many numbers or agents are requested, and how many are looked up. */
  total: number
  done: number
  running: boolean
  /** True after a cancel or an error, until the look-ups continue. What is not in `looked` by then stays unknown. */
  stopped: boolean
  /** Why the look-ups stopped early. */
  error: unknown
}

/** Small enough for visible progress. */
const perCall = Math.min(maxLookUps, maxAgentLookUps) / 2
const callsAtOnce = 2

type LookUp<Item> = (keys: readonly string[], signal: AbortSignal) => Promise<(readonly [string, Item])[]>

/** Creates a look-up queue that requests each key once, in batches. Results are kept when the keys change. */
function createLookUps<Item extends { state: string }>(lookUp: LookUp<Item>) {
  const state = sharedValue<LookUpState<Item>>({
    looked: new Map(),
    total: 0,
    done: 0,
    running: false,
    stopped: false,
    error: null,
  })
  let requested: readonly string[] = []
  /** Ends with a stop, an error or a new start. */
  let run = { controller: new AbortController(), inFlight: new Set<string>(), workers: 0 }

  function publish(changes: Partial<LookUpState<Item>>): void {
    const next = { ...state.get(), ...changes, total: requested.length }
    state.set({ ...next, done: requested.filter((key) => next.looked.has(key)).length })
  }

  const waiting = () =>
    requested.filter((key) => !state.get().looked.has(key) && !run.inFlight.has(key)).slice(0, perCall)

  async function work({ controller, inFlight }: typeof run): Promise<void> {
    const { signal } = controller
    for (let keys = waiting(); keys.length > 0; keys = waiting()) {
      for (const key of keys) inFlight.add(key)
      try {
        const items = await lookUp(keys, signal)
        if (signal.aborted) return
        publish({ looked: new Map([...state.get().looked, ...items]) })
      } catch (error) {
        if (signal.aborted) return
        // Stop the other calls as well.
        controller.abort()
        publish({ running: false, stopped: true, error })
      } finally {
        for (const key of keys) inFlight.delete(key)
      }
      if (signal.aborted) return
    }
    run.workers -= 1
    if (run.workers === 0) publish({ running: false })
  }

  /** Looks up what is missing. A call that is under way goes on. */
  function proceed(): void {
    publish({ running: run.workers > 0 || waiting().length > 0, stopped: false, error: null })
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
    request: (keys: readonly string[]): void => {
      requested = keys
      if (run.controller.signal.aborted) restart()
      else proceed()
    },
    stop: (): void => {
      run.controller.abort()
      publish({ running: false, stopped: true })
    },
    /** Retries what could not be looked up. */
    again: (): void => {
      const certain = [...state.get().looked].filter(([, { state }]) => state !== 'unknown')
      publish({ looked: new Map(certain) })
      restart()
    },
    /** Clears every result and looks everything up again, because the service may have changed. */
    refresh: (): void => {
      publish({ looked: new Map() })
      restart()
    },
  }
}

/**
 * Looks these keys up while the component is mounted, and reports progress. `choose` receives the results so far and returns the
 * requested keys, so the list may grow while the look-ups run.
 */
function useQueue<Item extends { state: string }>(
  lookUp: LookUp<Item>,
  choose: (looked: LookUpState<Item>['looked']) => readonly string[],
) {
  const [lookUps] = useState(() => createLookUps(lookUp))
  const state = lookUps.use()
  const key = choose(state.looked).join(' ')
  const keys = useMemo(() => (key === '' ? [] : key.split(' ')), [key])
  const { running, stopped, total, done } = state
  useEffect(() => lookUps.request(keys), [lookUps, keys])
  useEffect(() => lookUps.stop, [lookUps])
  return {
    ...state,
    /** True once every key is looked up. */
    isDone: !running && !stopped && total > 0 && done === total,
    keys,
    again: lookUps.again,
    refresh: lookUps.refresh,
    stop: lookUps.stop,
  }
}

const lookUpNumberBatch: LookUp<LookedUp> = async (exts, signal) => {
  const { items } = await call(lookUpNumbers, { body: { exts: [...exts] }, signal })
  return items.map((item) => [item.ext, item] as const)
}

/** Looks numbers up at the service. `choose` receives the results so far and returns the requested numbers. */
export const useLookUps = (choose: (looked: ReadonlyMap<string, LookedUp>) => readonly string[]) =>
  useQueue(lookUpNumberBatch, choose)
export type LookUps = ReturnType<typeof useLookUps>

const agentOf = (key: string): AgentId => ({
  agentID: key.slice(2),
  agentType: key.startsWith('0') ? '0' : '1',
})

const lookUpAgentBatch: LookUp<LookedUpAgent> = async (keys, signal) => {
  const { items } = await call(lookUpAgents, { body: { agents: keys.map(agentOf) }, signal })
  return items.map((item) => [agentKey(item), item] as const)
}

/** Looks agents up at the service, by their keys. */
export const useAgentLookUps = (keys: readonly string[]) => useQueue(lookUpAgentBatch, () => keys)
