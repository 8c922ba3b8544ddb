import { useForm } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { Alert, Paper, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import {
  maxReserved,
  newColleague,
  type Pair,
  type PairOutcome,
  type Reservation,
} from '#contract/reservations.ts'
import { fieldErrors, hasCode } from '../../api/api-error.ts'
import { useIdempotentMutation } from '../../api/idempotent-mutation.ts'
import { useLanguage } from '../../i18n/Language.tsx'
import { hideOverlay } from '../../ui/focus/overlay.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useNow } from '../../ui/text/clock.ts'
import { momentText } from '../../ui/text/time-text.ts'
import { agentTitle } from '../agent/agent-text.ts'
import { knownAgent } from '../agent/find-agent.ts'
import { directoryAgentQuery } from '../agent/queries.ts'
import { useSession } from '../session/SessionContext.tsx'
import { teamQuery } from '../team/queries.ts'
import { NumberChoice } from './NumberChoice.tsx'
import { useReservations } from './open-reservations.ts'
import { outcomeText } from './outcome-text.ts'
import { PersonChoice } from './PersonChoice.tsx'
import { pairOf, reserveMutation } from './queries.ts'
import { Reserved } from './Reserved.tsx'
import { useReserveStart, type ReserveStart } from './reserve-start.ts'
import { useSuggestedNumbers } from './suggested-numbers.ts'
import { isPossibleEnd, UntilPicker } from './UntilPicker.tsx'
import { usualEnd } from './until.ts'

/** Reserves a number for a person: who, which number, until when. Then shows what happens next. */
export function ReserveDialog() {
  const opened = useReserveStart()
  const [start, setStart] = useState(opened)
  const [done, setDone] = useState<Reservation | null>(null)
  if (done === null) return <ReserveForm start={start} onDone={setDone} />
  return (
    <Reserved
      reservation={done}
      onAnother={() => {
        setStart(opened.pool === undefined ? {} : { pool: opened.pool })
        setDone(null)
      }}
    />
  )
}

const colleagueFields = ['name', 'workNumber', 'department', 'startsOn'] as const

function ReserveForm({ start, onDone }: { start: ReserveStart; onDone: (made: Reservation) => void }) {
  const { t, language } = useLanguage()
  const now = useNow()
  const { user } = useSession()
  const team = useQuery({ ...teamQuery(), meta: { quiet: true } }).data?.team
  const form = useForm({
    initialValues: {
      person: start.person ?? null,
      isNew: start.colleague !== undefined,
      name: start.colleague?.name ?? '',
      workNumber: '',
      department: start.colleague?.department ?? '',
      startsOn: '',
    },
  })
  const { person, isNew, name, workNumber, startsOn } = form.values
  const known = useQuery({
    ...directoryAgentQuery(person?.id ?? ''),
    enabled: !isNew && person !== null,
  }).data

  const [search, setSearch] = useState('')
  const [settled] = useDebouncedValue(search, 200)
  /** Null: the user chose every pool; undefined: the user has chosen none, so the team's pool is used. */
  const [chosenPool, setChosenPool] = useState<string | null | undefined>(start.pool)
  const pool = (chosenPool === undefined ? team?.pool : chosenPool) ?? undefined
  const [refused, setRefused] = useState<readonly PairOutcome[]>([])
  const [refusedAt, setRefusedAt] = useState(0)
  const suggested = useSuggestedNumbers({
    given: start.ext,
    pool,
    isPoolChosen: chosenPool !== undefined,
    workNumber: isNew ? workNumber : (known?.workNumber ?? null),
    search: settled,
  })
  const numbers = suggested.numbers.filter(({ ext }) => !refused.some((each) => each.ext === ext))
  const [chosen, setChosen] = useState(start.ext)
  const ext = numbers.some((each) => each.ext === chosen) ? chosen : numbers[0]?.ext

  const [typedEnd, setTypedEnd] = useState<number | null>(null)
  const firstDay = isNew ? startsOn : (known?.startsOn ?? '')
  const until = typedEnd ?? usualEnd(now, firstDay === '' ? null : firstDay)

  const { submit, error, isPending, forgetKey } = useIdempotentMutation(reserveMutation())
  const reservations = [...useReservations().values()]
  const mine = reservations.filter(({ by }) => by.id === user.id).length
  const who = isNew
    ? name.trim()
    : known === undefined
      ? (person?.name ?? person?.id ?? '')
      : agentTitle(known)

  /** The pair to reserve; null when a field is wrong, which is then marked. */
  function pairFor(number: string): Pair | null {
    if (!isNew)
      return person === null ? null : pairOf(number, known === undefined ? person : knownAgent(known))
    const typed = colleagueFields.flatMap((field) => {
      const value = form.values[field].trim()
      return value === '' ? [] : [[field, value]]
    })
    const read = z.safeParse(newColleague, Object.fromEntries(typed))
    if (read.success) return { ext: number, colleague: read.data }
    for (const { path } of read.error.issues) {
      const field = colleagueFields.find((each) => each === path[0])
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
          if (outcome?.code === null && outcome.reservation !== null) return onDone(outcome.reservation)
          if (outcome?.code === 'agent-exists')
            return form.setFieldError('workNumber', t('problem.agent-exists'))
          if (outcome === undefined) return
          setRefusedAt(at)
          setRefused((others) => [...others, outcome])
        },
        onError: (refusal) => {
          if (hasCode(refusal, 'bad-request')) form.setErrors(fieldErrors(refusal))
        },
      },
    )
  }
  const last = refused.at(-1)
  const isKnown = isNew ? name.trim() !== '' : person !== null
  return (
    <FormDialog
      title={t('agent.reserve')}
      size={640}
      submit={ext === undefined ? t('inventory.reserve') : t('reservations.reserve', { ext })}
      onSubmit={reserve}
      onClose={hideOverlay}
      isDirty={isNew && name.trim() !== ''}
      sending={{ isPending, error }}
      isReady={isKnown && ext !== undefined && isPossibleEnd(until, now)}
      actions={
        <Text size="xs" c="dimmed" me="auto" w={{ base: '100%', xs: 'auto' }}>
          {t('reserve.mine', { count: mine, most: maxReserved })}
        </Text>
      }
    >
      <PersonChoice form={form} known={known ?? null} departments={team?.departments ?? []} ext={ext} />
      {last !== undefined && (
        <Alert role="alert" icon={<IconAlertTriangle size={18} aria-hidden />}>
          {outcomeText(last, { t, language, now: refusedAt, userId: user.id })}
        </Alert>
      )}
      <NumberChoice
        offered={{ ...suggested, numbers }}
        value={ext}
        onChange={setChosen}
        search={search}
        onSearch={setSearch}
        pool={pool}
        onPool={(next) => setChosenPool(next ?? null)}
      />
      <UntilPicker value={until} onChange={setTypedEnd} startsOn={firstDay === '' ? null : firstDay} />
      {isKnown && ext !== undefined && isPossibleEnd(until, now) && (
        <Paper component="output" withBorder p="sm" fz="sm" display="block">
          {t(isNew || known?.agentUuid === null ? 'reserve.will.colleague' : 'reserve.will', {
            ext,
            agent: who,
            until: momentText(until, now, language),
          })}
        </Paper>
      )}
    </FormDialog>
  )
}
