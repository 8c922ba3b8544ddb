import { ActionIcon } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { Pool } from '#contract/pools.ts'
import { ReserveButton } from '../../../entities/reservation/ReserveButton.tsx'
import { openReserve } from '../../../entities/reservation/reserve-start.ts'
import { useT } from '../../../i18n/Language.tsx'
import { ActionMenu, type MenuEntry } from '../../../ui/layout/ActionMenu.tsx'

interface PoolActionsProps {
  pool: Pool
  canReserve: boolean
  /** Null for users without permission. */
  edit: ((pool: Pool) => void) | null
  remove: ((pool: Pool) => void) | null
}

/** A pool's menu; without the permission to manage pools, the one action that is left. */
export function PoolActions({ pool, canReserve, edit, remove }: PoolActionsProps) {
  const t = useT()
  const start = { pool: pool.id }
  if (edit === null || remove === null)
    return (
      canReserve && (
        <ReserveButton
          start={start}
          size="compact-xs"
          variant="default"
          aria-label={t('pools.reserve.of', { name: pool.name })}
        >
          {t('pools.reserve')}
        </ReserveButton>
      )
    )
  const entries: MenuEntry[] = [
    ...(canReserve ? [{ id: 'reserve', label: t('pools.reserve'), onChoose: () => openReserve(start) }] : []),
    { id: 'edit', label: t('pools.change'), onChoose: () => edit(pool) },
    'divider',
    { id: 'remove', label: t('action.remove'), isDanger: true, onChoose: () => remove(pool) },
  ]
  return (
    <ActionMenu
      position="bottom-end"
      button={
        <ActionIcon size="sm" variant="subtle" aria-label={t('pools.actions.of', { name: pool.name })}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      }
      entries={entries}
    />
  )
}
