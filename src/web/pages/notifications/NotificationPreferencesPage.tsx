import { Button, Checkbox, Group, NativeSelect, Paper, Skeleton, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { notificationName } from '#contract/notification-names.ts'
import { type Preferences, changePreferences, readPreferences } from '#contract/notification-preferences.ts'
import type { Translate } from '../../i18n/catalogue.ts'
import { useLanguage, useT } from '../../i18n/Language.tsx'
import { useUnsavedChanges } from '../../lib/navigation-blocker.ts'
import { ErrorAlert } from '../../ui/feedback/ErrorAlert.tsx'
import { QueryState } from '../../ui/feedback/QueryState.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { read, write } from '../../api/endpoint-queries.ts'

const preferencesQuery = () => read(readPreferences, {})

type Way = 'bell' | 'mail'
type Kind = Preferences['kinds'][number]

function KindName({ kind: { kind, required } }: { kind: Kind }) {
  const { t, language } = useLanguage()
  return (
    <span>
      {notificationName(kind, language)}
      {required && (
        <Text component="span" display="block" size="xs" c="dimmed">
          {t('notifications.required')}
        </Text>
      )}
    </span>
  )
}

const nameColumn = (t: Translate): Column<Kind> => ({
  id: 'what',
  header: t('notifications.what'),
  width: 300,
  wrap: true,
  cell: (each) => <KindName kind={each} />,
})

function PreferencesForm({ saved }: { saved: Preferences }) {
  const { t, language } = useLanguage()
  const [changes, setChanges] = useState<Preferences | null>(null)
  const { kinds, language: mailLanguage, canMail } = changes ?? saved
  const chosen = mailLanguage ?? language
  const { mutate, isPending, error } = useMutation(write(changePreferences, readPreferences.path))
  useUnsavedChanges(changes !== null)
  const change = (next: Partial<Preferences>) => setChanges({ ...(changes ?? saved), ...next })
  const box = ({ kind, required, ...ways }: Kind, way: Way) => (
    <Checkbox
      aria-label={t(`notifications.by.${way}.of`, { kind: notificationName(kind, language) })}
      checked={ways[way]}
      disabled={required || (way === 'mail' && !canMail)}
      onChange={(event) =>
        change({
          kinds: kinds.map((each) =>
            each.kind === kind ? { ...each, [way]: event.currentTarget.checked } : each,
          ),
        })
      }
    />
  )
  const columns: Column<Kind>[] = [
    nameColumn(t),
    ...(['bell', 'mail'] as const).map((way) => ({
      id: way,
      header: t(`notifications.by.${way}`),
      width: 110,
      labeled: true,
      cell: (each: Kind) => box(each, way),
    })),
  ]
  return (
    <Paper withBorder p="md" maw={720}>
      <Stack gap="md" align="flex-start">
        {!canMail && <Text>{t('notifications.noMail')}</Text>}
        <DataTable
          label={t('notifications.preferences')}
          columns={columns}
          rows={kinds}
          rowKey={({ kind }) => kind}
        />
        <NativeSelect
          label={t('notifications.language')}
          value={chosen}
          disabled={!canMail}
          data={[
            { value: 'en', label: 'English' },
            { value: 'zh', label: '中文' },
          ]}
          onChange={(event) => change({ language: event.currentTarget.value === 'zh' ? 'zh' : 'en' })}
        />
        <ErrorAlert error={error} />
        <Group gap="sm" data-no-print>
          <Button
            variant="filled"
            loading={isPending}
            disabled={changes === null}
            onClick={() =>
              mutate(
                {
                  body: {
                    language: chosen,
                    kinds: kinds.map(({ kind, bell, mail }) => ({ kind, bell, mail })),
                  },
                },
                {
                  onSuccess: () => {
                    setChanges(null)
                    toast({ id: 'preferences', tone: 'success', message: t('notifications.saved') })
                  },
                },
              )
            }
          >
            {t('action.save')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}

/** What the user is notified of, in the console and by mail. */
export function NotificationPreferencesPage() {
  const t = useT()
  const query = useQuery(preferencesQuery())
  return (
    <>
      <PageHeader
        title={t('notifications.preferences')}
        description={t('notifications.preferences.description')}
      />
      <QueryState query={query} loading={<Skeleton h={480} maw={720} />}>
        {(saved) => <PreferencesForm saved={saved} />}
      </QueryState>
    </>
  )
}
