import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useReservations } from '../../../entities/reservation/open-reservations.ts'
import { usualEnd } from '../../../entities/reservation/until.ts'
import { isPossibleEnd } from '../../../entities/reservation/UntilPicker.tsx'
import { poolWithin } from '../../../entities/session/limit.tsx'
import { useSession } from '../../../entities/session/SessionContext.tsx'
import { departmentOf } from '../../../entities/team/department-of.ts'
import { teamQuery } from '../../../entities/team/queries.ts'
import { useLanguage } from '../../../i18n/Language.tsx'
import { useUnsavedChanges } from '../../../lib/navigation-blocker.ts'
import { usePrefillKey } from '../../../lib/use-prefill-key.ts'
import { useAnnounceChange } from '../../../ui/feedback/announce.ts'
import { ErrorAlert } from '../../../ui/feedback/ErrorAlert.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { useNow } from '../../../ui/text/clock.ts'
import { countNewColleagues, countSpare, readyPairs, type BatchDetails } from './batch-plan.ts'
import { BatchOutcome } from './BatchOutcome.tsx'
import type { Planned } from './pairs.ts'
import { PastedLists } from './PastedLists.tsx'
import { PlanChoices } from './PlanChoices.tsx'
import { planStatus } from './plan-status.ts'
import { PlanTable } from './PlanTable.tsx'
import { useBatch } from './use-batch.ts'
import { useLists } from './use-lists.ts'
import { usePlan, usePlanning } from './use-plan.ts'

/** Reserves several numbers for several people, paired in order. Shows the plan first, then the outcome of each pair. */
export function ReserveBatchPage() {
  return <Batch key={usePrefillKey()} />
}

function Batch() {
  const { t, language } = useLanguage()
  const { user, limit } = useSession()
  const now = useNow()
  const reserved = useReservations()
  const team = useQuery({ ...teamQuery(), meta: { quiet: true } }).data?.team ?? null
  const batch = useBatch()
  const planning = usePlanning()
  // The plan is based on the lists at the time, so a change discards it.
  const lists = useLists(() => {
    planning.reset()
    batch.reset()
  })
  const pool = poolWithin(limit, team?.pool)
  const { people, plan, pairs, choices, setChoices, start } = usePlan({
    lists,
    planning,
    sent: batch.plan,
    pool,
  })
  const rows = pairs?.rows ?? []
  const [entered, setEntered] = useState<Partial<BatchDetails>>({})
  const { department = departmentOf(team) ?? '', startsOn = '' } = entered
  const { until = usualEnd(now, startsOn === '' ? null : startsOn) } = entered
  const ready = readyPairs(rows, reserved, { department, startsOn })

  const { outcomes, now: answeredAt } = batch
  const hasOutcome = outcomes.size > 0
  const ended = hasOutcome && !batch.sending
  const isLost = lists.form.isDirty() && (!ended || batch.error !== null)
  useUnsavedChanges(batch.sending || isLost, batch.sending ? 'result' : 'input')
  const outcomeRef = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (ended) outcomeRef.current?.focus()
  }, [ended])
  const statusOf = useCallback(
    (row: Planned) =>
      planStatus(row, { t, language, userId: user.id, limit, reserved, outcomes, now: answeredAt }),
    [t, language, user.id, limit, reserved, outcomes, answeredAt],
  )
  const summary = t('reservations.batch.summary', { ready: ready.length, all: rows.length })
  useAnnounceChange(plan, plan === null ? null : summary)
  const spare = planning.data === undefined ? 0 : countSpare(planning.data, rows)
  return (
    <>
      <PageHeader title={t('reservations.batch.title')} description={t('reservations.batch.description')} />
      <Stack gap="md">
        <PastedLists
          lists={lists}
          count={people.count}
          leftOut={people.leftOut}
          isSending={batch.sending}
          isPlanning={planning.isPending}
          hasPlan={planning.data !== undefined}
          onPlan={() => {
            batch.reset()
            start()
          }}
        />
        <ErrorAlert error={planning.error} />
        {plan !== null && pairs !== null && (
          <>
            <Text>
              {!hasOutcome && summary}
              {t('sentence.following', {
                text: t(plan.isBeside ? 'reservations.batch.beside' : 'reservations.batch.inOrder'),
              })}
              {spare > 0 &&
                t('sentence.following', { text: t('reservations.batch.spare', { count: spare }) })}
            </Text>
            {!hasOutcome && (
              <PlanChoices
                plan={pairs}
                choices={choices}
                onChoose={setChoices}
                newColleagues={countNewColleagues(ready)}
                details={{ department, startsOn, until }}
                departments={team?.departments ?? []}
                onEnter={(change) => setEntered((before) => ({ ...before, ...change }))}
                sending={batch.sending}
                ready={batch.error === null ? ready.length : null}
                isPossible={isPossibleEnd(until, now)}
                onReserve={() => batch.start(plan, ready, until)}
              />
            )}
            {batch.error !== null && (
              <ErrorAlert error={batch.error} retry={batch.resume}>
                <Text>{t('reservations.batch.unsent', { count: batch.left.length })}</Text>
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
