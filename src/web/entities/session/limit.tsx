import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { holds } from '#contract/number-set.ts'
import type { Session } from '#contract/session.ts'
import { nameKey } from '#contract/text.ts'
import { poolsQuery } from '../pool/queries.ts'
import { ActingOn, useSession } from './SessionContext.tsx'

/** Returns the ID of the pool to reserve in: a limited user reserves in the pools of the limit alone, the first of them by default. */
export const poolWithin = (limit: Session['limit'], wanted: string | null | undefined): string | undefined =>
  limit === undefined
    ? (wanted ?? undefined)
    : (limit.pools.find(({ id }) => id === wanted) ?? limit.pools[0])?.id

interface ActedOn {
  ext: string
  isBound: boolean
  /** The department of a bound number's holder. */
  department: string | null
}
interface ActedFor {
  department: string | null
  isNewColleague: boolean
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
    includesPerson: ({ department, isNewColleague }: ActedFor) =>
      // A new colleague without a department belongs to the user who reserved for them.
      (isNewColleague && department === null) || includesDepartment(department),
    includesPool: (pool: string) => limit === undefined || limit.pools.some(({ id }) => id === pool),
    includesNumber: ({ ext, isBound, department }: ActedOn) =>
      limit === undefined ||
      (isBound
        ? includesDepartment(department)
        : pools === undefined ||
          pools.some((pool) => limit.pools.some(({ id }) => id === pool.id) && holds(pool, ext))),
  }
}
export type Limit = ReturnType<typeof useLimit>

interface WithinLimitProps {
  /** Says whether the limit has what the actions are about. */
  includes: (limit: Limit) => boolean
  children: ReactNode
}

function Within({ includes, children }: WithinLimitProps) {
  return <ActingOn isWithin={includes(useLimit())}>{children}</ActingOn>
}

/** Offers no action beyond the user's limit, as in a row. */
export function WithinLimit({ includes, children }: WithinLimitProps) {
  const { limit } = useSession()
  return limit === undefined ? children : <Within includes={includes}>{children}</Within>
}
