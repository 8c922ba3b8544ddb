import { useQuery } from '@tanstack/react-query'
import { holds } from '#contract/number-set.ts'
import { nameKey } from '#contract/text.ts'
import { poolsQuery } from '../pool/queries.ts'
import { useSession } from './SessionContext.tsx'

interface ActedOn {
  ext: string
  isBound: boolean
  /** The department of a bound number's holder. */
  department: string | null
}

/**
 * Returns where the user may act: a bound number belongs to its holder, an unbound one to its pool. The BFF refuses the rest. True
 * while the pools are not known.
 */
export function useLimit() {
  const { limit } = useSession()
  const pools = useQuery({ ...poolsQuery(), enabled: limit !== undefined, meta: { quiet: true } }).data?.items
  const departments = limit?.departments.map(nameKey)
  const includesDepartment = (department: string | null) =>
    departments === undefined || (department !== null && departments.includes(nameKey(department)))
  return {
    includesPerson: ({ department, isJoiner }: { department: string | null; isJoiner: boolean }) =>
      // A new colleague without a department belongs to the user who reserved for them.
      (isJoiner && department === null) || includesDepartment(department),
    includesNumber: ({ ext, isBound, department }: ActedOn) =>
      limit === undefined ||
      (isBound
        ? includesDepartment(department)
        : pools === undefined ||
          pools.some((pool) => limit.pools.some(({ id }) => id === pool.id) && holds(pool, ext))),
  }
}
