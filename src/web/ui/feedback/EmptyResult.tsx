import { Button } from '@mantine/core'
import { IconAlertTriangle, IconArrowBarToLeft, IconFilterOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useT } from '../../i18n/Language.tsx'
import type { ListControl } from '../table/list-state.ts'
import { StateMessage } from './StateMessage.tsx'

interface EmptyResultProps {
  list: Pick<ListControl, 'isFiltered' | 'clearFilters' | 'isFirstPage' | 'toFirstPage'>
  /** Total rows; above 0 on a page past the end. */
  total: number
  /** The service counts rows, but sent none that could be read. */
  isUnreadable?: boolean
  /** Shown while no row exists yet. */
  empty: ReactNode
  /** What to do when no row matches, where the page knows more than to remove a filter. */
  noMatch?: string | undefined
}

/** Explains why a list has no rows: a page past the end, rows that can't be read, no match for the filters, or no row yet. */
export function EmptyResult({ list, total, isUnreadable = false, empty, noMatch }: EmptyResultProps) {
  const t = useT()
  if (!list.isFirstPage && total > 0)
    return (
      <StateMessage
        icon={IconArrowBarToLeft}
        tone="quiet"
        title={t('state.pastEnd')}
        text={t('state.pastEnd.next', { total })}
      >
        <Button onClick={list.toFirstPage}>{t('pager.first')}</Button>
      </StateMessage>
    )
  if (isUnreadable)
    return (
      <StateMessage
        icon={IconAlertTriangle}
        tone="warning"
        title={t('state.unreadable', { total })}
        text={t('state.unreadable.next')}
      />
    )
  if (!list.isFiltered) return empty
  return (
    <StateMessage
      icon={IconFilterOff}
      tone="quiet"
      title={t('state.filteredEmpty')}
      text={noMatch ?? t('state.filteredEmpty.next')}
    >
      <Button onClick={list.clearFilters}>{t('action.clearFilters')}</Button>
    </StateMessage>
  )
}
