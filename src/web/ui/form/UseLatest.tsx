import { Button, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useT } from '../../i18n/Language.tsx'

interface UseLatestProps {
  /** What is saved now, and by whom. */
  children?: ReactNode
  /** Puts the saved values into the form. */
  onUse: () => void
}

/** For an edit conflict: what another user has saved since the dialog opened, and a button to continue from there. */
export function UseLatest({ children, onUse }: UseLatestProps) {
  const t = useT()
  return (
    <Stack gap="xs" mt="xs" align="flex-start">
      {children}
      <Button size="compact-sm" onClick={onUse}>
        {t('action.useLatest')}
      </Button>
    </Stack>
  )
}
