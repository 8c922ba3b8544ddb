import { Skeleton, Stack, Text, Button, Group, TextInput } from '@mantine/core'
import { useQuery, useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { schemaResolver, useForm } from '@mantine/form'
import { renameAccount, type Account, type OwnSession } from '#contract/account.ts'
import { useT } from '../../i18n/Language.tsx'
import { Message } from '../../i18n/Message.tsx'
import { paths } from '../../lib/paths.ts'
import { announce } from '../../ui/feedback/announce.ts'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { QueryState } from '../../ui/feedback/QueryState.tsx'
import type { Translate } from '../../i18n/catalogue.ts'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { Time } from '../../ui/text/Time.tsx'
import { StateBadge } from '../../ui/text/StateBadge.tsx'
import { PageLink } from '../../ui/layout/PageLink.tsx'
import { useUnsavedChanges } from '../../lib/navigation-blocker.ts'
import { useSession } from '../../entities/session/SessionContext.tsx'
import { ErrorAlert } from '../../ui/feedback/ErrorAlert.tsx'
import { Field, FieldList } from '../../ui/text/Field.tsx'
import { PasskeysCard } from './PasskeysCard.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { accountQuery, renameMutation, endSessionMutation } from './queries.ts'
import { SecondFactorCard } from './SecondFactorCard.tsx'
import { deviceOf } from './device.ts'

/** Name, email and role. Users can change their own name, unless it comes from the identity provider. */
function ProfileCard({ account }: { account: Account }) {
  const t = useT()
  const { role } = useSession()
  const rename = useMutation(renameMutation())
  const form = useForm({
    initialValues: { name: account.name },
    validate: schemaResolver(renameAccount.body, { sync: true }),
  })
  useUnsavedChanges(form.isDirty())
  return (
    <Panel title={t('account.profile')}>
      <Stack gap="sm">
        <FieldList>
          {account.isSsoUser && <Field label={t('users.name')}>{account.name}</Field>}
          <Field label={t('users.email')}>{account.email}</Field>
          <Field label={t('users.role')}>{t(`role.${role}`)}</Field>
        </FieldList>
        {account.isSsoUser ? (
          <Text c="dimmed">{t('account.name.elsewhere')}</Text>
        ) : (
          <form
            noValidate
            onSubmit={form.onSubmit(({ name }) =>
              rename.mutate(
                { body: { name } },
                {
                  onSuccess: () => {
                    form.resetDirty({ name })
                    announce(t('account.name.saved'))
                  },
                },
              ),
            )}
          >
            <Group align="flex-end" gap="sm">
              <TextInput
                {...form.getInputProps('name')}
                error={form.errors['name'] !== undefined && t('users.name.wrong')}
                label={t('users.name')}
                autoComplete="name"
                maxLength={100}
                w={{ base: '100%', sm: 320 }}
              />
              <Button type="submit" loading={rename.isPending}>
                {t('account.name.save')}
              </Button>
            </Group>
          </form>
        )}
        <ErrorAlert error={rename.error} />
      </Stack>
    </Panel>
  )
}

function nameOf(userAgent: string | null, t: Translate): string {
  const device = userAgent === null ? null : deviceOf(userAgent)
  return device === null ? (userAgent ?? t('account.sessions.unknown')) : t('account.device', device)
}

const sessionColumns = (
  t: Translate,
  endButton: (session: OwnSession) => ReactNode,
): Column<OwnSession>[] => [
  {
    id: 'device',
    header: t('account.sessions.device'),
    width: 240,
    cell: ({ userAgent, current }) => (
      <Group gap="xs" wrap="nowrap">
        <Text span inherit truncate title={userAgent ?? undefined}>
          {nameOf(userAgent, t)}
        </Text>
        {current && <StateBadge meaning="done">{t('account.sessions.current')}</StateBadge>}
      </Group>
    ),
  },
  { id: 'address', header: t('account.sessions.address'), cell: ({ address }) => address ?? '–' },
  {
    id: 'lastSeen',
    header: t('account.sessions.lastSeen'),
    cell: ({ lastSeenAt }) => <Time value={lastSeenAt} />,
  },
  {
    id: 'begun',
    header: t('account.sessions.begun'),
    cell: ({ createdAt }) => <Time value={createdAt} />,
  },
  { id: 'end', header: t('caption.action'), cell: endButton },
]

/** Lists the user's sessions, with a button to end each other session. */
function SessionsCard({ sessions }: { sessions: readonly OwnSession[] }) {
  const t = useT()
  const { mutate, isPending, variables, error } = useMutation(endSessionMutation())
  const isEnding = (id: string | null) => isPending && variables.id === id
  const endButton = ({ id, current, userAgent, address }: OwnSession) => {
    if (current) return null
    const action = t('account.sessions.endNamed', { device: nameOf(userAgent, t), address: address ?? '–' })
    return (
      <Button
        size="compact-xs"
        loading={isEnding(id)}
        aria-label={action}
        onClick={() => mutate({ id, action }, { onSuccess: () => announce(t('account.sessions.ended')) })}
      >
        {t('account.sessions.end')}
      </Button>
    )
  }
  return (
    <Panel
      title={t('account.sessions')}
      isLandmark={false}
      actions={
        sessions.length > 1 && (
          <Button
            size="xs"
            loading={isEnding(null)}
            onClick={() =>
              mutate(
                { id: null, action: t('account.sessions.endOthers') },
                { onSuccess: () => announce(t('account.sessions.othersEnded')) },
              )
            }
          >
            {t('account.sessions.endOthers')}
          </Button>
        )
      }
    >
      <ErrorAlert error={error} mb="sm" />
      <DataTable
        label={t('account.sessions')}
        columns={sessionColumns(t, endButton)}
        rows={sessions}
        rowKey="id"
      />
    </Panel>
  )
}

/** The user's own account: name, password, second factor, passkeys, sessions. */
export function AccountPage() {
  const t = useT()
  const query = useQuery(accountQuery())
  return (
    <>
      <PageHeader title={t('account.title')} description={t('account.description')} />
      <QueryState query={query} loading={<Skeleton h={480} maw={860} />}>
        {(account) => (
          <Stack gap="md" maw={860}>
            <ProfileCard account={account} />
            {account.hasPassword ? (
              <>
                <Panel title={t('caption.password')} description={t('account.password.text')}>
                  <PasswordForm
                    email={account.email}
                    currentLabel={t('account.password.current')}
                    onChanged={() => announce(t('account.password.changed'))}
                  />
                </Panel>
                <SecondFactorCard account={account} />
                <PasskeysCard passkeys={account.passkeys} />
              </>
            ) : (
              <Text>{t('account.elsewhere')}</Text>
            )}
            <Panel title={t('account.api')}>
              <Text>
                <Message
                  id="account.api.text"
                  values={{
                    link: (
                      <PageLink to={paths.api()} underline="always">
                        {t('api.title')}
                      </PageLink>
                    ),
                  }}
                />
              </Text>
            </Panel>
            <SessionsCard sessions={account.sessions} />
          </Stack>
        )}
      </QueryState>
    </>
  )
}
