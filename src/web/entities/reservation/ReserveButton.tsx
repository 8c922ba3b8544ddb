import { Button, type ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { usePermission } from '../session/SessionContext.tsx'
import { openReserve, type ReserveStart } from './open-reserve.tsx'

interface ReserveButtonProps extends Pick<ButtonProps, 'size' | 'variant' | 'leftSection'> {
  start: ReserveStart
  'aria-label'?: string
  children: ReactNode
}

/** Opens the dialog that reserves a number. Renders nothing for a role without the permission. */
export function ReserveButton({ start, ...props }: ReserveButtonProps) {
  const canReserve = usePermission('extension.reserve')
  return canReserve ? <Button variant="filled" {...props} onClick={() => openReserve(start)} /> : null
}
