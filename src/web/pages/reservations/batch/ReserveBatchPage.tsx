import { Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import * as z from 'zod/mini'
import { numbersIn } from '#contract/numbers-in-text.ts'
import { findPeople } from '../../../entities/person/find-people.ts'
import { useLacksPool } from '../../../entities/reservation/NoPool.tsx'
import { useReservations } from '../../../entities/reservation/open-reservations.ts'
import { usualEnd } from '../../../entities/reservation/until.ts'
import { isPossibleEnd } from '../../../entities/reservation/UntilPicker.tsx'
import { poolWithin } from '../../../entities/session/limit.tsx'
import { useSession } from '../../../entities/session/SessionContext.tsx'
import { departmentOf } from '../../../entities/team/department-of.ts'
import { teamQuery } from '../../../entities/team/queries.ts'
import { useLanguage } from '../../../i18n/Language.tsx'
import { useUnsavedChanges } from '../../../lib/navigation-blocker.ts'
import { param, useUrlState } from '../../../lib/url-state.ts'
import { usePrefillKey } from '../../../lib/use-prefill-key.ts'
import { useAnnounceChange } from '../../../ui/feedback/announce.ts'
import { ErrorAlert } from '../../../ui/feedback/ErrorAlert.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { useNow } from '../../../ui/text/clock.ts'
import { choosePairs, noChoices, readyPairs, type BatchDetails } from './batch-plan.ts'
import { BatchOutcome } from './BatchOutcome.tsx'
import { freeNumbers, type NumbersWanted } from './free-numbers.ts'
import { lookUpPairNumbers, lookUpReservedNumbers, maxBatch, type Plan, type Planned } from './pairs.ts'
import { PastedLists } from './PastedLists.tsx'
import { PlanChoices } from './PlanChoices.tsx'
import { planStatus } from './plan-status.ts'
import { PlanTable } from './PlanTable.tsx'
import { useBatch } from './use-batch.ts'
import { useNextPlan } from './use-next-plan.ts'
import { usePastedPeople } from './use-pasted-people.ts'

/** The numbers of a link, in any format. */
const linkedNumbers = z.object({ numbers: param(z.string(), '') })
/** The list that a link of the palette brings. */
const linkedAgents = z.object({ agents: z.string() })

/** Reserves several numbers for several people, paired in order. Shows the plan first, then the outcome of each pair. */
export function ReserveBatchPage() {
  return <Batch key={usePrefillKey()} />
}

function Batch() {
  const { t, language } = useLanguage()
  const { user, limit } = useSession()
  const client = useQueryClient()
  const now = useNow()
  const [linked] = useUrlState(linkedNumbers)
  const brought = linkedAgents.safeParse(useLocation().state).data?.agents
  const reserved = useReservations()
  const team = useQuery({ ...teamQuery(), meta: { quiet: true } }).data?.team ?? null
  const lacksPool = useLacksPool()
  const batch = useBatch()
  const discard = () => {
    plan.reset()
    batch.reset()
  }
  const form = useForm({
    initialValues: { people: brought ?? '', numbers: linked.numbers },
    // The plan is based on the text at the time, so an edit discards it.
    onValuesChange: discard,
  })
  const { people, numbers } = form.values
  const [choices, setChoices] = useState(noChoices)
  const { texts, lines, leftOut, count } = usePastedPeople(people, choices)

  /** Texts that are not read as a number, and that the user counts as one. */
  const [added, setAdded] = useState<readonly string[]>([])
  const read = numbersIn(numbers, { added })
  /** The numbers that the console filled in: no line has its own. */
  const [filledIn, setFilledIn] = useState<string | null>(null)
  const fill = useMutation({
    mutationFn: (wanted: NumbersWanted) => freeNumbers(client, reserved, wanted),
    onMutate: discard,
    onSuccess: (free) => {
      const text = free.numbers.join('\n')
      form.setFieldValue('numbers', text)
      setFilledIn(text)
    },
  })

  const plan = useMutation({
    mutationFn: async (): Promise<Plan> => ({
      lines: await findPeople(client, texts),
      numbers: read.numbers,
      statuses: await lookUpPairNumbers(client, read.numbers.slice(0, maxBatch)),
      reservedNumbers: await lookUpReservedNumbers(client),
      isBeside: read.numbers.length === count && numbers !== filledIn,
    }),
    onMutate: () => {
      batch.reset()
      setChoices(noChoices)
    },
  })
  const needsNumbers = numbers.trim() === '' && count > 0 && count <= maxBatch && !lacksPool
  const nextPlan = useNextPlan({
    lines: needsNumbers && batch.plan === null ? (lines ?? null) : null,
    count,
    pool: poolWithin(limit, team?.pool),
  })
  const current = batch.plan ?? plan.data ?? nextPlan
  const pairs = current === null ? null : choosePairs(current, choices)
  const rows = pairs?.rows ?? []

  const [entered, setEntered] = useState<Partial<BatchDetails>>({})
  const { department = departmentOf(team) ?? '', startsOn = '' } = entered
  const { until = usualEnd(now, startsOn === '' ? null : startsOn) } = entered
  const ready = readyPairs(rows, reserved, { department, startsOn })
  const newColleagues = ready.flatMap(({ colleague }) => colleague ?? [])
  const resources = newColleagues.filter(({ kind }) => kind === 'resource').length

  const { outcomes, now: answeredAt } = batch
  const hasOutcome = outcomes.size > 0
  const outcomeRef = useRef<HTMLDivElement>(null)
  const ended = hasOutcome && !batch.sending
  const isLost = form.isDirty() && (!ended || batch.error !== null)
  useUnsavedChanges(batch.sending || isLost, batch.sending ? 'result' : 'input')
  useEffect(() => {
    if (ended) outcomeRef.current?.focus()
  }, [ended])
  const statusOf = useCallback(
    (row: Planned) =>
      planStatus(row, { t, language, userId: user.id, limit, reserved, outcomes, now: answeredAt }),
    [t, language, user.id, limit, reserved, outcomes, answeredAt],
  )
  const summary = t('reservations.batch.summary', { ready: ready.length, all: rows.length })
  useAnnounceChange(current, pairs === null ? null : summary)
  const spare =
    plan.data === undefined ? 0 : read.numbers.length - rows.filter(({ ext }) => ext !== null).length
  return (
    <>
      <PageHeader title={t('reservations.batch.title')} description={t('reservations.batch.description')} />
      <Stack gap="md">
        <PastedLists
          {...{ form, count, leftOut, read, fill }}
          onAdd={(text) => setAdded([...added, text])}
          // Locked while it is being sent or filled in.
          busy={batch.sending || fill.isPending}
          isPlanning={plan.isPending}
          hasPlan={plan.data !== undefined}
          onPlan={() => plan.mutate()}
        />
        <ErrorAlert error={plan.error} />
        {current !== null && pairs !== null && (
          <>
            <Text>
              {!hasOutcome && summary}
              {t('sentence.following', {
                text: t(current.isBeside ? 'reservations.batch.beside' : 'reservations.batch.inOrder'),
              })}
              {spare > 0 &&
                t('sentence.following', { text: t('reservations.batch.spare', { count: spare }) })}
            </Text>
            {!hasOutcome && (
              <PlanChoices
                plan={pairs}
                choices={choices}
                onChoose={setChoices}
                newColleagues={{ person: newColleagues.length - resources, resource: resources }}
                details={{ department, startsOn, until }}
                departments={team?.departments ?? []}
                onEnter={(change) => setEntered((before) => ({ ...before, ...change }))}
                sending={batch.sending}
                ready={batch.error === null ? ready.length : null}
                isPossible={isPossibleEnd(until, now)}
                onReserve={() => batch.start(current, ready, until)}
              />
            )}
            {batch.error !== null && (
              <ErrorAlert error={batch.error} retry={batch.resume}>
                <Text>{t('reservations.batch.unsent', { count: batch.left })}</Text>
              </ErrorAlert>
            )}
            {hasOutcome && <BatchOutcome {...{ rows, outcomes, statusOf }} ref={outcomeRef} />}
            <PlanTable planned={rows} statusOf={statusOf} />
          </>
        )}
      </Stack>
    </>
  )
}
