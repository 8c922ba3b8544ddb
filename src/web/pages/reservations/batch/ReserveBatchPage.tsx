import { Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import * as z from 'zod/mini'
import { numbersIn } from '#contract/numbers-in-text.ts'
import { findPeople, foundQuery } from '../../../entities/person/find-people.ts'
import { useLacksPool } from '../../../entities/reservation/NoPool.tsx'
import { useReservations } from '../../../entities/reservation/open-reservations.ts'
import { usualEnd } from '../../../entities/reservation/until.ts'
import { isPossibleEnd } from '../../../entities/reservation/UntilPicker.tsx'
import { poolWithin } from '../../../entities/session/limit.tsx'
import { useSession } from '../../../entities/session/SessionContext.tsx'
import { teamQuery } from '../../../entities/team/queries.ts'
import { useLanguage } from '../../../i18n/Language.tsx'
import { useUnsavedChanges } from '../../../lib/navigation-blocker.ts'
import { param, useUrlState } from '../../../lib/url-state.ts'
import { usePrefillKey } from '../../../lib/use-prefill-key.ts'
import { useAnnounceChange } from '../../../ui/feedback/announce.ts'
import { ErrorAlert } from '../../../ui/feedback/ErrorAlert.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { useNow } from '../../../ui/text/clock.ts'
import { choosePairs, noChoices, readyPairs, splitLines } from './batch-plan.ts'
import { BatchOutcome } from './BatchOutcome.tsx'
import { freeNumbersQuery } from './free-numbers.ts'
import { heldBy, lookUpHeld, lookUpPairNumbers, maxBatch, type Plan, type Planned } from './pairs.ts'
import { PastedLists } from './PastedLists.tsx'
import { PlanChoices } from './PlanChoices.tsx'
import { planStatus, PlanTable } from './PlanTable.tsx'
import { useBatch } from './use-batch.ts'

/** The numbers of a link, in any format. */
const linkedNumbers = z.object({ numbers: param(z.string(), '') })
/** The list that a link of the palette brings. */
const linkedAgents = z.object({ agents: z.string() })

const linesOf = (text: string) => text.split(/[\r\n]+/).filter((line) => line.trim() !== '')
/** The pasted list is read once the user pauses typing. */
const restMs = 200

/** Reserves several numbers for several people, paired in order. Shows the plan first, then the outcome of each pair. */
export function ReserveBatchPage() {
  return <Batch key={usePrefillKey()} />
}

function Batch() {
  const { t, language } = useLanguage()
  const { user, limit } = useSession()
  const client = useQueryClient()
  const [linked] = useUrlState(linkedNumbers)
  const brought = linkedAgents.safeParse(useLocation().state).data?.agents
  const reserved = useReservations()
  const form = useForm({
    initialValues: { agents: brought ?? '', numbers: linked.numbers },
    // The plan is based on the text at the time, so an edit discards it.
    onValuesChange: () => {
      plan.reset()
      batch.reset()
      setSent(null)
    },
  })
  const { agents, numbers } = form.values
  /** The plan that was sent: the free numbers change with it. */
  const [sent, setSent] = useState<Plan | null>(null)
  const [choices, setChoices] = useState(noChoices)
  const now = useNow()
  const [chosenEnd, setChosenEnd] = useState<number | null>(null)
  const team = useQuery({ ...teamQuery(), meta: { quiet: true } }).data?.team ?? null
  const [entered, setEntered] = useState<{ department?: string; startsOn?: string }>({})
  const onlyDepartment = team?.departments.length === 1 ? (team.departments[0] ?? '') : ''
  const facts = { department: onlyDepartment, startsOn: '', ...entered }
  const until = chosenEnd ?? usualEnd(now, facts.startsOn === '' ? null : facts.startsOn)
  const lines = linesOf(agents)
  // The lines are read while the user types; until then, each counts as one person.
  const [rested] = useDebouncedValue(agents, restMs)
  const reading = useQuery(foundQuery(rested === agents ? lines : []))
  const readLines = rested === agents ? reading.data : undefined
  const named = splitLines(readLines ?? [], choices)
  const leftOut = named.filter(({ why }) => why === 'no-name').map(({ text }) => text)
  const people = (readLines === undefined ? lines.length : named.length) - leftOut.length
  const [added, setAdded] = useState<readonly string[]>([])
  const read = numbersIn(numbers, { added })
  /** The numbers that the console filled in: no line has its own. */
  const [filledIn, setFilledIn] = useState<string | null>(null)
  const batch = useBatch()
  const plan = useMutation({
    mutationFn: async (): Promise<Plan> => ({
      found: await findPeople(client, lines),
      numbers: read.numbers,
      statuses: await lookUpPairNumbers(client, read.numbers.slice(0, maxBatch)),
      held: await lookUpHeld(client),
      isBeside: read.numbers.length === people && numbers !== filledIn,
    }),
    onMutate: () => {
      batch.reset()
      setSent(null)
      setChoices(noChoices)
    },
  })
  const [isSearching, setSearching] = useState(false)
  const hasOutcome = batch.outcomes.size > 0
  const outcomeRef = useRef<HTMLDivElement>(null)
  const ended = hasOutcome && !batch.sending
  const isLost = form.isDirty() && (!ended || batch.error !== null)
  useUnsavedChanges(batch.sending || isLost, batch.sending ? 'result' : 'input')
  useEffect(() => {
    if (ended) outcomeRef.current?.focus()
  }, [ended])
  const lacksPool = useLacksPool()
  const pool = poolWithin(limit, team?.pool)
  /** Without numbers of the user's own, the next free ones of the team's pool are planned at once. */
  const isNext =
    numbers.trim() === '' && readLines !== undefined && people > 0 && people <= maxBatch && !lacksPool
  const next = useQuery({
    ...freeNumbersQuery(reserved, { pool, start: '', count: people }),
    enabled: isNext && sent === null,
  })
  const held = useMemo(() => heldBy([...reserved.values()]), [reserved])
  const nextPlan: Plan | null =
    isNext && next.data !== undefined
      ? {
          found: readLines,
          numbers: next.data.numbers,
          statuses: new Map(next.data.numbers.map((ext) => [ext, { kind: 'free' }])),
          held,
          isBeside: false,
        }
      : null
  const current = sent ?? plan.data ?? nextPlan
  const pairs = current === null ? null : choosePairs(current, choices)
  const rows = pairs?.rows ?? []
  const statusOf = (row: Planned) =>
    planStatus(row, {
      t,
      language,
      userId: user.id,
      limit,
      reserved,
      outcomes: batch.outcomes,
      now: batch.now,
    })
  const ready = readyPairs(rows, reserved, facts)
  const newColleagues = ready.flatMap(({ colleague }) => colleague ?? [])
  const resources = newColleagues.filter(({ kind }) => kind === 'resource').length
  const summary = t('reservations.batch.summary', { ready: ready.length, all: rows.length })
  useAnnounceChange(current, pairs === null ? null : summary)
  const spare =
    plan.data === undefined ? 0 : read.numbers.length - rows.filter(({ ext }) => ext !== null).length
  return (
    <>
      <PageHeader title={t('reservations.batch.title')} description={t('reservations.batch.description')} />
      <Stack gap="md">
        <PastedLists
          {...{ form, people, leftOut, read }}
          onAdd={(text) => setAdded([...added, text])}
          // Locked while it is being sent or filled in.
          busy={batch.sending || isSearching}
          isPlanning={plan.isPending}
          hasPlan={plan.data !== undefined}
          onPlan={() => plan.mutate()}
          onSearch={() => {
            plan.reset()
            batch.reset()
            setSearching(true)
          }}
          onFill={(text) => {
            form.setFieldValue('numbers', text)
            setFilledIn(text)
          }}
          onSearched={() => setSearching(false)}
        />
        <ErrorAlert error={plan.error} />
        {pairs !== null && (
          <>
            <Text>
              {!hasOutcome && summary}
              {t('sentence.following', {
                text: t(
                  current?.isBeside === true ? 'reservations.batch.beside' : 'reservations.batch.inOrder',
                ),
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
                facts={facts}
                departments={team?.departments ?? []}
                onFacts={(change) => setEntered((before) => ({ ...before, ...change }))}
                until={until}
                onUntil={setChosenEnd}
                sending={batch.sending}
                ready={batch.error === null ? ready.length : null}
                isPossible={isPossibleEnd(until, now)}
                onReserve={() => {
                  setSent(current)
                  batch.start(ready, until)
                }}
              />
            )}
            {batch.error !== null && (
              <ErrorAlert error={batch.error} retry={batch.resume}>
                <Text>{t('reservations.batch.unsent', { count: batch.left })}</Text>
              </ErrorAlert>
            )}
            {hasOutcome && (
              <BatchOutcome rows={rows} outcomes={batch.outcomes} statusOf={statusOf} ref={outcomeRef} />
            )}
            <PlanTable planned={rows} reserved={reserved} outcomes={batch.outcomes} now={batch.now} />
          </>
        )}
      </Stack>
    </>
  )
}
