import { Button } from '@mantine/core'
import { IconArrowBarToLeft, IconFilterOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useT } from '../../i18n/Language.tsx'
import { StateMessage } from './StateMessage.tsx'

/** The part of a list's state that explains an empty result. */
export interface ListPlace {
  isFiltered: boolean
  clearFilters: () => void
  isFirstPage: boolean
  toFirstPage: () => void
}

interface EmptyResultProps {
  list: ListPlace
  /** Total rows; above 0 on a page past the end. */
  total: number
  /** Shown while no row exists yet. */
  empty: ReactNode
}

/** Explains why a list has no rows: the page is past the end, no row matches the filters, or no row exists yet. */
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
