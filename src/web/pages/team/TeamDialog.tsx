import { Button, Group, MultiSelect, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { maxPicked, readTeam, saveTeam, type Team } from '#contract/team.ts'
import { write } from '../../api/endpoint-queries.ts'
import { departmentsQuery } from '../../entities/person/queries.ts'
import { PersonPicker } from '../../entities/person/PersonPicker.tsx'
import { personTitle } from '../../entities/person/person-text.ts'
import { PoolPicker } from '../../entities/pool/PoolPicker.tsx'
import { useT } from '../../i18n/Language.tsx'
import { closeOnSuccess, FormDialog } from '../../ui/form/FormDialog.tsx'

/** Chooses the departments and people of the user's team, and the pool of its numbers. */
export function TeamDialog({ team, onClose }: { team: Team | undefined; onClose: () => void }) {
  const t = useT()
  const departments = (useQuery(departmentsQuery()).data?.items ?? []).flatMap(
    (item) => item.department ?? [],
  )
  const sending = useMutation(write(saveTeam, readTeam.path))
  const nameOf = new Map((team?.members ?? []).map((person) => [person.id, personTitle(person)]))
  const form = useForm({
    initialValues: {
      departments: team?.team?.departments ?? [],
      people: (team?.team?.people ?? []).map((id) => ({ id, name: nameOf.get(id) ?? id })),
      pool: team?.team?.pool ?? null,
    },
  })
  const { people, pool } = form.values
  return (
    <FormDialog
      title={t(team?.team == null ? 'team.choose' : 'team.edit')}
      submit={t('team.save')}
      onSubmit={form.onSubmit((values) =>
        sending.mutate(
          { body: { ...values, people: values.people.map(({ id }) => id) } },
          closeOnSuccess(onClose, t('team.saved')),
        ),
      )}
      onClose={onClose}
      isDirty={form.isDirty()}
      sending={sending}
    >
      {/* As high as the lists that open in it. */}
      <Stack gap="md" mih={320}>
        <MultiSelect
          {...form.getInputProps('departments')}
          label={t('team.departments')}
          data={[...new Set([...departments, ...form.values.departments])]}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t('action.clear', { label: t('team.departments') }) }}
          nothingFoundMessage={t(departments.length === 0 ? 'team.departments.none' : 'picker.nothing')}
          maxValues={20}
          data-autofocus
        />
        <Stack gap="xs">
          {/* Chosen people are listed below, so the field is empty again. */}
          <PersonPicker
            label={t('team.person.add')}
            value={undefined}
            newColleagues
            onChange={(id, name) => {
              if (id !== undefined && people.length < maxPicked && !people.some((each) => each.id === id))
                form.insertListItem('people', { id, name: name ?? id })
            }}
          />
          {people.map(({ id, name }, index) => (
            <Group key={id} justify="space-between" gap="sm" wrap="nowrap">
              <Text truncate>{name}</Text>
              <Button
                size="compact-xs"
                variant="subtle"
                aria-label={t('team.person.remove', { name })}
                onClick={() => form.removeListItem('people', index)}
              >
                {t('action.remove')}
              </Button>
            </Group>
          ))}
        </Stack>
        <PoolPicker
          label={t('team.pool')}
          value={pool ?? undefined}
          onChange={(id) => form.setFieldValue('pool', id ?? null)}
          hideWithoutPools
        />
      </Stack>
    </FormDialog>
  )
}
