import { Button, type ButtonProps } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import type { ComponentPropsWithRef } from 'react'
import { useT } from '../../i18n/Language.tsx'

export function SettingsButton(props: ButtonProps & ComponentPropsWithRef<'button'>) {
  const t = useT()
  return (
    <Button
      variant="default"
      leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
      aria-haspopup="dialog"
      {...props}
    >
      {t('table.settings')}
    </Button>
  )
}
