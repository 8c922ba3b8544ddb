import { Badge, Group, Text } from '@mantine/core'
import { roleNames } from '#contract/access.ts'
import type { User } from '#contract/users.ts'
import type { Translate } from '../../i18n/catalogue.ts'
import { paths } from '../../lib/paths.ts'
import type { Column } from '../../ui/table/DataTable.tsx'
import type { Sorting } from '../../ui/table/sorting.ts'
import { Time } from '../../ui/text/Time.tsx'
import { UserActionsMenu } from './UserActionsMenu.tsx'
import type { UserAction } from '../../entities/user/queries.ts'
import type { Meaning } from '../../ui/text/meaning.ts'
import { StateBadge } from '../../ui/text/StateBadge.tsx'
import { PageLink } from '../../ui/layout/PageLink.tsx'

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

export const userSorts = ['name', 'email', 'role', 'state', 'lastSignIn'] as const
export type UserSort = (typeof userSorts)[number]

/** Returns what a column sorts by: roles in the order of `roleNames`, states beginning with those that keep a user out. */
export function userValue(user: User, sort: UserSort): string | number | null {
  if (sort === 'role') return user.role === null ? null : roleNames.indexOf(user.role)
  if (sort === 'state') return Object.keys(states).indexOf(stateOf(user))
  return sort === 'lastSignIn' ? user.lastSignInAt : user[sort]
}

export const userColumns = (
  t: Translate,
  sorting: Sorting<UserSort>,
  ownId: string,
  onAction: (user: User, action: UserAction) => void,
): Column<User>[] => [
  {
    id: 'name',
    header: t('users.name'),
    ...sorting('name'),
    width: 200,
    cell: (user) => (
      <Group gap="xs" wrap="nowrap">
        {user.id === ownId ? (
          <>
            <PageLink to={paths.account()} fw={600} truncate>
              {user.name}
            </PageLink>
            <Badge variant="default" size="sm" flex="none">
              {t('users.you')}
            </Badge>
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
    width: 220,
    wrap: true,
    cell: ({ email }) => email,
  },
  {
    id: 'role',
    header: t('users.role'),
    ...sorting('role'),
    width: 120,
    cell: ({ role, limit }) => (
      <>
        {role === null ? t('users.role.none') : t(`role.${role}`)}
        {limit !== null && (
          <Text size="xs" c="dimmed">
            {t('users.limited', {
              departments: limit.departments.join(', ') || '–',
              count: limit.pools.length,
            })}
          </Text>
        )}
      </>
    ),
  },
  {
    id: 'state',
    header: t('caption.state'),
    ...sorting('state'),
    width: 170,
    cell: (user) => {
      const state = stateOf(user)
      return <StateBadge meaning={states[state]}>{t(`users.state.${state}`)}</StateBadge>
    },
  },
  {
    id: 'secondFactor',
    header: t('users.secondFactor'),
    labeled: true,
    cell: ({ secondFactor, isSsoUser }) =>
      t(isSsoUser ? 'users.elsewhere' : secondFactor ? 'account.factor.on' : 'account.factor.off'),
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
    cell: (user) => (user.id === ownId ? null : <UserActionsMenu user={user} onAction={onAction} />),
  },
]
