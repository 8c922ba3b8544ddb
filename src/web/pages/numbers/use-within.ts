import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSession } from '../../entities/session/SessionContext.tsx'
import type { NumbersFilters } from './numbers-filters.tsx'
import { ownNumbersQuery, type OwnNumbers } from './queries.ts'

/** How many of the selected numbers the user may not act on, and those of some numbers that the user may act on. */
export function useWithin(
  filters: NumbersFilters,
  { all, keys, total }: { all: boolean; keys: ReadonlySet<string>; total: number },
) {
  const client = useQueryClient()
  const isLimited = useSession().limit !== undefined
  const ofSelection = ownNumbersQuery(all ? filters : {})
  const own = useQuery({ ...ofSelection, enabled: isLimited }).data
  const filterOwn = (numbers: readonly string[], { numbers: ownNumbers, more: isCut }: OwnNumbers) => {
    const ownSet = new Set(ownNumbers)
    // More than one answer has: the BFF refuses what is beyond.
    return isCut ? [...numbers] : numbers.filter((ext) => ownSet.has(ext))
  }
  const outside =
    own === undefined || own.more
      ? 0
      : all
        ? Math.max(
            0,
            total - own.numbers.length - [...keys].filter((ext) => !own.numbers.includes(ext)).length,
          )
        : keys.size - filterOwn([...keys], own).length
  return {
    outside,
    filterOwn: async (numbers: string[]) =>
      isLimited ? filterOwn(numbers, await client.fetchQuery(ofSelection)) : numbers,
  }
}
