import { useT } from '../i18n/Language.tsx'
import { paths } from '../paths.ts'
import { PageTabs } from '../ui/PageTabs.tsx'

/** What admins settle for everybody. */
export function SettingsTabs() {
  const t = useT()
  return (
    <PageTabs
      label={t('settings.tabs')}
      tabs={[
        { to: paths.settings(), label: t('settings.title') },
        { to: paths.codes(), label: t('codes.title') },
      ]}
    />
  )
}
