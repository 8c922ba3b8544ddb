import { Button, type ButtonProps } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { RequestKind, ServiceRequest } from '#contract/service-requests.ts'
import { useT } from '../../i18n/Language.tsx'
import { ErrorAlert } from '../../ui/feedback/ErrorAlert.tsx'
import { usePermission } from '../session/SessionContext.tsx'
import { openRequest } from './open-request.tsx'

interface RequestButtonProps extends Pick<ButtonProps, 'size' | 'disabled' | 'variant'> {
  /** Returns the numbers to change; called when the user clicks the button. */
  numbers: () => readonly string[] | Promise<readonly string[]>
  /** The kinds that apply to the numbers; all kinds by default. */
  kinds?: readonly RequestKind[]
  label?: string
  /** The agent to suggest for rebinding the numbers. */
  agent?: { agentUuid: string; agentName: string | null }
  /** Why, to begin with. */
  reason?: string
  onSent?: (requests: readonly ServiceRequest[]) => void
}

/** Opens the dialog that requests a change the API cannot make. Renders nothing for a role without the permission. */
export function RequestButton(props: RequestButtonProps) {
  const { numbers, kinds, agent, reason, label, size, disabled, variant, onSent } = props
  const t = useT()
  const canRequest = usePermission('request.manage')
  const open = useMutation({
    mutationFn: async () => numbers(),
    onSuccess: (list) => openRequest({ numbers: list, kinds, agent, reason, onSent }),
  })
  if (!canRequest) return null
  return (
    <>
      <Button
        size={size}
        variant={variant}
        disabled={disabled}
        leftSection={<IconSend size={14} aria-hidden />}
        loading={open.isPending}
        onClick={() => open.mutate()}
      >
        {label ?? t('requests.new')}
      </Button>
      <ErrorAlert error={open.error} />
    </>
  )
}
