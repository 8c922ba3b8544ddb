import { Badge } from '@mantine/core'
import { useMemo } from 'react'
import type { Reservation } from '#contract/reservations.ts'
import { PlainNumber } from '../../extensions/NumberLink.tsx'
import type { Translate } from '../../i18n/catalogue.ts'
import { useLanguage, useT } from '../../i18n/Language.tsx'
import { useSession } from '../../session/SessionContext.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { Nothing } from '../../ui/RawInteger.tsx'
import { outcomeText } from '../outcome-text.ts'
import type { Outcomes, Planned } from './pairs.ts'

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
  { agent, ext, standing }: Planned,
  held: Reservation | undefined,
): string | null {
  if (agent.agent === null) return t(`assign.found.${agent.why}`)
  if (ext === null) return t('assign.batch.noNumber')
  if (held !== undefined)
    return t('assign.batch.held', { agent: held.agentName ?? held.agentUuid, by: held.by.name })
  if (standing.kind === 'bound') return t('assign.batch.bound', { agent: standing.agent })
  if (standing.kind === 'missing') return t('problem.extension-not-found')
  return standing.kind === 'failed' ? t('assign.found.failed') : null
}

const keyOf = ({ at }: Row) => String(at)

interface Standing {
  color: string
  word: string
  text: string | null
}

/** How each pair stands before, and what came of it after. */
const planColumns = (t: Translate, standing: (row: Row) => Standing): Column<Row>[] => [
  { id: 'at', header: t('assign.batch.at'), cell: ({ at }) => at, width: 60, numeric: true },
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
    cell: ({ ext }) => (ext === null ? <Nothing /> : <PlainNumber ext={ext} />),
    width: 120,
  },
  {
    id: 'state',
    header: t('assign.list.state'),
    cell: (row) => {
      const { color, word } = standing(row)
      return (
        <Badge variant="dot" color={color}>
          {word}
        </Badge>
      )
    },
  },
  {
    id: 'text',
    header: t('assign.list.note'),
    cell: (row) => {
      const { text } = standing(row)
      return text === null ? <Nothing /> : <span title={text}>{text}</span>
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
    const standing = (row: Row): Standing => {
      const outcome = row.ext === null || row.agent.agent === null ? undefined : outcomes.get(row.ext)
      if (outcome !== undefined)
        return {
          color: outcome.code === null ? 'teal' : 'red',
          word: t(outcome.code === null ? 'assign.state.reserved' : 'assign.batch.failed'),
          text: outcomeText(outcome, { t, language, now, userId: user.id }),
        }
      const no = obstacle(t, row, reserved.get(row.ext ?? ''))
      return no === null
        ? { color: 'indigo', word: t('assign.batch.ready'), text: null }
        : { color: 'yellow', word: t('assign.batch.skipped'), text: no }
    }
    return planColumns(t, standing)
  }, [t, language, user.id, outcomes, reserved, now])
  return <DataTable label={t('assign.batch.plan')} columns={columns} rows={rows} rowKey={keyOf} />
}
