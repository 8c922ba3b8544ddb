import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type * as z from 'zod/mini'
import { lookUpAgents, maxAgentLookUps } from '#contract/people.ts'
import { lookUpNumbers, maxLookUps } from '#contract/jobs.ts'
import { call } from '../../api/call.ts'
import { inBatches } from '../../api/in-batches.ts'
import { fillUp } from '../../entities/extension/number-ranges.ts'
import { agentIdOf, agentKey, type RowAgent } from './import/rows.ts'

/** A number's state and record at the service (operation 7). */
export type LookedUp = z.output<(typeof lookUpNumbers)['answer']>['items'][number]
/** An agent's state at the service (operations 6 and 9). */
type LookedUpAgent = z.output<(typeof lookUpAgents)['answer']>['items'][number]

interface Results {
  /** By number. */
  numbers: ReadonlyMap<string, LookedUp>
  /** By `agentKey`. */
  agents: ReadonlyMap<string, LookedUpAgent>
}
const noResults: Results = { numbers: new Map(), agents: new Map() }
const keep = <Item extends { state: string }>(items: ReadonlyMap<string, Item>): ReadonlyMap<string, Item> =>
  new Map([...items].filter(([, { state }]) => state !== 'unknown'))

/** Small enough for visible progress. */
const perCall = Math.min(maxLookUps, maxAgentLookUps) / 2
const atOnce = 2

interface LookUpOptions {
  /** Adds a number for each that exists. */
  fill?: boolean | undefined
  /** The numbers to add; those after the highest by default. */
  candidates?: readonly string[] | undefined
  /** Agents to look up once the numbers are: those of the numbers that can be created. */
  agents?: readonly RowAgent[] | undefined
}

type Input = LookUpOptions & { numbers: readonly string[] }

/** Returns what to look up, by the results so far: more numbers may be added, and the agents follow once the numbers are known. */
function requested({ numbers, fill = false, candidates, agents = [] }: Input, results: Results) {
  const stateOf = (ext: string) => results.numbers.get(ext)?.state
  const exts = fill ? fillUp(numbers, (ext) => (stateOf(ext) ?? 'absent') !== 'absent', candidates) : numbers
  const missingNumbers = exts.filter((ext) => !results.numbers.has(ext))
  const creatable = missingNumbers.length > 0 ? [] : agents.filter(({ ext }) => stateOf(ext) === 'absent')
  const agentKeys = [...new Set(creatable.map(({ key }) => key))]
  return {
    exts,
    missingNumbers,
    agentKeys,
    missingAgents: agentKeys.filter((key) => !results.agents.has(key)),
  }
}

/** Looks numbers and agents up at the service while the component is mounted, each once: results are kept when the input changes. */
export function useLookUps(numbers: readonly string[], { fill, candidates, agents }: LookUpOptions = {}) {
  const client = useQueryClient()
  // The next visit looks everything up again.
  const [visit] = useState(() => Date.now())
  const queryKey = [lookUpNumbers.path, visit]
  const { data: results = noResults } = useQuery<Results>({ queryKey, queryFn: skipToken, gcTime: 0 })
  const input = useMemo(
    (): Input => ({ numbers, fill, candidates, agents }),
    [numbers, fill, candidates, agents],
  )
  const { exts, missingNumbers, agentKeys, missingAgents } = useMemo(
    () => requested(input, results),
    [input, results],
  )
  const missing = missingNumbers.length + missingAgents.length
  /** The input whose look-ups the user stopped: only the user starts them again, not the next reading of all that the page shows. */
  const [stoppedInput, setStoppedInput] = useState<Input | null>(null)
  const { isFetching, error, refetch } = useQuery({
    queryKey: [...queryKey, input],
    queryFn: async ({ signal }) => {
      const latest = () => client.getQueryData<Results>(queryKey) ?? noResults
      const add = (next: Partial<Results>) => client.setQueryData<Results>(queryKey, { ...latest(), ...next })
      const lookUpNumberBatch = async (batch: string[]) => {
        const { items } = await call(lookUpNumbers, { body: { exts: batch }, signal })
        add({ numbers: new Map([...latest().numbers, ...items.map((item) => [item.ext, item] as const)]) })
      }
      const lookUpAgentBatch = async (batch: string[]) => {
        const { items } = await call(lookUpAgents, { body: { agents: batch.map(agentIdOf) }, signal })
        add({
          agents: new Map([...latest().agents, ...items.map((item) => [agentKey(item), item] as const)]),
        })
      }
      for (;;) {
        const next = requested(input, latest())
        if (signal.aborted || next.missingNumbers.length + next.missingAgents.length === 0) return null
        await inBatches(next.missingNumbers, perCall, lookUpNumberBatch, { signal, atOnce })
        await inBatches(next.missingAgents, perCall, lookUpAgentBatch, { signal, atOnce })
      }
    },
    enabled: missing > 0 && stoppedInput !== input,
    staleTime: 0,
    gcTime: 0,
    meta: { quiet: true },
  })
  const restart = (results: Results) => {
    setStoppedInput(null)
    client.setQueryData(queryKey, results)
    void refetch()
  }
  const isOfAgents = agentKeys.length > 0
  const total = isOfAgents ? agentKeys.length : exts.length
  return {
    ...results,
    /** The numbers to look up, with those that were added. */
    exts,
    /** What is being looked up, how many of them, and how many are done. */
    subject: isOfAgents ? ('agents' as const) : ('numbers' as const),
    total,
    done: total - missing,
    running: isFetching,
    /** True once everything is looked up. */
    isDone: !isFetching && total > 0 && missing === 0,
    /** True after a cancel or an error, until the look-ups continue. What has no result by then stays unknown. */
    stopped: !isFetching && missing > 0,
    /** Why the look-ups stopped early. */
    error: isFetching ? null : error,
    stop: () => {
      setStoppedInput(input)
      void client.cancelQueries({ queryKey })
    },
    /** Continues, and retries what could not be looked up. */
    again: () => restart({ numbers: keep(results.numbers), agents: keep(results.agents) }),
    /** Clears every result and looks everything up again, because the service may have changed. */
    refresh: () => restart(noResults),
  }
}
export type LookUps = ReturnType<typeof useLookUps>
