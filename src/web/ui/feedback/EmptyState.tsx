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
export function PastEnd({ total, first }: { total: number; first: () => void }) {
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
