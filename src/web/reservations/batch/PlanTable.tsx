import { useMemo } from 'react'
import type { Reservation } from '#contract/reservations.ts'
import { PlainNumber } from '../../shared/NumberLink.tsx'
import type { Translate } from '../../i18n/catalogue.ts'
import { useLanguage, useT } from '../../i18n/Language.tsx'
import { useSession } from '../../shared/session/SessionContext.tsx'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { EmptyValue } from '../../ui/EmptyValue.tsx'
import { outcomeText } from '../outcome-text.ts'
import type { Outcomes, Planned } from './pairs.ts'
import type { Meaning } from '../../ui/meaning.ts'
import { StateBadge } from '../../ui/StateBadge.tsx'

type Row = Planned & { at: number }

interface PlanTableProps {
  planned: readonly Planned[]
  reserved: ReadonlyMap<string, Reservation>
  outcomes: Outcomes
  /** The BFF's clock, epoch milliseconds. */
  now: number
}

/** Why a pair will not be reserved; null when it will. */
function obstacle(
  t: Translate,
  { agent, ext, status }: Planned,
  held: Reservation | undefined,
): string | null {
  if (agent.agent === null) return t(`reservations.found.${agent.why}`)
  if (ext === null) return t('reservations.batch.noNumber')
  if (held !== undefined)
    return t('reservations.batch.held', { agent: held.agentName ?? held.agentUuid, by: held.by.name })
  if (status.kind === 'bound') return t('reservations.batch.bound', { agent: status.agent })
  if (status.kind === 'missing') return t('problem.extension-not-found')
  return status.kind === 'failed' ? t('reservations.found.failed') : null
}

const keyOf = ({ at }: Row) => String(at)

interface Status {
  meaning: Meaning
  word: string
  text: string | null
}

/** Each pair's status before, and what came of it after. */
const planColumns = (t: Translate, status: (row: Row) => Status): Column<Row>[] => [
  { id: 'at', header: t('reservations.batch.at'), cell: ({ at }) => at, width: 60, numeric: true },
  {
    id: 'agent',
    header: t('agent.title'),
    cell: ({ agent }) => (
      <span title={agent.agent?.uuid ?? agent.text}>{agent.agent?.name ?? agent.text}</span>
    ),
    width: 160,
  },
  {
    id: 'ext',
    header: t('field.ext'),
    cell: ({ ext }) => (ext === null ? <EmptyValue /> : <PlainNumber ext={ext} />),
    width: 120,
  },
  {
    id: 'state',
    header: t('reservations.list.state'),
    cell: (row) => {
      const { meaning, word } = status(row)
      return <StateBadge meaning={meaning}>{word}</StateBadge>
    },
  },
  {
    id: 'text',
    header: t('reservations.list.note'),
    cell: (row) => {
      const { text } = status(row)
      return text === null ? <EmptyValue /> : <span title={text}>{text}</span>
    },
    width: 240,
  },
]

/** Who is to get what, before; and what came of each, after. */
export function PlanTable({ planned, reserved, outcomes, now }: PlanTableProps) {
  const t = useT()
  const { language } = useLanguage()
  const { user } = useSession()
  const rows = useMemo(() => planned.map((each, index) => ({ ...each, at: index + 1 })), [planned])
  const columns = useMemo(() => {
    const status = (row: Row): Status => {
      const outcome = row.ext === null || row.agent.agent === null ? undefined : outcomes.get(row.ext)
      if (outcome !== undefined)
        return {
          meaning: outcome.code === null ? 'reserved' : 'failed',
          word: t(outcome.code === null ? 'reservations.state.reserved' : 'reservations.batch.failed'),
          text: outcomeText(outcome, { t, language, now, userId: user.id }),
        }
      const no = obstacle(t, row, reserved.get(row.ext ?? ''))
      return no === null
        ? { meaning: 'free', word: t('reservations.batch.ready'), text: null }
        : { meaning: 'attention', word: t('reservations.batch.skipped'), text: no }
    }
    return planColumns(t, status)
  }, [t, language, user.id, outcomes, reserved, now])
  return <DataTable label={t('reservations.batch.plan')} columns={columns} rows={rows} rowKey={keyOf} />
}
