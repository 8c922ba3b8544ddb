import { ActionIcon, Menu, Text } from '@mantine/core'
import { IconLogout, IconUserCircle } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { messageFor } from '../api/message-for.ts'
import { useLeave } from '../GuardedRouter.tsx'
import { useT } from '../i18n/Language.tsx'
import { paths } from '../paths.ts'
import { guardSession } from '../session/gate.ts'
import { signOutMutation } from '../session/queries.ts'
import { useSession } from '../session/SessionContext.tsx'
import { toast } from '../ui/toast.ts'

/** Who is signed in, as what, and the way out. */
export function UserMenu() {
  const t = useT()
  const client = useQueryClient()
  const navigate = useNavigate()
  const leave = useLeave()
  const { user, role } = useSession()
  const signOut = useMutation({
    ...signOutMutation(),
    onSuccess: async () => {
      guardSession(false)
      await navigate(paths.signIn())
      client.clear()
    },
    onError: (error) => toast({ message: t(messageFor(error).sentence), tone: 'failure' }),
  })
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          c="inherit"
          size="lg"
          aria-label={t('shell.user', { name: user.name })}
        >
          <IconUserCircle size={20} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" fw={600} c="var(--mantine-color-text)" truncate>
            {user.name}
          </Text>
          <Text size="xs" truncate>
            {user.email}
          </Text>
          <Text size="xs">{t(`role.${role}`)}</Text>
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconLogout size={16} aria-hidden />}
          disabled={signOut.isPending}
          onClick={() => leave(() => signOut.mutate())}
        >
          {t('session.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
