import type { InventoryItem } from '#contract/inventory.ts'
import { RequestButton } from '../../entities/request/RequestButton.tsx'
import { ReserveButton } from '../../entities/reservation/ReserveButton.tsx'
import { useT } from '../../i18n/Language.tsx'
import { paths } from '../../lib/paths.ts'
import { CheckAgain } from './CheckAgain.tsx'
import { PageButton } from '../../ui/layout/PageLink.tsx'

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
      <PageButton to={paths.reservations({ ext })} size="compact-xs" variant="light">
        {t('numbers.reservation')}
      </PageButton>
    )
  if (state === 'bound') return <RequestButton numbers={() => [ext]} size="compact-xs" variant="light" />
  return <CheckAgain ext={ext} />
}
