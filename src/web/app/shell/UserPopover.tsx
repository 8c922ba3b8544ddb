import { Button, Divider, Popover, Stack, Text } from '@mantine/core'
import { IconLogout, IconUserCog } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import '../../lib/feature-styles.ts'
import { useT } from '../../i18n/Language.tsx'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../shared/session/SessionContext.tsx'
import { useSignOut } from '../../shared/session/use-sign-out.ts'
import { useOpenOnMount } from '../../ui/focus/open-on-mount.ts'
import { UserButton } from './UserButton.tsx'

/** Shows the signed-in user and role, with links to the account and sign-out. Mounts on the first click, so it opens on mount. */
export function UserPopover() {
  const t = useT()
  const { user, role } = useSession()
  const { signOut, pending } = useSignOut()
  const [opened, setOpened] = useState(false)
  const button = useOpenOnMount()
  const label = t('shell.user', { name: user.name })
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={240}
      trapFocus
      withRoles
      shadow="md"
    >
      <Popover.Target>
        <UserButton ref={button} onClick={() => setOpened((open) => !open)} />
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <Stack gap={2}>
          <Text size="sm" fw={600} truncate>
            {user.name}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {user.email}
          </Text>
          <Text size="xs" c="dimmed">
            {t(`role.${role}`)}
          </Text>
          <Divider my="sm" />
          <Button
            component={Link}
            to={paths.account()}
            variant="default"
            size="xs"
            mb="xs"
            leftSection={<IconUserCog size={16} aria-hidden />}
            onClick={() => setOpened(false)}
          >
            {t('account.title')}
          </Button>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconLogout size={16} aria-hidden />}
            loading={pending}
            onClick={signOut}
          >
            {t('session.signOut')}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
