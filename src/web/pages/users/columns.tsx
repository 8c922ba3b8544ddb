import { Badge, Button, Group, Text, ActionIcon } from '@mantine/core'
import { roleNames } from '#contract/access.ts'
import type { SecondFactorRoles, User } from '#contract/users.ts'
import type { Translate } from '../../i18n/catalogue.ts'
import { paths } from '../../lib/paths.ts'
import type { Column } from '../../ui/table/DataTable.tsx'
import type { Sorting } from '../../ui/table/sorting.ts'
import { Time } from '../../ui/text/Time.tsx'
import type { UserAction } from '../../entities/user/queries.ts'
import type { Meaning } from '../../ui/text/meaning.ts'
import { StateBadge } from '../../ui/text/StateBadge.tsx'
import { PageLink } from '../../ui/layout/PageLink.tsx'
import { IconDots } from '@tabler/icons-react'
import { useT } from '../../i18n/Language.tsx'
import { ActionMenu } from '../../ui/layout/ActionMenu.tsx'
import { openDialog } from '../../ui/form/dialogs.tsx'
import { AccessDialog } from './AccessDialog.tsx'

/** Returns the actions for a user, without those that would change nothing. */
const actionsFor = (user: User): UserAction[] => [
  ...(user.isSsoUser ? [] : [{ kind: 'resetPassword' } as const]),
  ...(user.secondFactor || user.passkeys > 0 ? [{ kind: 'removeSecondFactor' } as const] : []),
  ...(user.lockedUntil === null ? [] : [{ kind: 'unlock' } as const]),
  ...(user.sessions === 0 ? [] : [{ kind: 'endSessions' } as const]),
  { kind: user.disabled ? 'enable' : 'disable' },
]

/** The menu of actions on one user; each action opens a confirmation. */
function UserActionsMenu({
  user,
  onAction,
}: {
  user: User
  onAction: (user: User, action: UserAction) => void
}) {
  const t = useT()
  const label = t('users.actions', { name: user.name })
  return (
    <ActionMenu
      position="bottom-end"
      width={240}
      button={
        <ActionIcon size="sm" aria-label={label} title={label}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      }
      entries={actionsFor(user).map((action) => ({
        id: action.kind,
        label: t(`users.action.${action.kind}`),
        onChoose: () => onAction(user, action),
        isDanger: action.kind === 'disable',
      }))}
    />
  )
}

const states = {
  disabled: 'failed',
  locked: 'attention',
  oneTimeWaiting: 'waiting',
  oneTimeExpired: 'failed',
  active: 'done',
} as const satisfies Record<string, Meaning>
type State = keyof typeof states

const oneTimeStates = { waiting: 'oneTimeWaiting', expired: 'oneTimeExpired' } as const

const stateOf = (user: User): State =>
  user.disabled
    ? 'disabled'
    : user.lockedUntil !== null
      ? 'locked'
      : user.oneTimePassword !== null
        ? oneTimeStates[user.oneTimePassword]
        : 'active'

function factorsOf(t: Translate, { isSsoUser, secondFactor, passkeys }: User): string {
  if (isSsoUser) return t('users.elsewhere')
  const factors = [
    ...(secondFactor ? [t('users.factor.app')] : []),
    ...(passkeys > 0 ? [t('users.factor.passkeys', { count: passkeys })] : []),
  ]
  return factors.join(t('list.separator')) || t('users.factor.none')
}

const isRequired = ({ role }: User, factors: SecondFactorRoles | undefined): boolean =>
  role !== null && factors !== undefined && [...factors.configured, ...factors.chosen].includes(role)

export const userSorts = ['name', 'email', 'role', 'state', 'lastSignIn'] as const
export type UserSort = (typeof userSorts)[number]

/** Returns what a column sorts by: roles in the order of `roleNames`, states beginning with those that keep a user out. */
export function userValue(user: User, sort: UserSort): string | number | null {
  if (sort === 'role') return user.role === null ? null : roleNames.indexOf(user.role)
  if (sort === 'state') return Object.keys(states).indexOf(stateOf(user))
  return sort === 'lastSignIn' ? user.lastSignInAt : user[sort]
}

interface UserColumns {
  sorting: Sorting<UserSort>
  ownId: string
  /** Undefined until it is read. */
  factors: SecondFactorRoles | undefined
  onAction: (user: User, action: UserAction) => void
}

export const userColumns = (
  t: Translate,
  { sorting, ownId, factors, onAction }: UserColumns,
): Column<User>[] => [
  {
    id: 'name',
    header: t('users.name'),
    ...sorting('name'),
    width: 140,
    cell: (user) => (
      <Group gap="xs" wrap="nowrap">
        {user.id === ownId ? (
          <>
            <PageLink to={paths.account()} fw={600} truncate>
              {user.name}
            </PageLink>
            <Badge>{t('users.you')}</Badge>
          </>
        ) : (
          <Text span inherit fw={600} truncate title={user.name}>
            {user.name}
          </Text>
        )}
      </Group>
    ),
  },
  {
    id: 'email',
    header: t('users.email'),
    ...sorting('email'),
    width: 150,
    cut: true,
    cell: ({ email }) => <span title={email}>{email}</span>,
  },
  {
    id: 'role',
    header: t('users.role'),
    ...sorting('role'),
    width: 120,
    cut: true,
    cell: ({ role, limit }) => {
      const text = role === null ? t('users.role.none') : t(`role.${role}`)
      if (limit === null) return <span>{text}</span>
      const limited = t('users.limited', {
        departments: limit.departments.join(t('list.separator')) || '–',
        count: limit.pools.length,
      })
      return (
        <span title={limited}>
          {text}{' '}
          <Text span size="xs" c="dimmed">
            {limited}
          </Text>
        </span>
      )
    },
  },
  {
    id: 'state',
    header: t('caption.state'),
    ...sorting('state'),
    width: 185,
    cell: (user) => {
      const state = stateOf(user)
      return <StateBadge meaning={states[state]}>{t(`users.state.${state}`)}</StateBadge>
    },
  },
  {
    id: 'secondFactor',
    header: t('users.secondFactor'),
    labeled: true,
    cell: (user) => (
      <>
        {factorsOf(t, user)}{' '}
        {isRequired(user, factors) && (
          <Text span size="xs" c="dimmed">
            {t('users.factor.required')}
          </Text>
        )}
      </>
    ),
  },
  {
    id: 'lastSignIn',
    header: t('users.lastSignIn'),
    ...sorting('lastSignIn'),
    labeled: true,
    width: 120,
    cell: ({ lastSignInAt }) =>
      lastSignInAt === null ? t('users.neverSignedIn') : <Time value={lastSignInAt} />,
  },
  {
    id: 'sessions',
    header: t('users.sessions'),
    numeric: true,
    optional: true,
    cell: ({ sessions }) => sessions,
  },
  {
    id: 'actions',
    header: t('caption.actions'),
    actions: true,
    cell: (user) => (
      <Group gap={4} wrap="nowrap" justify="flex-end">
        <Button
          size="compact-xs"
          aria-label={t('users.access.of', { name: user.name })}
          onClick={() =>
            openDialog((close) => <AccessDialog user={user} isOwn={user.id === ownId} onClose={close} />)
          }
        >
          {t('users.access')}
        </Button>
        {user.id !== ownId && <UserActionsMenu user={user} onAction={onAction} />}
      </Group>
    ),
  },
]
