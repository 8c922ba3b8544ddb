import { ActionIcon } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { canBeLimited, roleNames } from '#contract/access.ts'
import type { User } from '#contract/users.ts'
import { useT } from '../../i18n/Language.tsx'
import { ActionMenu } from '../../ui/layout/ActionMenu.tsx'
import type { UserAction } from '../../entities/user/queries.ts'

/** Returns the actions for a user, without those that would change nothing. */
function actionsFor(user: User): UserAction[] {
  const { limit } = user
  const mayLimit = limit !== null || (user.role !== null && canBeLimited(user.role))
  return [
    ...(user.isSsoUser
      ? []
      : [
          ...roleNames.flatMap((role): UserAction[] =>
            role === user.role
              ? []
              : [{ kind: 'role', role, ...(limit === null || canBeLimited(role) ? {} : { limit: null }) }],
          ),
          { kind: 'resetPassword' } as const,
        ]),
    ...(mayLimit ? [{ kind: 'limit', limit } as const] : []),
    ...(user.secondFactor ? [{ kind: 'removeSecondFactor' } as const] : []),
    ...(user.lockedUntil === null ? [] : [{ kind: 'unlock' } as const]),
    ...(user.sessions === 0 ? [] : [{ kind: 'endSessions' } as const]),
    { kind: user.disabled ? 'enable' : 'disable' },
  ]
}

/** The menu of actions on one user; each action opens a confirmation. */
export function UserActionsMenu({
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
        id: action.kind === 'role' ? action.role : action.kind,
        label: t(`users.action.${action.kind}`, {
          role: action.kind === 'role' ? t(`role.${action.role}`) : '',
        }),
        onChoose: () => onAction(user, action),
        isDanger: action.kind === 'disable',
      }))}
    />
  )
}
