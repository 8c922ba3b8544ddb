import { Paper, Skeleton, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { settingNames, settingsTable } from '#contract/settings.ts'
import { useT } from '../../i18n/Language.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { QueryState } from '../../ui/feedback/QueryState.tsx'
import { settingsQuery } from './queries.ts'
import { SettingControl } from './SettingControl.tsx'

const groups = [...new Set(settingNames.map((name) => settingsTable[name].group))]

/** Settings that apply to all users of the console. Each change is saved immediately. */
export function SettingsPage() {
  const t = useT()
  const query = useQuery(settingsQuery())
  return (
    <>
      <PageHeader title={t('nav.settings')} description={t('settings.description')} />
      <QueryState query={query} loading={<Skeleton h={560} maw={720} />}>
        {(settings) => (
          <Paper withBorder p="md" maw={720} data-print>
            <Stack gap="md">
              {groups.map((group) => (
                <Fragment key={group}>
                  <Title order={2}>{t(`settings.group.${group}`)}</Title>
                  {settingNames
                    .filter((name) => settingsTable[name].group === group)
                    .map((name) => (
                      <SettingControl key={name} name={name} settings={settings} />
                    ))}
                </Fragment>
              ))}
            </Stack>
          </Paper>
        )}
      </QueryState>
    </>
  )
}
