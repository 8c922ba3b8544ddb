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

/** What the user changed, over what is saved. */
interface Edited {
  language?: NonNullable<Preferences['language']>
  ways?: Partial<Record<Kind['kind'], Partial<Record<Way, boolean>>>>
}

function PreferencesForm({ saved }: { saved: Preferences }) {
  const { t, language } = useLanguage()
  const [edited, setEdited] = useState<Edited>({})
  const { canMail } = saved
  const kinds = saved.kinds.map((each) => ({ ...each, ...edited.ways?.[each.kind] }))
  const mailLanguage = edited.language ?? saved.language ?? language
  const isEdited = Object.keys(edited).length > 0
  const { mutate, isPending, error } = useMutation(write(changePreferences, readPreferences.path))
  useUnsavedChanges(isEdited)
  const box = ({ kind, required, ...ways }: Kind, way: Way) => (
    <Checkbox
      aria-label={t(`notifications.by.${way}.of`, { kind: notificationName(kind, language) })}
      checked={ways[way]}
      disabled={required || (way === 'mail' && !canMail)}
      onChange={({ currentTarget: { checked } }) =>
        setEdited(({ ways: editedWays, ...rest }) => ({
          ...rest,
          ways: { ...editedWays, [kind]: { ...editedWays?.[kind], [way]: checked } },
        }))
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
          value={mailLanguage}
          disabled={!canMail}
          data={[
            { value: 'en', label: 'English' },
            { value: 'zh', label: '中文' },
          ]}
          onChange={({ currentTarget: { value } }) =>
            setEdited((before) => ({ ...before, language: value === 'zh' ? 'zh' : 'en' }))
          }
        />
        <ErrorAlert error={error} />
        <Group gap="sm" data-no-print>
          <Button
            variant="filled"
            loading={isPending}
            disabled={!isEdited}
            onClick={() =>
              mutate(
                {
                  body: {
                    language: mailLanguage,
                    kinds: kinds.map(({ kind, bell, mail }) => ({ kind, bell, mail })),
                  },
                },
                {
                  onSuccess: () => {
                    setEdited({})
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
  const query = useQuery(read(readPreferences, {}))
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
