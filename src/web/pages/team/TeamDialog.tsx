import { Button, Group, MultiSelect, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { maxPicked, readTeam, saveTeam, type Team } from '#contract/team.ts'
import { write } from '../../api/endpoint-queries.ts'
import { departmentsQuery } from '../../entities/person/queries.ts'
import { PersonPicker } from '../../entities/person/PersonPicker.tsx'
import { personText, personTitle } from '../../entities/person/person-text.ts'
import { PoolPicker } from '../../entities/pool/PoolPicker.tsx'
import { usePoolName } from '../../entities/pool/queries.ts'
import { teamQuery } from '../../entities/team/queries.ts'
import type { MessageKey } from '../../i18n/catalogue.ts'
import { useT } from '../../i18n/Language.tsx'
import { closeOnSuccess, FormDialog } from '../../ui/form/FormDialog.tsx'
import { useEdit } from '../../ui/form/use-edit.tsx'

interface Values {
  departments: string[]
  people: { id: string; name: string }[]
  pool: string | null
}

const fields = ['departments', 'people', 'pool'] as const
const captions = {
  departments: 'team.departments',
  people: 'nav.people',
  pool: 'team.pool',
} as const satisfies Record<keyof Values, MessageKey>

function valuesOf({ team, members }: Team): Values {
  const nameOf = new Map(members.map((person) => [person.id, personTitle(person)]))
  return {
    departments: team?.departments ?? [],
    people: (team?.people ?? []).map((id) => ({ id, name: nameOf.get(id) ?? id })),
    pool: team?.pool ?? null,
  }
}

/** Chooses the departments and people of the user's team, and the pool of its numbers. Reports a conflict when it was changed in another tab. */
export function TeamDialog({ opened, onClose }: { opened: Team; onClose: () => void }) {
  const t = useT()
  const departments = (useQuery(departmentsQuery()).data?.items ?? []).flatMap(
    (item) => item.department ?? [],
  )
  const { data: now } = useQuery(teamQuery())
  const poolName = usePoolName(now?.team?.pool)
  const sending = useMutation(write(saveTeam, readTeam.path))
  const form = useForm({ initialValues: valuesOf(opened) })
  const { people, pool } = form.values
  const { base, errorAction } = useEdit({
    opened,
    now,
    error: sending.error,
    describe: (latest, seen) => {
      const textsOf = ({ team, members }: Team) => {
        const people = members
          .filter(({ id }) => team?.people.includes(id))
          .map((person) => personText(t, { ...person, department: null }, personTitle(person)))
        return {
          departments: (team?.departments ?? []).toSorted().join(t('list.separator')),
          people: people.toSorted().join(t('list.separator')),
          pool: team?.pool ?? '',
        }
      }
      const [before, after] = [textsOf(seen), textsOf(latest)]
      const shown = { ...after, pool: poolName ?? after.pool }
      return fields
        .filter((field) => before[field] !== after[field])
        .map((field) =>
          t('label.value', { label: t(captions[field]), value: shown[field] || t('value.none') }),
        )
        .join('\n')
    },
    onUse: (latest) => {
      form.setValues(valuesOf(latest))
      form.resetDirty(valuesOf(latest))
    },
  })
  return (
    <FormDialog
      title={t(opened.team === null ? 'team.choose' : 'team.edit')}
      submit={t('team.save')}
      onSubmit={form.onSubmit((values) =>
        sending.mutate(
          { body: { ...values, people: values.people.map(({ id }) => id), seen: base.team } },
          closeOnSuccess(onClose, t('team.saved')),
        ),
      )}
      onClose={onClose}
      isDirty={form.isDirty()}
      sending={sending}
      errorAction={errorAction}
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
