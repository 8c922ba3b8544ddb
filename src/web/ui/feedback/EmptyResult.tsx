import { Button } from '@mantine/core'
import { IconArrowBarToLeft, IconFilterOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useT } from '../../i18n/Language.tsx'
import { StateMessage } from './StateMessage.tsx'

/** Of a list's state, what decides why it is empty. */
export interface ListPlace {
  isFiltered: boolean
  clearFilters: () => void
  isFirstPage: boolean
  toFirstPage: () => void
}

interface EmptyResultProps {
  list: ListPlace
  /** Rows in all; more than none on a page past the end. */
  total: number
  /** Shown while nothing exists yet. */
  empty: ReactNode
}

/** Why a list has no rows to show: the page is past its end, no row matches the filters, or none exists yet. */
export function EmptyResult({ list, total, empty }: EmptyResultProps) {
  const t = useT()
  if (!list.isFirstPage && total > 0)
    return (
      <StateMessage
        icon={IconArrowBarToLeft}
        tone="quiet"
        title={t('state.pastEnd')}
        text={t('state.pastEnd.next', { total })}
      >
        <Button variant="default" onClick={list.toFirstPage}>
          {t('pager.first')}
        </Button>
      </StateMessage>
    )
  if (!list.isFiltered) return empty
  return (
    <StateMessage
      icon={IconFilterOff}
      tone="quiet"
      title={t('state.filteredEmpty')}
      text={t('state.filteredEmpty.next')}
    >
      <Button variant="default" onClick={list.clearFilters}>
        {t('action.clearFilters')}
      </Button>
    </StateMessage>
  )
}
