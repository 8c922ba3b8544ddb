import { Anchor, Badge, Group, Text } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { User } from '#contract/users.ts'
import type { Translate } from '../i18n/catalogue.ts'
import { paths } from '../paths.ts'
import type { Column } from '../ui/DataTable.tsx'
import { Time } from '../ui/Time.tsx'
import { ActsMenu } from './ActsMenu.tsx'
import type { Act } from './queries.ts'

const states = {
  disabled: 'red',
  locked: 'orange',
  oneTimePassword: 'yellow',
  active: 'teal',
} as const
type State = keyof typeof states

const stateOf = (user: User): State =>
  user.disabled
    ? 'disabled'
    : user.lockedUntil !== null
      ? 'locked'
      : user.mustChangePassword
        ? 'oneTimePassword'
        : 'active'

export const userColumns = (
  t: Translate,
  ownId: string,
  onAct: (user: User, act: Act) => void,
): Column<User>[] => [
  {
    id: 'name',
    header: t('users.name'),
    width: 180,
    cell: ({ id, name }) => (
      <Group gap="xs" wrap="nowrap">
        <Text span inherit fw={600} truncate title={name}>
          {name}
        </Text>
        {id === ownId && (
          <Badge variant="default" size="sm">
            {t('users.you')}
          </Badge>
        )}
      </Group>
    ),
  },
  { id: 'email', header: t('users.email'), width: 220, cell: ({ email }) => email },
  {
    id: 'role',
    header: t('users.role'),
    width: 130,
    cell: ({ role }) => (role === null ? t('users.role.none') : t(`role.${role}`)),
  },
  {
    id: 'state',
    header: t('users.state'),
    width: 190,
    cell: (user) => {
      const state = stateOf(user)
      return (
        <Badge variant="dot" color={states[state]}>
          {t(`users.state.${state}`)}
        </Badge>
      )
    },
  },
  {
    id: 'secondFactor',
    header: t('users.secondFactor'),
    cell: ({ secondFactor, elsewhere }) =>
      t(elsewhere ? 'users.elsewhere' : secondFactor ? 'account.factor.on' : 'account.factor.off'),
  },
  {
    id: 'lastSignIn',
    header: t('users.lastSignIn'),
    width: 130,
    cell: ({ lastSignInAt }) =>
      lastSignInAt === null ? t('users.neverSignedIn') : <Time value={lastSignInAt} />,
  },
  { id: 'sessions', header: t('users.sessions'), numeric: true, cell: ({ sessions }) => sessions },
  {
    id: 'acts',
    header: t('users.act'),
    cell: (user) =>
      user.id === ownId ? (
        <Anchor component={Link} to={paths.account()} inherit>
          {t('account.title')}
        </Anchor>
      ) : (
        <ActsMenu user={user} onAct={onAct} />
      ),
  },
]
