import { Paper, Skeleton, Stack, Switch, Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { Settings } from '#contract/settings.ts'
import { messageFor } from '../api/message-for.ts'
import { useT } from '../i18n/Language.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { QueryState } from '../ui/QueryState.tsx'
import { announce } from '../ui/announce.ts'
import { changeSettingsMutation, settingsQuery } from './queries.ts'
import { SettingNumber } from './SettingNumber.tsx'
import { SettingsTabs } from './SettingsTabs.tsx'

/** What holds for all users of the console; each switch is saved at once. */
export function SettingsPage() {
  const t = useT()
  const query = useQuery(settingsQuery())
  const change = useMutation(changeSettingsMutation())
  const save = (changes: Partial<Settings>) =>
    change.mutate(changes, { onSuccess: () => announce(t('settings.saved')) })
  /** Why the setting could not be saved, said where it was changed. */
  const refusal = (name: keyof Settings) =>
    change.error !== null && name in change.variables ? t(messageFor(change.error).sentence) : undefined
  return (
    <>
      <PageHeader title={t('settings.title')} description={t('settings.description')} />
      <SettingsTabs />
      <QueryState query={query} loading={<Skeleton h={120} />}>
        {(settings) => (
          <Paper withBorder p="md" maw={720}>
            <Stack gap="md">
              <Title order={2}>{t('settings.operations')}</Title>
              <Switch
                checked={
                  change.isPending
                    ? (change.variables.legacyCreate ?? settings.legacyCreate)
                    : settings.legacyCreate
                }
                disabled={change.isPending}
                onChange={(event) => save({ legacyCreate: event.currentTarget.checked })}
                label={t('settings.legacyCreate')}
                description={t('settings.legacyCreate.text')}
                error={refusal('legacyCreate')}
              />
              <Title order={2}>{t('settings.jobs')}</Title>
              <SettingNumber
                name="jobLanes"
                least={1}
                most={32}
                value={settings.jobLanes}
                refusal={refusal('jobLanes')}
                save={(jobLanes) => save({ jobLanes })}
              />
              <SettingNumber
                name="jobRate"
                least={0}
                most={1000}
                value={settings.jobRate}
                refusal={refusal('jobRate')}
                save={(jobRate) => save({ jobRate })}
              />
              <Title order={2}>{t('settings.background')}</Title>
              <SettingNumber
                name="backgroundRate"
                least={0}
                most={100}
                value={settings.backgroundRate}
                refusal={refusal('backgroundRate')}
                save={(backgroundRate) => save({ backgroundRate })}
              />
            </Stack>
          </Paper>
        )}
      </QueryState>
    </>
  )
}
