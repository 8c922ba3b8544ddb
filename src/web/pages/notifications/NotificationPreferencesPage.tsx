import { Button, Checkbox, Group, Paper, Skeleton, Stack, Table, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Preferences } from '#contract/notification-settings.ts'
import { notificationName } from '#contract/notification-words.ts'
import { useLanguage, useT } from '../../i18n/Language.tsx'
import { useUnsavedChanges } from '../../lib/navigation-blocker.ts'
import { ErrorAlert } from '../../ui/feedback/ErrorAlert.tsx'
import { QueryState } from '../../ui/feedback/QueryState.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { NativeSelect } from '../../ui/form/NativeSelect.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { changePreferencesMutation, preferencesQuery } from './queries.ts'

type Way = 'bell' | 'mail'

function PreferencesForm({ saved }: { saved: Preferences }) {
  const { t, language } = useLanguage()
  const [changes, setChanges] = useState<Preferences | null>(null)
  const { kinds, language: mailLanguage, canMail } = changes ?? saved
  const chosen = mailLanguage ?? language
  const { mutate, isPending, error } = useMutation(changePreferencesMutation())
  useUnsavedChanges(changes !== null)
  const change = (next: Partial<Preferences>) => setChanges({ ...(changes ?? saved), ...next })
  const box = ({ kind, required, ...ways }: Preferences['kinds'][number], way: Way) => (
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
  return (
    <Paper withBorder p="md" maw={720}>
      <Stack gap="md" align="flex-start">
        {!canMail && <Text size="sm">{t('notifications.noMail')}</Text>}
        <Table verticalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('notifications.what')}</Table.Th>
              <Table.Th scope="col">{t('notifications.by.bell')}</Table.Th>
              <Table.Th scope="col">{t('notifications.by.mail')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {kinds.map((each) => (
              <Table.Tr key={each.kind}>
                <Table.Th scope="row" fw={400}>
                  {notificationName(each.kind, language)}
                  {each.required && (
                    <Text component="span" display="block" size="xs" c="dimmed">
                      {t('notifications.required')}
                    </Text>
                  )}
                </Table.Th>
                <Table.Td>{box(each, 'bell')}</Table.Td>
                <Table.Td>{box(each, 'mail')}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
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
        {error !== null && <ErrorAlert error={error} />}
        <Group gap="sm" data-no-print>
          <Button
            loading={isPending}
            disabled={changes === null}
            onClick={() =>
              mutate(
                {
                  language: chosen,
                  kinds: kinds.map(({ kind, bell, mail }) => ({ kind, bell, mail })),
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
            {t('notifications.save')}
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
