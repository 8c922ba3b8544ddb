import { Radio, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import type { Person } from '#contract/people.ts'
import { namesakeHints, personTitle } from '../../entities/person/person-text.ts'
import { joinMutation } from '../../entities/team/queries.ts'
import { useT } from '../../i18n/Language.tsx'
import { closeOnSuccess, FormDialog } from '../../ui/form/FormDialog.tsx'

interface ConfirmPersonDialogProps {
  newColleague: Person
  /** The people with accounts who may be the same. */
  candidates: readonly Person[]
  onClose: () => void
}

/** The choice that the new colleague is none of the agents; no UUID has spaces. */
const none = 'none of them'

/** Asks whether a new colleague is an agent whom the service has shown since. Nothing is chosen beforehand. */
export function ConfirmPersonDialog({ newColleague, candidates, onClose }: ConfirmPersonDialogProps) {
  const t = useT()
  const sending = useMutation(joinMutation())
  const form = useForm({ initialValues: { agentUuid: '' } })
  const { agentUuid } = form.values
  return (
    <FormDialog
      title={t('team.confirm.title', { name: personTitle(newColleague) })}
      submit={t(agentUuid === none ? 'team.confirm.none.submit' : 'team.confirm.submit')}
      onSubmit={form.onSubmit((values) =>
        sending.mutate(
          values.agentUuid === none
            ? {
                colleagueId: newColleague.id,
                agentUuids: candidates.flatMap((candidate) => candidate.agentUuid ?? []),
                same: false,
              }
            : { colleagueId: newColleague.id, agentUuids: [values.agentUuid], same: true },
          closeOnSuccess(
            onClose,
            t(values.agentUuid === none ? 'team.confirm.none.done' : 'team.confirm.done', {
              name: personTitle(newColleague),
            }),
          ),
        ),
      )}
      onClose={onClose}
      sending={sending}
      isReady={agentUuid !== ''}
    >
      <Text>{t('team.confirm.text', { name: personTitle(newColleague) })}</Text>
      <Radio.Group {...form.getInputProps('agentUuid')} label={t('team.confirm.who')}>
        <Stack gap="xs" mt="xs">
          {candidates.map((candidate) => (
            <Radio
              key={candidate.id}
              value={candidate.agentUuid ?? ''}
              label={[personTitle(candidate), ...namesakeHints(candidate, t)].join(' · ')}
            />
          ))}
          <Radio value={none} label={t('team.confirm.none')} />
        </Stack>
      </Radio.Group>
    </FormDialog>
  )
}
