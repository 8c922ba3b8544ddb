import { Alert, Paper, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useReducer, type Dispatch } from 'react'
import { maxReserved } from '#contract/reservations.ts'
import { fieldErrors, hasCode } from '../../api/api-error.ts'
import { useIdempotentMutation } from '../../api/idempotent-mutation.ts'
import { useLanguage } from '../../i18n/Language.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useNow } from '../../ui/text/clock.ts'
import { momentText } from '../../ui/text/time-text.ts'
import { personQuery } from '../person/queries.ts'
import { PendingRequests } from '../request/PendingRequests.tsx'
import { poolWithin } from '../session/limit.tsx'
import { useSession } from '../session/SessionContext.tsx'
import { teamQuery } from '../team/queries.ts'
import { NoPool, useLacksPool } from './NoPool.tsx'
import { NumberChoice } from './NumberChoice.tsx'
import { useOwnCount, useReservations } from './open-reservations.ts'
import type { ReserveStart } from './open-reserve.tsx'
import { outcomeText } from './outcome-text.ts'
import { PersonChoice } from './PersonChoice.tsx'
import { reserveMutation } from './queries.ts'
import {
  beginReserve,
  reserveReducer,
  selectNumbers,
  type ReserveEvent,
  type ReserveState,
} from './reserve-state.ts'
import { readPair, recipientOf, startValues } from './reserve-values.ts'
import { ReservedDialog } from './ReservedDialog.tsx'
import { useSuggestedNumbers } from './suggested-numbers.ts'
import { usualEnd } from './until.ts'
import { isPossibleEnd, UntilPicker } from './UntilPicker.tsx'

/** The search runs once the user pauses typing. */
const restMs = 200

/** Reserves a number for a person: who, which number, until when. Then shows what happens next. */
export function ReserveDialog({ start, onClose }: { start: ReserveStart; onClose: () => void }) {
  const [state, dispatch] = useReducer(reserveReducer, start, beginReserve)
  return state.step === 'reserved' ? (
    <ReservedDialog
      reservation={state.reservation}
      onClose={onClose}
      onAnother={() => dispatch({ type: 'another' })}
    />
  ) : (
    <ReserveFormDialog {...{ state, dispatch, onClose }} />
  )
}

interface ReserveFormDialogProps {
  state: Exclude<ReserveState, { step: 'reserved' }>
  dispatch: Dispatch<ReserveEvent>
  onClose: () => void
}

function ReserveFormDialog({ state, dispatch, onClose }: ReserveFormDialogProps) {
  const { t, language } = useLanguage()
  const now = useNow()
  const { user, limit } = useSession()
  const { start } = state
  const form = useForm({ initialValues: startValues(start) })
  const { values } = form
  const team = useQuery({ ...teamQuery(), meta: { quiet: true } }).data?.team
  const { data: entry } = useQuery({
    ...personQuery(values.person?.id ?? ''),
    enabled: !values.isNew && values.person !== null,
  })
  const recipient = recipientOf(values, entry)
  const until = values.until ?? usualEnd(now, recipient.startsOn)

  const [search] = useDebouncedValue(values.search, restMs)
  const isPoolChosen = values.pool !== undefined
  const pool = poolWithin(limit, isPoolChosen ? values.pool : team?.pool)
  const suggested = useSuggestedNumbers({
    given: search === (start.search ?? '') ? start.ext : undefined,
    pool,
    isPoolChosen: limit !== undefined || isPoolChosen,
    workNumber: recipient.workNumber,
    search,
  })
  const reservations = useReservations()
  const { numbers, ext, refusal } = selectNumbers(state, { suggested: suggested.numbers, reservations, now })

  const { submit, error, forgetKey } = useIdempotentMutation(reserveMutation())
  const send = () => {
    if (ext === undefined) return
    const { pair, wrong } = readPair(ext, values, entry)
    for (const field of wrong) form.setFieldError(field, t(`reserve.colleague.${field}.wrong`))
    if (pair === null) return
    dispatch({ type: 'sent', pair })
    submit(
      { items: [pair], until },
      {
        onSuccess: ({ items: [outcome], now: at }) => {
          // After an answer, sending the same request again means a new reservation.
          forgetKey()
          if (outcome?.code === 'agent-exists') form.setFieldError('workNumber', t('problem.agent-exists'))
          dispatch(outcome === undefined ? { type: 'failed' } : { type: 'answered', outcome, at })
        },
        onError: (problem) => {
          if (hasCode(problem, 'bad-request')) form.setErrors(fieldErrors(problem))
          dispatch({ type: 'failed' })
        },
      },
    )
  }

  const ownCount = useOwnCount()
  const lacksPool = useLacksPool()
  const isReady = !lacksPool && recipient.name !== '' && ext !== undefined && isPossibleEnd(until, now)
  return (
    <FormDialog
      title={t('person.reserve')}
      size={640}
      submit={ext === undefined ? t('numbers.reserve.submit') : t('reservations.reserve', { ext })}
      onSubmit={send}
      onClose={onClose}
      isDirty={values.isNew && recipient.name !== ''}
      sending={{ isPending: state.step === 'sending', error }}
      isReady={isReady}
      actions={
        <Text size="xs" c="dimmed" me="auto" w={{ base: '100%', xs: 'auto' }}>
          {t('reserve.mine', { count: ownCount, most: maxReserved })}
        </Text>
      }
    >
      <PersonChoice {...{ form, entry, ext }} departments={team?.departments ?? []} />
      {refusal !== undefined && (
        <Alert role="alert" icon={<IconAlertTriangle size={18} aria-hidden />}>
          {outcomeText(refusal.outcome, { t, language, now: refusal.at, userId: user.id, limit })}
        </Alert>
      )}
      {lacksPool ? (
        <NoPool />
      ) : (
        <NumberChoice
          {...{ form, ext, pool }}
          suggested={{ ...suggested, numbers }}
          onPick={(picked) => dispatch({ type: 'picked', ext: picked })}
        />
      )}
      {ext !== undefined && <PendingRequests subject={{ ext }} />}
      <UntilPicker
        value={until}
        onChange={(next) => form.setFieldValue('until', next)}
        startsOn={recipient.startsOn}
      />
      {isReady && (
        <Paper component="output" withBorder p="sm" fz="sm" display="block">
          {t(recipient.isNewColleague ? 'reserve.will.colleague' : 'reserve.will', {
            ext,
            agent: recipient.name,
            until: momentText(until, now, language),
          })}
        </Paper>
      )}
    </FormDialog>
  )
}
