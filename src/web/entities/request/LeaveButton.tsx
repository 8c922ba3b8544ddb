import { Button } from '@mantine/core'
import { IconDoorExit } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useT } from '../../i18n/Language.tsx'
import { ErrorAlert } from '../../ui/feedback/ErrorAlert.tsx'
import { usePermission } from '../session/SessionContext.tsx'
import { LeaveDialog } from './LeaveDialog.tsx'

interface LeaveButtonProps {
  /** The agent's name, work number or UUID. */
  agent: string
  /** Returns the agent's numbers; called when the user clicks the button. */
  numbers: () => readonly string[] | Promise<readonly string[]>
  /** True once the leaving was requested: the button goes, its dialog stays with the result. */
  isDone?: boolean
  /** True until it is known whether the agent has numbers: the button only has its place. */
  isAwaited?: boolean
}

/** Opens the dialog for an agent who leaves. Renders nothing for a role without the permission. */
export function LeaveButton({ agent, numbers, isDone = false, isAwaited = false }: LeaveButtonProps) {
  const t = useT()
  const canRequest = usePermission('request.manage')
  const [left, setLeft] = useState<readonly string[] | null>(null)
  const open = useMutation({ mutationFn: async () => numbers(), onSuccess: setLeft })
  if (!canRequest) return null
  return (
    <>
      {!isDone && (
        <Button
          disabled={isAwaited}
          leftSection={<IconDoorExit size={14} aria-hidden />}
          loading={open.isPending}
          onClick={() => open.mutate()}
        >
          {t('leave')}
        </Button>
      )}
      <ErrorAlert error={open.error} />
      {left !== null && <LeaveDialog agent={agent} numbers={left} onClose={() => setLeft(null)} />}
    </>
  )
}
