import { Button } from '@mantine/core'
import { IconFilterOff, IconInbox } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useT } from '../../i18n/Language.tsx'
import { StateMessage } from './StateMessage.tsx'

/** Nothing there at all; `children` lead on. */
export function EmptyState(props: { title: string; text: string; children?: ReactNode }) {
  return <StateMessage icon={IconInbox} tone="quiet" {...props} />
}

/** Nothing on this page of a list that holds `total`. */
function PastEnd({ total, first }: { total: number; first: () => void }) {
  const t = useT()
  return (
    <EmptyState title={t('state.pastEnd')} text={t('state.pastEnd.next', { total })}>
      <Button variant="default" onClick={first}>
        {t('pager.first')}
      </Button>
    </EmptyState>
  )
}

/** Nothing for these filters. */
export function FilteredEmpty({ clear }: { clear: () => void }) {
  const t = useT()
  return (
    <StateMessage
      icon={IconFilterOff}
      tone="quiet"
      title={t('state.filteredEmpty')}
      text={t('state.filteredEmpty.next')}
    >
      <Button variant="default" onClick={clear}>
        {t('action.clearFilters')}
      </Button>
    </StateMessage>
  )
}

interface EmptyListProps {
  /** Rows in all; more than none on a page past the end. */
  total?: number
  isFirstPage?: boolean
  toFirstPage?: () => void
  isFiltered: boolean
  clearFilters: () => void
  /** Shown when nothing exists yet. */
  children?: ReactNode
}

/** Why a list has no rows to show: the page is past its end, no row matches the filters, or none exists yet. */
export function EmptyList({
  total = 0,
  isFirstPage = true,
  toFirstPage,
  isFiltered,
  clearFilters,
  children,
}: EmptyListProps) {
  if (!isFirstPage && total > 0 && toFirstPage !== undefined)
    return <PastEnd total={total} first={toFirstPage} />
  return isFiltered ? <FilteredEmpty clear={clearFilters} /> : children
}
