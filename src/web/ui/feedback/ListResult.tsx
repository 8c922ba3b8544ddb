import { Suspense, type ReactNode } from 'react'
import { lazyFeature } from '../../lib/lazy.ts'
import { QueryState, type Read } from './QueryState.tsx'
import type { ListPlace } from './EmptyResult.tsx'

const EmptyResult = lazyFeature(async () => (await import('./EmptyResult.tsx')).EmptyResult)

interface ListResultProps<Answer> {
  query: Read<Answer>
  list: ListPlace
  /** Shown at the first load; of the rows' own height, so that nothing jumps. */
  loading: ReactNode
  /** Shown while nothing exists yet: `EmptyState` with the next step. */
  empty: ReactNode
  /** How many rows there are to draw; those of the answer, unless the page filters them itself. */
  count?: (answer: Answer) => number
  children: (answer: Answer) => ReactNode
}

/** What came of asking for a list: loading, failed, rows, a page past the end, no row for the filters, or none at all. */
export function ListResult<Answer extends { items: readonly unknown[]; total?: number }>(
  props: ListResultProps<Answer>,
) {
  const { query, list, loading, empty, count = ({ items }: Answer) => items.length, children } = props
  return (
    <QueryState query={query} loading={loading}>
      {(answer) =>
        count(answer) > 0 ? (
          children(answer)
        ) : (
          <Suspense fallback={loading}>
            <EmptyResult list={list} total={answer.total ?? answer.items.length} empty={empty} />
          </Suspense>
        )
      }
    </QueryState>
  )
}
