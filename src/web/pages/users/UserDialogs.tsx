import { Checkbox, Radio, Stack, TextInput, Text, MultiSelect } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState, type ChangeEvent } from 'react'
import { allows, canBeLimited, roleNames, type Role } from '#contract/access.ts'
import { inviteUser, type SecondFactorRoles, type User, type UserLimit, maxLimited } from '#contract/users.ts'
import { useT } from '../../i18n/Language.tsx'
import { fieldErrors } from '../../api/api-error.ts'
import { closing, FormDialog } from '../../ui/form/FormDialog.tsx'
import {
  inviteMutation,
  requireSecondFactorMutation,
  userActionMutation,
  type UserAction,
} from '../../entities/user/queries.ts'
import { SecretOnce } from '../../ui/text/SecretOnce.tsx'
import { announce } from '../../ui/feedback/announce.ts'
import { departmentsQuery } from '../../entities/agent/queries.ts'
import { poolsQuery } from '../../entities/pool/queries.ts'
import { requestsQuery } from '../../entities/request/queries.ts'
import { openQuery } from '../../entities/reservation/queries.ts'

/** A password for one sign-in. */
function OneTimePassword({ email, password }: { email: string; password: string }) {
  const t = useT()
  return (
    <>
      <Text>{t('users.once.text', { email })}</Text>
      <SecretOnce
        secret={password}
        title={t('users.once.title')}
        note={t('users.once.next')}
        copy={t('action.copy')}
        copied={t('create.password.copied')}
      />
    </>
  )
}

interface Invitation {
  email: string
  name: string
  role: Role
  limit: UserLimit
}
const noLimit: UserLimit = { departments: [], pools: [] }
const empty: Invitation = { email: '', name: '', role: 'supervisor', limit: noLimit }

/** The limit to send; null without a department and a pool, and for a role that administers. */
const limitOf = ({ role, limit }: Pick<Invitation, 'role' | 'limit'>): UserLimit | null =>
  canBeLimited(role) && limit.departments.length + limit.pools.length > 0 ? limit : null

type LimitField = (field: 'departments' | 'pools') => object

/** The fields of a limit: departments of the directory, and pools. */
function LimitFields({ input, departments: chosen }: { input: LimitField; departments: readonly string[] }) {
  const t = useT()
  const departments = (useQuery(departmentsQuery()).data?.items ?? []).flatMap(
    (item) => item.department ?? [],
  )
  const pools = useQuery(poolsQuery()).data?.items ?? []
  const choice = (field: 'departments' | 'pools') => ({
    ...input(field),
    label: t(`users.limit.${field}`),
    searchable: true,
    clearable: true,
    clearButtonProps: { 'aria-label': t('action.clear', { label: t(`users.limit.${field}`) }) },
    nothingFoundMessage: t('picker.nothing'),
    comboboxProps: { withinPortal: false },
    maxValues: maxLimited,
  })
  return (
    <>
      <MultiSelect {...choice('departments')} data={[...new Set([...departments, ...chosen])]} />
      <MultiSelect {...choice('pools')} data={pools.map(({ id, name }) => ({ value: id, label: name }))} />
    </>
  )
}

/** Invites a new user, then shows the password for their first sign-in. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const invite = useMutation(inviteMutation())
  const form = useForm({
    initialValues: empty,
    validate: (values) =>
      schemaResolver(inviteUser.body, { sync: true })({ ...values, limit: limitOf(values) }),
  })
  const { data } = invite
  return (
    <FormDialog
      title={t(data === undefined ? 'users.invite' : 'users.invite.done')}
      submit={t('users.invite')}
      result={data && <OneTimePassword email={data.user.email} password={data.password} />}
      closeResult={t('users.once.close')}
      onSubmit={form.onSubmit((values) =>
        invite.mutate(
          {
            ...values,
            limit: limitOf(values),
            title: t('users.invite.of', { email: values.email, role: t(`role.${values.role}`) }),
          },
          { onError: (refusal) => form.setErrors(fieldErrors(refusal)) },
        ),
      )}
      onClose={onClose}
      isDirty={form.isDirty()}
      sending={invite}
      isShownOnce
    >
      <TextInput
        {...form.getInputProps('email')}
        error={form.errors['email'] !== undefined && t('session.emailWrong')}
        label={t('users.email')}
        type="email"
        data-autofocus
      />
      <TextInput
        {...form.getInputProps('name')}
        error={form.errors['name'] !== undefined && t('users.name.wrong')}
        label={t('users.name')}
        maxLength={100}
      />
      <Radio.Group {...form.getInputProps('role')} label={t('users.role')}>
        <Stack gap="xs" mt="xs">
          {roleNames.map((role) => (
            <Radio
              key={role}
              value={role}
              label={t(`role.${role}`)}
              description={t(`users.role.${role}.text`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      {canBeLimited(form.values.role) && (
        <>
          <Text size="sm" c="dimmed">
            {t('users.limit.invite')}
          </Text>
          <LimitFields
            input={(field) => form.getInputProps(`limit.${field}`)}
            departments={form.values.limit.departments}
          />
        </>
      )}
    </FormDialog>
  )
}

/** What becomes of the requests that are assigned to the user. Quiet, as the action works without this. */
function AssignedRequests({ user: { id, name } }: { user: User }) {
  const t = useT()
  const query = requestsQuery({ assignee: id, state: 'pending', pageSize: 1 })
  const count = useQuery({ ...query, meta: { quiet: true } }).data?.total ?? 0
  return count > 0 && <Text>{t('users.work.requests', { count, name })}</Text>
}

/** What the user leaves behind, and whether to release the open reservations; numbers kept back stay so. */
function LeftBehind({ user, input }: { user: User; input: object }) {
  const t = useT()
  const { id, name } = user
  const quiet = { meta: { quiet: true } }
  const reserved = (useQuery({ ...openQuery(), ...quiet }).data?.items ?? []).filter(
    ({ by, keptBack }) => by.id === id && keptBack === undefined,
  ).length
  const pools = (useQuery({ ...poolsQuery(), ...quiet }).data?.items ?? []).filter(
    ({ ownerId }) => ownerId === id,
  )
  return (
    <>
      <AssignedRequests user={user} />
      {pools.length > 0 && (
        <Text>
          {t('users.work.pools', {
            count: pools.length,
            name,
            pools: pools.map((pool) => pool.name).join(t('list.separator')),
          })}
        </Text>
      )}
      {reserved > 0 && <Checkbox {...input} label={t('users.work.release', { count: reserved, name })} />}
    </>
  )
}

interface UserActionDialogProps {
  user: User
  action: Exclude<UserAction, { kind: 'limit' }>
  onClose: () => void
}

/** Explains an action on a user, asks for confirmation and runs it. */
export function UserActionDialog({ user, action, onClose }: UserActionDialogProps) {
  const t = useT()
  const values = { name: user.name, role: action.kind === 'role' ? t(`role.${action.role}`) : '' }
  const title = t(`users.action.${action.kind}.of`, values)
  const sending = useMutation(userActionMutation())
  const [releases, setReleases] = useState(false)
  const sent: UserAction =
    action.kind === 'disable' && releases
      ? { ...action, releaseReason: t('users.work.reason', { name: user.name }) }
      : action
  const confirm = () =>
    sending.mutate(
      { user, action: sent, title: t('users.action.onAccount', { action: title, email: user.email }) },
      {
        onSuccess: ({ password }) => {
          announce(t('users.action.done', { name: user.name }))
          if (password === null) onClose()
        },
      },
    )
  const password = sending.data?.password ?? null
  return (
    <FormDialog
      title={title}
      submit={t(`users.action.${action.kind}`, values)}
      result={password === null ? undefined : <OneTimePassword email={user.email} password={password} />}
      closeResult={t('users.once.close')}
      onSubmit={confirm}
      onClose={onClose}
      sending={sending}
      danger={action.kind === 'disable'}
      isShownOnce
      autoFocusSubmit
    >
      <Text>{t(`users.action.${action.kind}.text`, values)}</Text>
      {action.kind === 'role' && action.limit === null && <Text>{t('users.action.role.limit', values)}</Text>}
      {action.kind === 'role' && !allows(action.role, 'request.manage') && <AssignedRequests user={user} />}
      {action.kind === 'disable' && (
        <LeftBehind
          user={user}
          input={{
            checked: releases,
            onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) =>
              setReleases(currentTarget.checked),
          }}
        />
      )}
    </FormDialog>
  )
}

/** Chooses the roles that require a second factor in each session. */
export function RequiredFactorDialog({
  roles: { configured, chosen },
  onClose,
}: {
  roles: SecondFactorRoles
  onClose: () => void
}) {
  const t = useT()
  const sending = useMutation(requireSecondFactorMutation())
  const form = useForm({ initialValues: { roles: chosen } })
  const { roles } = form.values
  const names = roles.map((role) => t(`role.${role}`)).join(t('list.separator'))
  return (
    <FormDialog
      title={t('users.required')}
      submit={t('users.required.save')}
      onSubmit={form.onSubmit(() =>
        sending.mutate(
          {
            changes: roleNames
              .filter((role) => roles.includes(role) !== chosen.includes(role))
              .map((role) => ({ role, required: roles.includes(role) })),
            title: t('users.required.of', { roles: names || t('users.required.none') }),
          },
          closing(onClose, t('users.required.done')),
        ),
      )}
      onClose={onClose}
      isDirty={form.isDirty()}
      isReady={form.isDirty()}
      sending={sending}
    >
      <Text>{t('users.required.text')}</Text>
      <Stack gap="xs">
        {roleNames.map((role) =>
          configured.includes(role) ? (
            <Checkbox
              key={role}
              label={t('users.required.configured', { role: t(`role.${role}`) })}
              checked
              disabled
            />
          ) : (
            <Checkbox
              key={role}
              label={t(`role.${role}`)}
              checked={roles.includes(role)}
              onChange={({ currentTarget: { checked } }) =>
                form.setFieldValue(
                  'roles',
                  checked ? [...roles, role] : roles.filter((each) => each !== role),
                )
              }
            />
          ),
        )}
      </Stack>
    </FormDialog>
  )
}

/** Chooses the departments and pools that a user is limited to; without any, the limit is removed. */
export function LimitDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const t = useT()
  const sending = useMutation(userActionMutation())
  const form = useForm({ initialValues: user.limit ?? noLimit })
  const { values } = form
  const isNone = values.departments.length + values.pools.length === 0
  const title = t('users.action.limit.of', { name: user.name })
  return (
    <FormDialog
      title={title}
      submit={t(isNone ? 'users.limit.remove' : 'users.limit.save')}
      onSubmit={form.onSubmit((limit) =>
        sending.mutate(
          {
            user,
            action: { kind: 'limit', limit: isNone ? null : limit },
            title: t('users.action.onAccount', { action: title, email: user.email }),
          },
          closing(onClose, t('users.action.done', { name: user.name })),
        ),
      )}
      onClose={onClose}
      isDirty={form.isDirty()}
      isReady={form.isDirty()}
      sending={sending}
    >
      {/* As high as the lists that open in it. */}
      <Stack gap="md" mih={360}>
        <Text>{t('users.limit.text', { name: user.name })}</Text>
        <LimitFields input={(field) => form.getInputProps(field)} departments={values.departments} />
        <Text c="dimmed" aria-live="polite">
          {t(isNone ? 'users.limit.none' : 'users.limit.sessions', { name: user.name })}
        </Text>
      </Stack>
    </FormDialog>
  )
}
