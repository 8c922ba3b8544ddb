import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { PersonLine } from '../../../entities/person/find-people.ts'
import { useReservations } from '../../../entities/reservation/open-reservations.ts'
import { freeNumbersQuery } from './free-numbers.ts'
import { groupByPerson, type Plan } from './pairs.ts'

interface NextPlanInput {
  /** Null: such a plan is not needed. */
  lines: readonly PersonLine[] | null
  /** How many numbers the lines need. */
  count: number
  pool: string | undefined
}

/** Plans the next free numbers of a pool for the lines, while the user has given no numbers. */
export function useNextPlan({ lines, count, pool }: NextPlanInput): Plan | null {
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
