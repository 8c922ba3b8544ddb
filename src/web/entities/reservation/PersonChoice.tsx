import {
  Alert,
  Autocomplete,
  Button,
  Group,
  Paper,
  SegmentedControl,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconAlertTriangle, IconDoor, IconUserPlus } from '@tabler/icons-react'
import type { Person } from '#contract/people.ts'
import { personKinds } from '#contract/reservations.ts'
import { useLanguage, useT } from '../../i18n/Language.tsx'
import { DateField } from '../../ui/form/DateField.tsx'
import { useNow } from '../../ui/text/clock.ts'
import { momentText } from '../../ui/text/time-text.ts'
import { namesakeHints, noAccountText, personTitle } from '../person/person-text.ts'
import { PersonPicker } from '../person/PersonPicker.tsx'
import type { ReserveValues } from './reserve-values.ts'

interface FormProps {
  form: UseFormReturnType<ReserveValues>
}

const kindIcons = {
  person: <IconUserPlus size={14} aria-hidden />,
  resource: <IconDoor size={14} aria-hidden />,
} as const

/** Chooses a person of the directory, or starts with a new colleague, or a line or room. */
function PersonSearch({ form }: FormProps) {
  const t = useT()
  return (
    <Stack gap="xs" align="flex-start">
      {/* Above the field, whose open list would cover them. */}
      <Group gap="xs">
        {personKinds.map((kind) => (
          <Button
            key={kind}
            size="compact-sm"
            variant="subtle"
            leftSection={kindIcons[kind]}
            onClick={() => form.setValues({ isNew: true, kind })}
          >
            {noAccountText(t, kind)}
          </Button>
        ))}
      </Group>
      <PersonPicker
        label={t('person.title')}
        placeholder={t('reserve.person.hint')}
        value={undefined}
        newColleagues
        onChange={(id, name, isNewColleague) =>
          form.setFieldValue('person', id === undefined ? null : { id, name, isNewColleague })
        }
        onNew={(name, kind) => form.setValues({ isNew: true, kind, name })}
        data-autofocus
        w="100%"
      />
    </Stack>
  )
}

interface NewPersonFieldsProps extends FormProps {
  /** The departments of the user's team. */
  departments: readonly string[]
}

/** What is known of a new colleague, or of a line or room. */
function NewPersonFields({ form, departments }: NewPersonFieldsProps) {
  const t = useT()
  const { kind } = form.values
  return (
    // Without a least width, which is that of its fields: large text would reach beyond the dialog.
    <Paper withBorder p="sm" component="fieldset" miw={0}>
      <Group justify="space-between" gap="xs">
        <SegmentedControl
          value={kind}
          onChange={(next) => form.setFieldValue('kind', next)}
          size="xs"
          aria-label={t('people.kind')}
          data={personKinds.map((value) => ({ value, label: noAccountText(t, value) }))}
        />
        <Button size="compact-sm" variant="subtle" onClick={() => form.setFieldValue('isNew', false)}>
          {t('reserve.person.other')}
        </Button>
      </Group>
      <Text size="sm" c="dimmed" mb="xs">
        {t(`reserve.new.${kind}`)}
      </Text>
      <Group gap="sm" align="flex-start">
        <TextInput
          {...form.getInputProps('name')}
          label={t(kind === 'person' ? 'person.field.name' : 'caption.name')}
          maxLength={200}
          required
          data-autofocus
          flex="2 1 10rem"
        />
        {kind === 'person' && (
          <TextInput
            {...form.getInputProps('workNumber')}
            label={t('reserve.colleague.workNumber')}
            maxLength={64}
            flex="1 1 11rem"
          />
        )}
        <Autocomplete
          {...form.getInputProps('department')}
          label={t('person.field.department')}
          data={[...departments]}
          maxLength={200}
          flex="1 1 9rem"
        />
        {kind === 'person' && (
          <DateField
            {...form.getInputProps('startsOn')}
            label={t('person.field.startsOn')}
            flex="1 1 9rem"
            miw={0}
          />
        )}
      </Group>
    </Paper>
  )
}

interface ChosenPersonProps {
  title: string
  /** Undefined while the directory does not know the person. */
  entry: Person | undefined
  /** The number to be reserved. */
  ext: string | undefined
  onChange: () => void
}

/** The chosen person, with a warning of the numbers that they have already. */
function ChosenPerson({ title, entry, ext, onChange }: ChosenPersonProps) {
  const { t, language } = useLanguage()
  const now = useNow()
  const hints =
    entry === undefined
      ? []
      : [...namesakeHints(entry, t), ...(entry.agentUuid === null ? [noAccountText(t, entry.kind)] : [])]
  const bound = entry?.ext == null ? [] : [t('reserve.person.has', { agent: title, ext: entry.ext })]
  const reserved = (entry?.reserved ?? [])
    .filter((reservation) => reservation.ext !== ext)
    .map((reservation) =>
      t('reservations.done', {
        agent: title,
        ext: reservation.ext,
        until: momentText(reservation.expiresAt, now, language),
      }),
    )
  const warnings = [...bound, ...reserved]
  return (
    <>
      <Paper withBorder p="sm" component="section" aria-label={t('person.title')}>
        <Group justify="space-between" wrap="nowrap">
          <Text>
            <b>{title}</b>{' '}
            <Text size="md" span c="dimmed">
              {hints.join(' · ')}
            </Text>
          </Text>
          <Button size="compact-sm" variant="subtle" flex="none" onClick={onChange}>
            {t('reserve.person.other')}
          </Button>
        </Group>
      </Paper>
      {warnings.length > 0 && (
        <Alert icon={<IconAlertTriangle size={18} aria-hidden />}>{warnings.join(' ')}</Alert>
      )}
    </>
  )
}

interface PersonChoiceProps extends NewPersonFieldsProps, Pick<ChosenPersonProps, 'entry' | 'ext'> {}

/** For whom the number is: a person of the directory, a new colleague, or a line or room. */
export function PersonChoice({ form, departments, entry, ext }: PersonChoiceProps) {
  const { person, isNew } = form.values
  if (isNew) return <NewPersonFields {...{ form, departments }} />
  if (person === null) return <PersonSearch form={form} />
  return (
    <ChosenPerson
      title={entry === undefined ? (person.name ?? person.id) : personTitle(entry)}
      entry={entry}
      ext={ext}
      onChange={() => form.setFieldValue('person', null)}
    />
  )
}
