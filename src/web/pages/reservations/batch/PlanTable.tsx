import { Badge, Group } from '@mantine/core'
import { useMemo } from 'react'
import { PlainNumber } from '../../../entities/extension/NumberLink.tsx'
import type { Translate } from '../../../i18n/catalogue.ts'
import { useLanguage, useT } from '../../../i18n/Language.tsx'
import { noAccountText } from '../../../entities/person/person-text.ts'
import { useSession } from '../../../entities/session/SessionContext.tsx'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { textCell, EmptyValue } from '../../../ui/text/EmptyValue.tsx'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import type { Planned, Outcomes } from './pairs.ts'
import type { Reservation } from '#contract/reservations.ts'
import type { Session } from '#contract/session.ts'
import type { UiLanguage } from '#contract/text.ts'
import { whyUnavailable } from '../../../entities/extension/NumberStateBadge.tsx'
import { reservedFor } from '../../../entities/reservation/reserved-for.ts'
import type { Meaning } from '../../../ui/text/meaning.ts'
import { outcomeText } from '../../../entities/reservation/outcome-text.ts'

interface PlanContext {
  t: Translate
  language: UiLanguage
  userId: string
  limit?: Session['limit'] | undefined
  reserved: ReadonlyMap<string, Reservation>
  outcomes: Outcomes
  /** The BFF's clock, epoch milliseconds. */
  now: number
}

interface PlanStatus {
  meaning: Meaning
  word: string
  text: string | null
}

const hasText = (t: Translate, { numbers, reserved }: Extract<Planned['spared'], { kind: 'has' }>) =>
  [
    ...numbers.map((ext) => t('reservations.batch.has', { ext })),
    ...reserved.map((ext) => t('reservations.agent.reserved', { ext })),
  ].join(t('list.separator'))

/** Returns why a pair cannot be reserved and what the user can do; null when it can be reserved. */
function obstacle(
  t: Translate,
  { line, ext, status, spared }: Planned,
  reservation: Reservation | undefined,
): string | null {
  if (line.person === null) return t(`people.found.${line.why ?? 'no-name'}`)
  if (spared?.kind === 'repeated') return t('reservations.batch.repeated', { line: String(spared.line) })
  if (spared !== null) return hasText(t, spared)
  if (ext === null) return t('reservations.batch.noNumber')
  if (reservation !== undefined)
    return t('reservations.batch.held', {
      agent: reservedFor(t, reservation),
      by: reservation.by.name,
    })
  if (status.kind === 'bound') return t('reservations.boundTo', { agent: status.agent })
  if (status.kind === 'unavailable') {
    const why = whyUnavailable(t, status.extension, status.userName)
    return why === null
      ? t('reservations.batch.unavailable')
      : t('reservations.batch.unavailable.why', { why })
  }
  if (status.kind === 'unknown') return t('reservations.batch.unknown')
  if (status.kind === 'missing') return t('problem.extension-not-found')
  return status.kind === 'failed' ? t('people.found.failed') : null
}

const wordOf = ({ person, why }: Planned['line']) => {
  if (person !== null) return 'skipped'
  return why === 'ambiguous' ? 'several' : why === 'no-name' ? 'leftOut' : 'unread'
}

/** Returns a pair's status: the plan's before sending, the outcome afterwards. */
export function planStatus(
  row: Planned,
  { t, language, userId, limit, reserved, outcomes, now }: PlanContext,
): PlanStatus {
  const outcome = row.ext === null || row.line.person === null ? undefined : outcomes.get(row.ext)
  if (outcome !== undefined)
    return {
      meaning: outcome.code === null ? 'reserved' : 'failed',
      word: t(outcome.code === null ? 'reservations.state.reserved' : 'reservations.batch.failed'),
      text: outcomeText(outcome, { t, language, now, userId, limit }),
    }
  const text = obstacle(t, row, reserved.get(row.ext ?? ''))
  if (text === null) return { meaning: 'free', word: t('reservations.batch.ready'), text: null }
  return {
    meaning: 'attention',
    word: t(`reservations.batch.${wordOf(row.line)}`),
    text,
  }
}

type Row = Planned & { at: number }

interface PlanTableProps extends Pick<PlanContext, 'reserved' | 'outcomes' | 'now'> {
  planned: readonly Planned[]
}

/** The person whom a line means: the name, and a badge for new colleagues. */
function LinePerson({ line: { person, text } }: Planned) {
  const t = useT()
  if (person === null) return <EmptyValue />
  return (
    <Group gap="xs" wrap="nowrap">
      <span title={person.isNewColleague ? text : person.id}>{person.name ?? person.id}</span>
      {person.isNewColleague && <Badge flex="none">{noAccountText(t, person.kind)}</Badge>}
    </Group>
  )
}

/** Columns of the plan. The status is the plan's before sending, and the outcome afterwards. */
const planColumns = (t: Translate, statusOf: (row: Row) => PlanStatus): Column<Row>[] => [
  { id: 'at', header: t('reservations.batch.at'), cell: ({ at }) => at, width: 60, numeric: true },
  {
    id: 'asked',
    header: t('reservations.batch.pasted'),
    cell: ({ line }) => textCell(line.text),
    width: 140,
  },
  { id: 'agent', header: t('person.title'), cell: (row) => <LinePerson {...row} />, width: 180 },
  {
    id: 'workNumber',
    header: t('people.workNumber'),
    cell: ({ line }) => textCell(line.known?.workNumber ?? line.person?.workNumber),
    width: 110,
  },
  {
    id: 'ext',
    header: t('field.ext'),
    cell: ({ ext }) => (ext === null ? <EmptyValue /> : <PlainNumber ext={ext} />),
    width: 120,
  },
  {
    id: 'state',
    header: t('caption.state'),
    width: 140,
    cell: (row) => {
      const { meaning, word } = statusOf(row)
      return <StateBadge meaning={meaning}>{word}</StateBadge>
    },
  },
  {
    id: 'text',
    header: t('reservations.list.note'),
    cell: (row) => textCell(statusOf(row).text),
    width: 160,
  },
]

/** The planned pairs before sending, and their outcomes afterwards. */
export function PlanTable({ planned, reserved, outcomes, now }: PlanTableProps) {
  const { t, language } = useLanguage()
  const { user, limit } = useSession()
  const rows = useMemo(() => planned.map((row, index) => ({ ...row, at: index + 1 })), [planned])
  const columns = useMemo(
    () =>
      planColumns(t, (row) =>
        planStatus(row, { t, language, userId: user.id, limit, reserved, outcomes, now }),
      ),
    [t, language, user.id, limit, reserved, outcomes, now],
  )
  return <DataTable label={t('reservations.batch.plan')} columns={columns} rows={rows} rowKey="at" />
}
