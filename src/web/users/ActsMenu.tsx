import { ActionIcon, Menu } from '@mantine/core'
import '@mantine/core/styles/Menu.css'
import { IconDots } from '@tabler/icons-react'
import { roleNames } from '#contract/access.ts'
import type { User } from '#contract/users.ts'
import { useT } from '../i18n/Language.tsx'
import type { Act } from './queries.ts'

/** What there is to do for this user; what would change nothing is left out. */
function actsFor(user: User): Act[] {
  return [
    ...(user.elsewhere
      ? []
      : [
          ...roleNames.flatMap((role): Act[] => (role === user.role ? [] : [{ kind: 'role', role }])),
          { kind: 'resetPassword' } as const,
        ]),
    ...(user.secondFactor ? [{ kind: 'removeSecondFactor' } as const] : []),
    ...(user.lockedUntil === null ? [] : [{ kind: 'unlock' } as const]),
    ...(user.sessions === 0 ? [] : [{ kind: 'endSessions' } as const]),
    { kind: user.disabled ? 'enable' : 'disable' },
  ]
}

/** The acts on one user; each is asked about once more. */
export function ActsMenu({ user, onAct }: { user: User; onAct: (user: User, act: Act) => void }) {
  const t = useT()
  const label = t('users.acts', { name: user.name })
  return (
    <Menu position="bottom-end" shadow="md" width={240}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="sm" aria-label={label} title={label}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actsFor(user).map((act) => (
          <Menu.Item
            key={act.kind === 'role' ? act.role : act.kind}
            {...(act.kind === 'disable' ? { color: 'red' } : {})}
            onClick={() => onAct(user, act)}
          >
            {t(`users.act.${act.kind}`, { role: act.kind === 'role' ? t(`role.${act.role}`) : '' })}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
