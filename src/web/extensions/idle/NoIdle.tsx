import { useT } from '../../i18n/Language.tsx'
import { EmptyList, EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { filterNames, noFilters, type IdleState } from './idle-state.ts'

interface NoIdleProps {
  state: IdleState
  set: (changes: Partial<IdleState>) => void
  total: number
}

/** Why the list is empty: a page past its end, its filters, or no number is free. */
export function NoIdle({ state, set, total }: NoIdleProps) {
  const t = useT()
  return (
    <EmptyList
      total={total}
      isFirstPage={state.page === 1}
      toFirstPage={() => set({ page: 1 })}
      isFiltered={filterNames.some((name) => state[name] !== undefined)}
      clearFilters={() => set(noFilters)}
    >
      <EmptyState title={t('idle.empty')} text={t('idle.empty.next')} />
    </EmptyList>
  )
}
