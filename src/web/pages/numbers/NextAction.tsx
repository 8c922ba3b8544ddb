import { Button } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { InventoryItem } from '#contract/inventory.ts'
import { RequestButton } from '../../entities/request/RequestButton.tsx'
import { ReserveButton } from '../../entities/reservation/ReserveButton.tsx'
import { useT } from '../../i18n/Language.tsx'
import { paths } from '../../lib/paths.ts'
import { CheckAgain } from './CheckAgain.tsx'

/** The one action that comes next for a number in this state. */
export function NextAction({ item: { ext, state } }: { item: Pick<InventoryItem, 'ext' | 'state'> }) {
  const t = useT()
  if (state === 'free')
    return (
      <ReserveButton start={{ ext }} size="compact-xs" variant="light">
        {t('numbers.reserve')}
      </ReserveButton>
    )
  if (state === 'reserved')
    return (
      <Button component={Link} to={paths.reservations({ ext })} size="compact-xs" variant="light">
        {t('numbers.reservation')}
      </Button>
    )
  if (state === 'bound') return <RequestButton numbers={() => [ext]} size="compact-xs" variant="light" />
  return <CheckAgain ext={ext} />
}
