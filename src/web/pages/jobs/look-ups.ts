import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import type * as z from 'zod/mini'
import { lookUpAgents, maxAgentLookUps } from '#contract/people.ts'
import { lookUpNumbers, maxLookUps } from '#contract/jobs.ts'
import { call } from '../../api/call.ts'
import { inBatches } from '../../api/in-batches.ts'
import { fillUp } from '../../entities/extension/number-ranges.ts'
import { agentKey, type AgentId } from './import/rows.ts'

/** A number's state and record at the service (operation 7). */
export type LookedUp = z.output<(typeof lookUpNumbers)['answer']>['items'][number]
/** An agent's state at the service (operations 6 and 9). */
export type LookedUpAgent = z.output<(typeof lookUpAgents)['answer']>['items'][number]

type Results<Item> = ReadonlyMap<string, Item>
const noResults: Results<never> = new Map<string, never>()
/** Small enough for visible progress. */
const perCall = Math.min(maxLookUps, maxAgentLookUps) / 2
const callsAtOnce = 2

interface Queue<Item> {
  path: string
  lookUp: (keys: readonly string[], signal: AbortSignal) => Promise<(readonly [string, Item])[]>
  /** What `choose` reads besides the results. */
  input: unknown
  /** Returns the keys for the results so far, so their list may grow while the look-ups run. */
  choose: (looked: Results<Item>) => readonly string[]
}

/** Looks keys up while the component is mounted, each once: results are kept when the keys change. */
function useQueue<Item extends { state: string }>({ path, lookUp, input, choose }: Queue<Item>) {
  const client = useQueryClient()
  // The next visit looks everything up again.
  const [visit] = useState(() => Date.now())
  const queryKey = [path, visit]
  const { data: looked = noResults } = useQuery<Results<Item>>({ queryKey, queryFn: skipToken, gcTime: 0 })
  const keys = useMemo(() => choose(looked), [choose, looked])
  const done = useMemo(() => keys.filter((key) => looked.has(key)).length, [keys, looked])
  const total = keys.length
  /** The input whose look-ups the user stopped: only the user starts them again, not the next reading of all that the page shows. */
  const [stopped, setStopped] = useState<Pick<Queue<Item>, 'choose'> | null>(null)
  const { isFetching, error, refetch } = useQuery({
    queryKey: [...queryKey, input],
    queryFn: async ({ signal }) => {
      const results = () => client.getQueryData<Results<Item>>(queryKey) ?? noResults
      const findMissing = () => choose(results()).filter((key) => !results().has(key))
      const lookUpBatch = async (batch: readonly string[]) => {
        const items = await lookUp(batch, signal)
        client.setQueryData<Results<Item>>(queryKey, new Map([...results(), ...items]))
      }
      for (let missing = findMissing(); missing.length > 0 && !signal.aborted; missing = findMissing())
        await inBatches(missing, perCall, lookUpBatch, { signal, atOnce: callsAtOnce })
      return null
    },
    enabled: done < total && stopped?.choose !== choose,
    staleTime: 0,
    gcTime: 0,
    meta: { quiet: true },
  })
  const restart = (kept: Results<Item>) => {
    setStopped(null)
    client.setQueryData(queryKey, kept)
    void refetch()
  }
  return {
    /** By number, or by `agentKey`. */
    looked,
    keys,
    /** How many numbers or agents are requested, and how many are looked up. */
    total,
    done,
    running: isFetching,
    /** True once every key is looked up. */
    isDone: !isFetching && total > 0 && done === total,
    /** True after a cancel or an error, until the look-ups continue. What is not in `looked` by then stays unknown. */
    stopped: !isFetching && done < total,
    /** Why the look-ups stopped early. */
    error: isFetching ? null : error,
    stop: () => {
      setStopped({ choose })
      void client.cancelQueries({ queryKey })
    },
    /** Continues, and retries what could not be looked up. */
    again: () => restart(new Map([...looked].filter(([, { state }]) => state !== 'unknown'))),
    /** Clears every result and looks everything up again, because the service may have changed. */
    refresh: () => restart(noResults),
  }
}

async function lookUpNumberBatch(exts: readonly string[], signal: AbortSignal) {
  const { items } = await call(lookUpNumbers, { body: { exts: [...exts] }, signal })
  return items.map((item) => [item.ext, item] as const)
}

interface LookUpOptions {
  /** Adds a number for each that exists. */
  fill?: boolean
  /** The numbers to add; those after the highest by default. */
  candidates?: readonly string[] | undefined
}

/** Looks numbers up at the service. */
export function useLookUps(numbers: readonly string[], { fill = false, candidates }: LookUpOptions = {}) {
  const choose = useCallback(
    (looked: Results<LookedUp>) => {
      const exists = (ext: string) => (looked.get(ext)?.state ?? 'absent') !== 'absent'
      return fill ? fillUp(numbers, exists, candidates) : numbers
    },
    [numbers, fill, candidates],
  )
  const input = { numbers, fill, candidates }
  return useQueue({ path: lookUpNumbers.path, lookUp: lookUpNumberBatch, input, choose })
}
export type LookUps = ReturnType<typeof useLookUps>

const agentOf = (key: string): AgentId => ({
  agentID: key.slice(2),
  agentType: key.startsWith('0') ? '0' : '1',
})

async function lookUpAgentBatch(keys: readonly string[], signal: AbortSignal) {
  const { items } = await call(lookUpAgents, { body: { agents: keys.map(agentOf) }, signal })
  return items.map((item) => [agentKey(item), item] as const)
}

/** Looks agents up at the service, by their keys. */
export function useAgentLookUps(keys: readonly string[]) {
  const choose = useCallback(() => keys, [keys])
  return useQueue({ path: lookUpAgents.path, lookUp: lookUpAgentBatch, input: keys, choose })
}
