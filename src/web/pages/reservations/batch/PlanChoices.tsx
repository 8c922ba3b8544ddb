import { Alert, Autocomplete, Button, Checkbox, Group, Text } from '@mantine/core'
import type { PersonKind } from '#contract/reservations.ts'
import { UnclearPeople } from '../../../entities/person/UnclearPeople.tsx'
import { UntilPicker } from '../../../entities/reservation/UntilPicker.tsx'
import { useT } from '../../../i18n/Language.tsx'
import { DateField } from '../../../ui/form/DateField.tsx'
import type { choosePairs, Choices, BatchDetails } from './batch-plan.ts'

interface PlanChoicesProps {
  plan: Omit<ReturnType<typeof choosePairs>, 'rows'>
  choices: Choices
  onChoose: (change: (before: Choices) => Choices) => void
  /** How many new colleagues, lines and rooms the plan has. */
  newColleagues: Record<PersonKind, number>
  details: BatchDetails
  departments: readonly string[]
  onEnter: (details: Partial<BatchDetails>) => void
  sending: boolean
  /** How many numbers can be reserved; `null` while a part waits to be sent again. */
  ready: number | null
  isPossible: boolean
  onReserve: () => void
}

/** What the user decides before the batch is sent, and the button that sends it. */
export function PlanChoices(props: PlanChoicesProps) {
  const { plan, choices, onChoose, newColleagues, details, departments, onEnter } = props
  const { sending, ready, isPossible, onReserve } = props
  const t = useT()
  const { unclear, unknownNames, holders } = plan
  return (
    <>
      {unknownNames.length > 0 && (
        <Checkbox
          label={t('reservations.batch.colleagues', {
            count: unknownNames.length,
            names: unknownNames.join(t('list.separator')),
          })}
          checked={choices.areColleagues}
          disabled={sending}
          onChange={({ currentTarget: { checked } }) =>
            onChoose((before) => ({ ...before, areColleagues: checked }))
          }
        />
      )}
      {(newColleagues.person > 0 || newColleagues.resource > 0) && (
        <Group gap="sm" align="flex-end">
          <Autocomplete
            label={t('person.field.department')}
            data={[...departments]}
            value={details.department}
            onChange={(department) => onEnter({ department })}
            maxLength={200}
            disabled={sending}
          />
          {newColleagues.person > 0 && (
            <DateField
              label={t('person.field.startsOn')}
              value={details.startsOn}
              onChange={(event) => onEnter({ startsOn: event.currentTarget.value })}
              disabled={sending}
            />
          )}
          <Text c="dimmed">
            {[
              ...(newColleagues.person > 0
                ? [t('reservations.batch.colleagues.all', { count: newColleagues.person })]
                : []),
              ...(newColleagues.resource > 0
                ? [t('reservations.batch.resources.all', { count: newColleagues.resource })]
                : []),
            ].join(t('list.separator'))}
          </Text>
        </Group>
      )}
      {ready !== null && (
        <Group
          align="flex-end"
          gap="md"
          py="xs"
          pos="sticky"
          bottom={0}
          bg="var(--mantine-color-body)"
          // In view beside a long list, and above the pinned cells of the plan.
          style={{ zIndex: 4 }}
        >
          <UntilPicker
            value={details.until}
            onChange={(until) => onEnter({ until })}
            startsOn={newColleagues.person === 0 || details.startsOn === '' ? null : details.startsOn}
          />
          <Button
            variant="filled"
            loading={sending}
            disabled={ready === 0 || !isPossible}
            onClick={onReserve}
          >
            {t('reservations.batch.reserve', { count: ready })}
          </Button>
        </Group>
      )}
      {unclear.length > 0 && (
        <Alert title={t('reservations.batch.choose', { count: unclear.length })}>
          <UnclearPeople
            newColleagues
            lines={unclear}
            chosenId={(text) => choices.people.get(text)?.person.id}
            onChoose={(text, person, entry) =>
              onChoose((before) => ({
                ...before,
                people: new Map(before.people).set(text, { person, entry }),
              }))
            }
            onSplit={(text) => onChoose((before) => ({ ...before, split: new Set(before.split).add(text) }))}
          />
        </Alert>
      )}
      {holders > 0 && (
        <Checkbox
          label={t('reservations.batch.others', { count: holders })}
          checked={choices.withHolders}
          disabled={sending}
          onChange={({ currentTarget: { checked } }) =>
            onChoose((before) => ({ ...before, withHolders: checked }))
          }
        />
      )}
    </>
  )
}
