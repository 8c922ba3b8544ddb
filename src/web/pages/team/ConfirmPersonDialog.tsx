import { Radio, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import type { DirectoryAgent } from '#contract/agents.ts'
import { agentHints, agentTitle } from '../../entities/agent/agent-text.ts'
import { joinMutation } from '../../entities/team/queries.ts'
import { useT } from '../../i18n/Language.tsx'
import { closing, FormDialog } from '../../ui/form/FormDialog.tsx'

interface ConfirmPersonDialogProps {
  joiner: DirectoryAgent
  agents: readonly DirectoryAgent[]
  onClose: () => void
}

/** Asks whether a new colleague is an agent whom the service has shown since. Nothing is chosen beforehand. */
export function ConfirmPersonDialog({ joiner, agents, onClose }: ConfirmPersonDialogProps) {
  const t = useT()
  const sending = useMutation(joinMutation())
  const form = useForm({ initialValues: { agentUuid: '' } })
  const { agentUuid } = form.values
  return (
    <FormDialog
      title={t('team.confirm.title', { name: agentTitle(joiner) })}
      submit={t('team.confirm.submit')}
      onSubmit={form.onSubmit((values) =>
        sending.mutate(
          { joinerId: joiner.id, agentUuid: values.agentUuid },
          closing(onClose, t('team.confirm.done', { name: agentTitle(joiner) })),
        ),
      )}
      onClose={onClose}
      sending={sending}
      isReady={agentUuid !== ''}
    >
      <Text>{t('team.confirm.text', { name: agentTitle(joiner) })}</Text>
      <Radio.Group {...form.getInputProps('agentUuid')} label={t('team.confirm.who')}>
        <Stack gap="xs" mt="xs">
          {agents.map((agent) => (
            <Radio
              key={agent.id}
              value={agent.agentUuid ?? ''}
              label={[agentTitle(agent), ...agentHints(agent, t)].join(' · ')}
            />
          ))}
        </Stack>
      </Radio.Group>
    </FormDialog>
  )
}
