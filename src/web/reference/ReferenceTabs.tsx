import { useT } from '../i18n/Language.tsx'
import { paths } from '../paths.ts'
import { PageTabs } from '../ui/PageTabs.tsx'

export function ReferenceTabs() {
  const t = useT()
  return (
    <PageTabs
      label={t('reference.lists')}
      tabs={[
        { to: paths.timeZones(), label: t('reference.timeZones') },
        { to: paths.languages(), label: t('reference.languages') },
        { to: paths.countries(), label: t('reference.countries') },
      ]}
    />
  )
}
