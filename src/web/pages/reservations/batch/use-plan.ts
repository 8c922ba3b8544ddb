import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { findPeople, type PersonLine } from '../../../entities/person/find-people.ts'
import { useLacksPool } from '../../../entities/reservation/NoPool.tsx'
import { useReservations } from '../../../entities/reservation/open-reservations.ts'
import { choosePairs, noChoices } from './batch-plan.ts'
import { freeNumbersQuery } from './free-numbers.ts'
import { groupByPerson, lookUpPairNumbers, lookUpReservedNumbers, maxBatch, type Plan } from './pairs.ts'
import type { Lists } from './use-lists.ts'
import { usePastedPeople } from './use-pasted-people.ts'

interface NextPlanInput {
  /** Null: such a plan is not needed. */
  lines: readonly PersonLine[] | null
  /** How many numbers the lines need. */
  count: number
  pool: string | undefined
}

/** Plans the next free numbers of a pool for the lines. */
function useNextPlan({ lines, count, pool }: NextPlanInput): Plan | null {
  const reservations = useReservations()
  const { data } = useQuery({
    ...freeNumbersQuery(reservations, { pool, start: '', count }),
    enabled: lines !== null,
  })
  // The same plan as long as nothing in it changes, because a change is announced.
  return useMemo(() => {
    if (lines === null || data === undefined) return null
    const { numbers } = data
    return {
      lines,
      numbers,
      statuses: new Map(numbers.map((ext) => [ext, { kind: 'free' }])),
      reservedNumbers: groupByPerson([...reservations.values()]),
      isBeside: false,
    }
  }, [lines, data, reservations])
}

interface PlanningInput {
  texts: readonly string[]
  numbers: readonly string[]
  isBeside: boolean
}

/** Reads the people and numbers of a plan. */
export function usePlanning() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ texts, numbers, isBeside }: PlanningInput): Promise<Plan> => ({
      lines: await findPeople(client, texts),
      numbers,
      statuses: await lookUpPairNumbers(client, numbers.slice(0, maxBatch)),
      reservedNumbers: await lookUpReservedNumbers(client),
      isBeside,
    }),
  })
}

interface PlanOptions {
  lists: Lists
  planning: ReturnType<typeof usePlanning>
  /** The plan that was sent, which stays. */
  sent: Plan | null
  /** The pool that supplies numbers while the user has given none. */
  pool: string | undefined
}

/** Whom and which numbers the lists mean, and the pairs that the user's choices make of them. */
export function usePlan({ lists, planning, sent, pool }: PlanOptions) {
  const lacksPool = useLacksPool()
  const [choices, setChoices] = useState(noChoices)
  const { form, read, areFilledIn } = lists
  const people = usePastedPeople(form.values.people, choices)
  const { texts, lines = null, count } = people
  const needsNumbers = form.values.numbers.trim() === '' && count > 0 && count <= maxBatch && !lacksPool
  const next = useNextPlan({ lines: needsNumbers && sent === null ? lines : null, count, pool })
  const plan = sent ?? planning.data ?? next
  return {
    people,
    plan,
    pairs: plan && choosePairs(plan, choices),
    choices,
    setChoices,
    start: () => {
      setChoices(noChoices)
      const { numbers } = read
      planning.mutate({ texts, numbers, isBeside: numbers.length === count && !areFilledIn })
    },
  }
}
