import { Checkbox, TextInput, Text } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState, type ChangeEvent } from 'react'
import { inviteUser, type User } from '#contract/users.ts'
import { useT } from '../../i18n/Language.tsx'
import { fieldErrors } from '../../api/api-error.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import {
  inviteMutation,
  userActionMutation,
  usersQuery,
  type UserAction,
} from '../../entities/user/queries.ts'
import { SecretOnce } from '../../ui/text/SecretOnce.tsx'
import { announce } from '../../ui/feedback/announce.ts'
import { poolsQuery } from '../../entities/pool/queries.ts'
import { openQuery } from '../../entities/reservation/queries.ts'
import { AccessFields, accessOf, changedRequirements, limitOf } from './AccessFields.tsx'
import { AssignedRequests } from './AssignedRequests.tsx'

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

/** Invites a new user, then shows the password for their first sign-in. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const factors = useQuery(usersQuery()).data?.secondFactorRoles
  const invite = useMutation(inviteMutation())
  const form = useForm({
    initialValues: { email: '', name: '', ...accessOf({ role: 'supervisor', limit: null }) },
    validate: ({ required: _required, ...values }) =>
      schemaResolver(inviteUser.body, { sync: true })({ ...values, limit: limitOf(values) }),
  })
  const { data } = invite
  return (
    <FormDialog
      title={t(data === undefined ? 'users.invite' : 'users.invite.done')}
      size="lg"
      submit={t('users.invite')}
      result={data && <OneTimePassword email={data.user.email} password={data.password} />}
      closeResult={t('users.once.close')}
      onSubmit={form.onSubmit((values) => {
        const { email, name, role } = values
        if (role === null) return
        invite.mutate(
          {
            body: { email, name, role, limit: limitOf(values) },
            requirements: changedRequirements(values, factors),
            title: t('users.invite.of', { email, role: t(`role.${role}`) }),
          },
          { onError: (refusal) => form.setErrors(fieldErrors(refusal)) },
        )
      })}
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
      <AccessFields
        values={form.values}
        factors={factors}
        input={(field) => form.getInputProps(field)}
        onRequired={(required) => form.setFieldValue('required', required)}
      />
    </FormDialog>
  )
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
  action: UserAction
  onClose: () => void
}

/** Explains an action on a user, asks for confirmation and runs it. */
export function UserActionDialog({ user, action, onClose }: UserActionDialogProps) {
  const t = useT()
  const values = { name: user.name }
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
      submit={t(`users.action.${action.kind}`)}
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
