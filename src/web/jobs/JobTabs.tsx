import { useT } from '../i18n/Language.tsx'
import { paths } from '../paths.ts'
import { PageTabs } from '../ui/PageTabs.tsx'

/** The ways into a bulk creation. */
export function JobTabs() {
  const t = useT()
  return (
    <PageTabs
      label={t('jobs.ways')}
      tabs={[
        { to: paths.newJob(), label: t('plan.range.tab') },
        { to: paths.importJob(), label: t('plan.import.tab') },
        { to: paths.reconcile(), label: t('reconcile.title') },
      ]}
    />
  )
}
