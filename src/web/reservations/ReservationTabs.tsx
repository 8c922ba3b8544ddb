import { useT } from '../i18n/Language.tsx'
import { paths } from '../paths.ts'
import { PageTabs } from '../ui/PageTabs.tsx'

export function ReservationTabs() {
  const t = useT()
  return (
    <PageTabs
      label={t('reservations.tabs')}
      tabs={[
        { to: paths.reserve(), label: t('reservations.title') },
        { to: paths.reserveBatch(), label: t('reservations.batch.title') },
        { to: paths.reservations(), label: t('reservations.list.title') },
      ]}
    />
  )
}
