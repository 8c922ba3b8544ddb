import { Button, type ButtonProps } from '@mantine/core'
import { useCallback } from 'react'
import type { Reservation } from '#contract/reservations.ts'
import { useT } from '../../i18n/Language.tsx'
import { usePermission, useSession } from '../session/SessionContext.tsx'
import { openDialog } from '../../ui/form/dialogs.tsx'
import { ChangeDialog } from './ChangeDialog.tsx'

/** Returns whether the user may extend, move and release a reservation: their own, or everyone's with the permission. */
export function useCanChange(): (reservation: Reservation) => boolean {
  const { user } = useSession()
  const canReserve = usePermission('extension.reserve')
  const anyones = usePermission('extension.release')
  return useCallback(({ by }) => canReserve && (anyones || by.id === user.id), [canReserve, anyones, user.id])
}

interface ChangeButtonProps extends Pick<ButtonProps, 'size' | 'variant'> {
  reservation: Reservation
}

/** Opens the dialog that extends or moves a reservation, which the user must be allowed to change. */
export function ChangeButton({ reservation, ...props }: ChangeButtonProps) {
  const t = useT()
  return (
    <Button
      {...props}
      aria-label={t('reserve.change.of', { ext: reservation.ext })}
      onClick={() => openDialog((close) => <ChangeDialog reservation={reservation} onClose={close} />)}
    >
      {t('reserve.change')}
    </Button>
  )
}
