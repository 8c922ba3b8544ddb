import { useT } from '../i18n/Language.tsx'
import { paths } from '../paths.ts'
import { PageTabs } from '../ui/PageTabs.tsx'

export function AssignTabs() {
  const t = useT()
  return (
    <PageTabs
      label={t('assign.tabs')}
      tabs={[
        { to: paths.assign(), label: t('assign.title') },
        { to: paths.assignBatch(), label: t('assign.batch.title') },
        { to: paths.reservations(), label: t('assign.list.title') },
      ]}
    />
  )
}
