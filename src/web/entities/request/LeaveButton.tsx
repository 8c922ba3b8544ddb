import { Button } from '@mantine/core'
import { IconDoorExit } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useT } from '../../i18n/Language.tsx'
import { ErrorAlert } from '../../ui/feedback/ErrorAlert.tsx'
import { usePermission } from '../session/SessionContext.tsx'
import { openLeave } from './open-request.tsx'

interface LeaveButtonProps {
  /** The person's name, work number or UUID. */
  name: string
  /** Returns the person's numbers; called when the user clicks the button. */
  numbers: () => readonly string[] | Promise<readonly string[]>
}

/** Opens the dialog for a person who leaves. Renders nothing for a role without the permission. */
export function LeaveButton({ name, numbers }: LeaveButtonProps) {
  const t = useT()
  const canRequest = usePermission('request.manage')
  const open = useMutation({
    mutationFn: async () => numbers(),
    onSuccess: (list) => openLeave({ name, numbers: list }),
  })
  if (!canRequest) return null
  return (
    <>
      <Button
        leftSection={<IconDoorExit size={14} aria-hidden />}
        loading={open.isPending}
        onClick={() => open.mutate()}
      >
        {t('leave')}
      </Button>
      <ErrorAlert error={open.error} />
    </>
  )
}
