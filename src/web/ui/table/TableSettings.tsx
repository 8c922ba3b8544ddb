import { Button, type ButtonProps } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import type { ComponentPropsWithRef } from 'react'
import { useT } from '../../i18n/Language.tsx'
import { lazyNext, useRequestedPart } from '../../lib/lazy.ts'
import type { TableSettingsProps } from './TableSettingsPopover.tsx'

const TableSettingsPopover = lazyNext(
  async () => (await import('./TableSettingsPopover.tsx')).TableSettingsPopover,
)

function SettingsButton(props: ButtonProps & ComponentPropsWithRef<'button'>) {
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

/** The button for columns and row height; its popover mounts on the first click. */
export function TableSettings(props: TableSettingsProps) {
  const { state, request } = useRequestedPart(TableSettingsPopover)
  if (state === 'loaded') return <TableSettingsPopover {...props} Target={SettingsButton} />
  return <SettingsButton onClick={request} loading={state === 'loading'} />
}
