import { ActionIcon, Button, Divider, Popover, Stack, Text } from '@mantine/core'
import { IconLogout, IconUserCircle, IconUserCog } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '../../i18n/Language.tsx'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../entities/session/SessionContext.tsx'
import { useSignOut } from '../../entities/session/use-sign-out.ts'
import { PageButton } from '../../ui/layout/PageLink.tsx'

/** Shows the signed-in user and role, with links to the account and sign-out. */
export function UserMenu() {
  const t = useT()
  const { user, role } = useSession()
  const { signOut, pending } = useSignOut()
  const [opened, setOpened] = useState(false)
  const label = t('shell.user', { name: user.name })
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={240} trapFocus shadow="md">
      <Popover.Target>
        <ActionIcon
          c="inherit"
          size="lg"
          aria-label={label}
          title={label}
          onClick={() => setOpened((open) => !open)}
        >
          <IconUserCircle size={20} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <Stack gap={2}>
          <Text fw={600} truncate>
            {user.name}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {user.email}
          </Text>
          <Text size="xs" c="dimmed">
            {t(`role.${role}`)}
          </Text>
          <Divider my="sm" />
          <PageButton
            to={paths.account()}
            size="xs"
            mb="xs"
            leftSection={<IconUserCog size={16} aria-hidden />}
            onClick={() => setOpened(false)}
          >
            {t('account.title')}
          </PageButton>
          <Button
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
