import { ActionIcon, type ActionIconProps } from '@mantine/core'
import { IconUserCircle } from '@tabler/icons-react'
import type { ComponentPropsWithRef } from 'react'
import { useT } from '../../i18n/Language.tsx'
import { useSession } from '../../shared/session/SessionContext.tsx'

export function UserButton(props: ActionIconProps & ComponentPropsWithRef<'button'>) {
  const t = useT()
  const { user } = useSession()
  const label = t('shell.user', { name: user.name })
  return (
    <ActionIcon c="inherit" size="lg" aria-label={label} title={label} aria-haspopup="dialog" {...props}>
      <IconUserCircle size={20} stroke={1.6} aria-hidden />
    </ActionIcon>
  )
}
