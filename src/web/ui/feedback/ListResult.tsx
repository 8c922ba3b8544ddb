import type { ReactNode } from 'react'
import { QueryState, type Read } from './QueryState.tsx'
import { EmptyResult, type ListPlace } from './EmptyResult.tsx'

interface ListResultProps<Answer> {
  query: Read<Answer>
  list: ListPlace
  /** Shown during the first load; as high as the rows, so that the layout does not shift. */
  loading: ReactNode
  /** Shown while no row exists yet: `EmptyState` with the next step. */
  empty: ReactNode
  /** Returns the number of rows to show. By default, the answer's rows; pages that filter in the browser pass their own count. */
  count?: (answer: Answer) => number
  children: (answer: Answer) => ReactNode
}

/** Renders the result of a list query: loading, error, rows, a page past the end, no match for the filters, or no rows yet. */
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
          <EmptyResult
            list={list}
            total={answer.total ?? answer.items.length}
            isUnreadable={answer.items.length === 0 && (answer.total ?? 0) > 0}
            empty={empty}
          />
        )
      }
    </QueryState>
  )
}
