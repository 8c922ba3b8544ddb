import { Alert, Button, Group, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { useT } from '../../i18n/Language.tsx'
import { paths } from '../../lib/paths.ts'
import { firstIdleFor } from '../../entities/extension/idle-queries.ts'
import { ErrorAlert } from '../../ui/feedback/ErrorAlert.tsx'
import { neutralColor } from '../../ui/text/meaning.ts'

/** Looks up at the service (operation 6) a work number or uuid that the directory does not know, and opens the agent. */
export function LookUpAgent({ agentId }: { agentId: string }) {
  const t = useT()
  const client = useQueryClient()
  const navigate = useNavigate()
  const look = useMutation({
    mutationFn: () => client.fetchQuery({ ...firstIdleFor(agentId), retry: false }),
    onSuccess: ({ agent }) => (agent?.id ? navigate(paths.agent(agent.id)) : undefined),
    meta: { quiet: true },
  })
  return (
    <Alert color={neutralColor} mb="sm">
      <Group justify="space-between" gap="sm">
        <Text>{t(look.isSuccess ? 'agents.lookUp.none' : 'agents.lookUp.text', { agent: agentId })}</Text>
        <Button size="compact-sm" loading={look.isPending} onClick={() => look.mutate()}>
          {t('agents.lookUp')}
        </Button>
      </Group>
      {look.error !== null && <ErrorAlert error={look.error} />}
    </Alert>
  )
}
