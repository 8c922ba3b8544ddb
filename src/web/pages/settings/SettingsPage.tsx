import { Paper, Skeleton, Stack, Switch, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useT } from '../../i18n/Language.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { QueryState } from '../../ui/feedback/QueryState.tsx'
import { settingsQuery } from './queries.ts'
import { SettingNumber } from './SettingNumber.tsx'
import { useSetting } from './use-setting.ts'

/** Settings that apply to all users of the console. Each change is saved immediately. */
export function SettingsPage() {
  const t = useT()
  const query = useQuery(settingsQuery())
  const legacyCreate = useSetting('legacyCreate')
  return (
    <>
      <PageHeader title={t('settings.title')} description={t('settings.description')} />
      <QueryState query={query} loading={<Skeleton h={560} maw={720} />}>
        {(settings) => (
          <Paper withBorder p="md" maw={720} data-print>
            <Stack gap="md">
              <Title order={2}>{t('settings.operations')}</Title>
              <Switch
                checked={legacyCreate.isPending ? legacyCreate.next : settings.legacyCreate}
                disabled={legacyCreate.isPending}
                onChange={(event) => legacyCreate.save(event.currentTarget.checked)}
                label={t('settings.legacyCreate')}
                description={t('settings.legacyCreate.text')}
                error={legacyCreate.refusal}
              />
              <Title order={2}>{t('settings.jobs')}</Title>
              <SettingNumber name="jobConcurrency" least={1} most={32} value={settings.jobConcurrency} />
              <SettingNumber name="jobRate" least={0} most={1000} value={settings.jobRate} />
              <Title order={2}>{t('settings.leaving')}</Title>
              <SettingNumber name="keepBackDays" least={0} most={365} value={settings.keepBackDays} />
              <Title order={2}>{t('settings.background')}</Title>
              <SettingNumber name="backgroundRate" least={0} most={100} value={settings.backgroundRate} />
            </Stack>
          </Paper>
        )}
      </QueryState>
    </>
  )
}
