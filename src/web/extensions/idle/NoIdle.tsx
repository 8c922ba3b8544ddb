import { useT } from '../../i18n/Language.tsx'
import { EmptyState, FilteredEmpty, PastEnd } from '../../ui/feedback/EmptyState.tsx'
import { filterNames, noFilters, type IdleState } from './idle-state.ts'

interface NoIdleProps {
  state: IdleState
  set: (changes: Partial<IdleState>) => void
  total: number
}

/** Why the list is empty: a page past its end, its filters, or no number is free. */
export function NoIdle({ state, set, total }: NoIdleProps) {
  const t = useT()
  if (state.page > 1 && total > 0) return <PastEnd total={total} first={() => set({ page: 1 })} />
  if (filterNames.some((name) => state[name] !== undefined))
    return <FilteredEmpty clear={() => set(noFilters)} />
  return <EmptyState title={t('idle.empty')} text={t('idle.empty.next')} />
}
