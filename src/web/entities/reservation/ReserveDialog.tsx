import { DateField } from '../../ui/form/DateField.tsx'
import { useForm, type UseFormReturnType } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import {
  Alert,
  Paper,
  Text,
  Group,
  Loader,
  Radio,
  SegmentedControl,
  Stack,
  TextInput,
  Autocomplete,
  Button,
} from '@mantine/core'
import { IconAlertTriangle, IconDoor, IconSearch, IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useReducer, useState } from 'react'
import * as z from 'zod/mini'
import {
  maxReserved,
  newColleague,
  personKinds,
  type Pair,
  type PersonKind,
  type Reservation,
} from '#contract/reservations.ts'
import { fieldErrors, hasCode } from '../../api/api-error.ts'
import { useIdempotentMutation } from '../../api/idempotent-mutation.ts'
import { useLanguage, useT } from '../../i18n/Language.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useNow } from '../../ui/text/clock.ts'
import { momentText } from '../../ui/text/time-text.ts'
import { namesakeHints, noAccountText, personTitle } from '../person/person-text.ts'
import { personRef, type PersonRef } from '../person/find-people.ts'
import { personQuery } from '../person/queries.ts'
import { poolWithin } from '../session/limit.tsx'
import { useSession } from '../session/SessionContext.tsx'
import { teamQuery } from '../team/queries.ts'
import { beginChoice, changeChoice, offerNumbers } from './chosen-number.ts'
import { useOwnCount, useReservations } from './open-reservations.ts'
import { outcomeText } from './outcome-text.ts'
import { pairOf, reserveMutation } from './queries.ts'
import { NoPool, useLacksPool } from './NoPool.tsx'
import { ReservedDialog } from './ReservedDialog.tsx'
import type { ReserveStart } from './open-reserve.tsx'
import { useSuggestedNumbers, type SuggestedNumbers } from './suggested-numbers.ts'
import { isPossibleEnd, UntilPicker } from './UntilPicker.tsx'
import { usualEnd } from './until.ts'
import { ErrorAlert } from '../../ui/feedback/ErrorAlert.tsx'
import { FirstScanNote } from '../extension/FirstScanNote.tsx'
import { PendingRequests } from '../request/PendingRequests.tsx'
import { PoolPicker } from '../pool/PoolPicker.tsx'
import classes from './NumberChoice.module.css'
import type { Person } from '#contract/people.ts'
import { PersonPicker } from '../person/PersonPicker.tsx'

/** Reserves a number for a person: who, which number, until when. Then shows what happens next. */
export function ReserveDialog({ start: opened, onClose }: { start: ReserveStart; onClose: () => void }) {
  const [start, setStart] = useState(opened)
  const [done, setDone] = useState<Reserved | null>(null)
  if (done === null) return <ReserveFormDialog {...{ start, onClose }} onDone={setDone} />
  return (
    <ReservedDialog
      reservation={done.reservation}
      onClose={onClose}
      onAnother={() => {
        const { colleague } = done
        setStart({
          ...(opened.pool === undefined ? {} : { pool: opened.pool }),
          // Colleagues who start together come one after the other.
          ...(colleague === null ? {} : { colleague }),
        })
        setDone(null)
      }}
    />
  )
}

interface Reserved {
  reservation: Reservation
  /** What a new colleague shares with the next one. */
  colleague: NonNullable<ReserveStart['colleague']> | null
}

interface Who {
  person: PersonRef | null
  isNew: boolean
  kind: PersonKind
  name: string
  workNumber: string
  department: string
  startsOn: string
}

const kindIcons = {
  person: <IconUserPlus size={14} aria-hidden />,
  resource: <IconDoor size={14} aria-hidden />,
} as const

interface PersonChoiceProps {
  form: UseFormReturnType<Who>
  /** The directory's record of the chosen person. */
  known: Person | null
  /** The departments of the user's team. */
  departments: readonly string[]
  /** The number to be reserved. */
  ext: string | undefined
}

/** Chooses a person of the directory, or takes what is known of a new colleague or a line or room. Warns of a number that the person has already. */
function PersonChoice({ form, known, departments, ext }: PersonChoiceProps) {
  const { t, language } = useLanguage()
  const now = useNow()
  const { person, isNew, kind } = form.values
  if (isNew)
    return (
      // Without a least width, which is that of its fields: large text would reach beyond the dialog.
      <Paper withBorder p="sm" component="fieldset" miw={0}>
        <Group justify="space-between" gap="xs">
          <SegmentedControl
            value={kind}
            onChange={(chosen) => form.setFieldValue('kind', chosen)}
            size="xs"
            aria-label={t('people.kind')}
            data={personKinds.map((each) => ({ value: each, label: noAccountText(t, each) }))}
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
  const others = known?.reserved.filter((each) => each.ext !== ext) ?? []
  if (person === null)
    return (
      <Stack gap="xs" align="flex-start">
        <PersonPicker
          label={t('person.title')}
          placeholder={t('reserve.person.hint')}
          value={undefined}
          newColleagues
          onChange={(id, name, isNewColleague) =>
            form.setFieldValue('person', id === undefined ? null : { id, name, isNewColleague })
          }
          onNew={(typed, chosen) => form.setValues({ isNew: true, kind: chosen, name: typed })}
          data-autofocus
          w="100%"
        />
        <Group gap="xs">
          {personKinds.map((each) => (
            <Button
              key={each}
              size="compact-sm"
              variant="subtle"
              leftSection={kindIcons[each]}
              onClick={() => form.setValues({ isNew: true, kind: each })}
            >
              {noAccountText(t, each)}
            </Button>
          ))}
        </Group>
      </Stack>
    )
  const hints =
    known === null
      ? []
      : [...namesakeHints(known, t), ...(known.agentUuid === null ? [noAccountText(t, known.kind)] : [])]
  return (
    <>
      <Paper withBorder p="sm" component="section" aria-label={t('person.title')}>
        <Group justify="space-between" wrap="nowrap">
          <Text>
            <b>{known === null ? (person.name ?? person.id) : personTitle(known)}</b>{' '}
            <Text size="md" span c="dimmed">
              {hints.join(' · ')}
            </Text>
          </Text>
          <Button
            size="compact-sm"
            variant="subtle"
            flex="none"
            onClick={() => form.setFieldValue('person', null)}
          >
            {t('reserve.person.other')}
          </Button>
        </Group>
      </Paper>
      {known !== null && (known.ext !== null || others.length > 0) && (
        <Alert icon={<IconAlertTriangle size={18} aria-hidden />}>
          {[
            ...(known.ext === null
              ? []
              : [t('reserve.person.has', { agent: personTitle(known), ext: known.ext })]),
            ...others.map((each) =>
              t('reservations.done', {
                agent: personTitle(known),
                ext: each.ext,
                until: momentText(each.expiresAt, now, language),
              }),
            ),
          ].join(' ')}
        </Alert>
      )}
    </>
  )
}

interface NumberChoiceProps {
  offered: SuggestedNumbers
  value: string | undefined
  onChange: (ext: string) => void
  search: string
  onSearch: (typed: string) => void
  pool: string | undefined
  onPool: (pool: string | undefined) => void
}

/** Offers free numbers with the reason for each, and a search for others. */
function NumberChoice(props: NumberChoiceProps) {
  const { offered, value, onChange, search, onSearch, pool, onPool } = props
  const t = useT()
  const { numbers, isPending, error, firstScan } = offered
  return (
    <Stack gap="xs">
      <FirstScanNote firstScan={firstScan} />
      <ErrorAlert error={error} />
      <Radio.Group
        label={t('reserve.number')}
        value={value ?? ''}
        onChange={onChange}
        className={classes.numbers}
      >
        {numbers.map(({ ext, why }) => (
          <Radio
            key={ext}
            value={ext}
            size="xs"
            className={classes.row}
            label={
              <>
                <b className={classes.ext}>{ext}</b>{' '}
                <Text span c="dimmed">
                  {why}
                </Text>
              </>
            }
          />
        ))}
        {numbers.length === 0 && (
          <Text c="dimmed" component="output" className={classes.row}>
            {isPending ? t('state.loading') : t('reserve.number.none')}
          </Text>
        )}
      </Radio.Group>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <TextInput
          size="xs"
          flex={1}
          value={search}
          onChange={(event) => onSearch(event.currentTarget.value.slice(0, 60))}
          aria-label={t('reserve.number.search')}
          placeholder={t('reserve.number.search')}
          leftSection={<IconSearch size={14} aria-hidden />}
          rightSection={isPending && search !== '' ? <Loader size={12} /> : undefined}
          onKeyDown={(event) => {
            // Enter must not reserve a number that the user has not seen yet.
            if (event.key === 'Enter') event.preventDefault()
          }}
        />
        <PoolPicker
          aria-label={t('pools.pool')}
          placeholder={t('pools.any')}
          size="xs"
          w={170}
          miw={0}
          value={pool}
          onChange={onPool}
          hideWithoutPools
          ofLimit
        />
      </Group>
    </Stack>
  )
}

const fieldsOf = {
  person: ['name', 'workNumber', 'department', 'startsOn'],
  resource: ['name', 'department'],
} as const

interface ReserveFormDialogProps {
  start: ReserveStart
  onClose: () => void
  onDone: (made: Reserved) => void
}

function ReserveFormDialog({ start, onClose, onDone }: ReserveFormDialogProps) {
  const { t, language } = useLanguage()
  const now = useNow()
  const { user, limit } = useSession()
  const team = useQuery({ ...teamQuery(), meta: { quiet: true } }).data?.team
  const form = useForm({
    initialValues: {
      person: start.person ?? null,
      isNew: start.colleague !== undefined,
      kind: start.colleague?.kind ?? 'person',
      name: start.colleague?.name ?? '',
      workNumber: '',
      department: start.colleague?.department ?? '',
      startsOn: start.colleague?.startsOn ?? '',
    },
  })
  const { person, isNew, kind, name } = form.values
  // A line or room has neither, also when one was typed before.
  const { workNumber, startsOn } = kind === 'person' ? form.values : { workNumber: '', startsOn: '' }
  const known = useQuery({
    ...personQuery(person?.id ?? ''),
    enabled: !isNew && person !== null,
  }).data

  const [search, setSearch] = useState(start.search ?? '')
  const [settled] = useDebouncedValue(search, 200)
  /** Null: the user chose every pool; undefined: the user has chosen none, so the team's pool is used. */
  const [chosenPool, setChosenPool] = useState<string | null | undefined>(start.pool)
  const wanted = chosenPool === undefined ? team?.pool : chosenPool
  const pool = poolWithin(limit, wanted)
  const suggested = useSuggestedNumbers({
    given: settled === (start.search ?? '') ? start.ext : undefined,
    pool,
    isPoolChosen: limit !== undefined || chosenPool !== undefined,
    workNumber: isNew ? workNumber : (known?.workNumber ?? null),
    search: settled,
  })
  const { submit, error, isPending, forgetKey } = useIdempotentMutation(reserveMutation())
  const [choice, change] = useReducer(changeChoice, start.ext, beginChoice)
  const reservations = useReservations()
  const { numbers, ext, problem, problemAt } = offerNumbers(choice, {
    suggested: suggested.numbers,
    reservations,
    isSending: isPending,
  })

  const [typedEnd, setTypedEnd] = useState<number | null>(null)
  const firstDay = isNew ? startsOn : (known?.startsOn ?? '')
  const until = typedEnd ?? usualEnd(now, firstDay === '' ? null : firstDay)

  const who = isNew
    ? name.trim()
    : known === undefined
      ? (person?.name ?? person?.id ?? '')
      : personTitle(known)

  /** The pair to reserve; null when a field is wrong, which is then marked. */
  function pairFor(number: string): Pair | null {
    if (!isNew)
      return person === null ? null : pairOf(number, known === undefined ? person : personRef(known))
    const fields = fieldsOf[kind]
    const typed = fields.flatMap((field) => {
      const value = form.values[field].trim()
      return value === '' ? [] : [[field, value]]
    })
    const read = z.safeParse(newColleague, { ...Object.fromEntries(typed), kind })
    if (read.success) return { ext: number, colleague: read.data }
    for (const { path } of read.error.issues) {
      const field = fields.find((each) => each === path[0])
      if (field !== undefined) form.setFieldError(field, t(`reserve.colleague.${field}.wrong`))
    }
    return null
  }
  const reserve = () => {
    const pair = ext === undefined ? null : pairFor(ext)
    if (pair === null) return
    submit(
      { items: [pair], until },
      {
        onSuccess: ({ items, now: at }) => {
          // After an answer, sending the same request again means a new reservation.
          forgetKey()
          const [outcome] = items
          if (outcome?.code === null && outcome.reservation !== null) {
            const { department } = form.values
            return onDone({
              reservation: outcome.reservation,
              colleague: isNew ? { kind, department, startsOn } : null,
            })
          }
          if (outcome?.code === 'agent-exists')
            return form.setFieldError('workNumber', t('problem.agent-exists'))
          if (outcome === undefined) return
          change({ kind: 'refused', outcome, at })
        },
        onError: (refusal) => {
          if (hasCode(refusal, 'bad-request')) form.setErrors(fieldErrors(refusal))
        },
      },
    )
  }
  const ownCount = useOwnCount()
  const lacksPool = useLacksPool()
  const isColleague = isNew ? kind === 'person' : known?.agentUuid === null && known.kind === 'person'
  const isKnown = isNew ? name.trim() !== '' : person !== null
  return (
    <FormDialog
      title={t('person.reserve')}
      size={640}
      submit={ext === undefined ? t('numbers.reserve.submit') : t('reservations.reserve', { ext })}
      onSubmit={reserve}
      onClose={onClose}
      isDirty={isNew && name.trim() !== ''}
      sending={{ isPending, error }}
      isReady={!lacksPool && isKnown && ext !== undefined && isPossibleEnd(until, now)}
      actions={
        <Text size="xs" c="dimmed" me="auto" w={{ base: '100%', xs: 'auto' }}>
          {t('reserve.mine', { count: ownCount, most: maxReserved })}
        </Text>
      }
    >
      <PersonChoice form={form} known={known ?? null} departments={team?.departments ?? []} ext={ext} />
      {problem !== undefined && (
        <Alert role="alert" icon={<IconAlertTriangle size={18} aria-hidden />}>
          {outcomeText(problem, {
            t,
            language,
            now: problemAt ?? now,
            userId: user.id,
            limit,
          })}
        </Alert>
      )}
      {lacksPool ? (
        <NoPool />
      ) : (
        <NumberChoice
          offered={{ ...suggested, numbers }}
          value={ext}
          onChange={(next) => change({ kind: 'picked', ext: next })}
          search={search}
          onSearch={setSearch}
          pool={pool}
          onPool={(next) => setChosenPool(next ?? null)}
        />
      )}
      {ext !== undefined && <PendingRequests subject={{ ext }} />}
      <UntilPicker value={until} onChange={setTypedEnd} startsOn={firstDay === '' ? null : firstDay} />
      {!lacksPool && isKnown && ext !== undefined && isPossibleEnd(until, now) && (
        <Paper component="output" withBorder p="sm" fz="sm" display="block">
          {t(isColleague ? 'reserve.will.colleague' : 'reserve.will', {
            ext,
            agent: who,
            until: momentText(until, now, language),
          })}
        </Paper>
      )}
    </FormDialog>
  )
}
