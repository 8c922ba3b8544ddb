import { Badge, Group } from '@mantine/core'
import { useMemo } from 'react'
import { PlainNumber } from '../../../entities/extension/NumberLink.tsx'
import type { Translate } from '../../../i18n/catalogue.ts'
import { useLanguage, useT } from '../../../i18n/Language.tsx'
import { useSession } from '../../../entities/session/SessionContext.tsx'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { textCell, EmptyValue } from '../../../ui/text/EmptyValue.tsx'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import type { Planned } from './pairs.ts'
import { planStatus, type PlanContext, type PlanStatus } from './plan-status.ts'

type Row = Planned & { at: number }

interface PlanTableProps extends Pick<PlanContext, 'reserved' | 'outcomes' | 'now'> {
  planned: readonly Planned[]
}

/** The agent found for the typed text: the name, and a badge for joiners. */
function Found({ agent: { agent, text: typed } }: Planned) {
  const t = useT()
  if (agent === null) return <EmptyValue />
  return (
    <Group gap="xs" wrap="nowrap">
      <span title={agent.isJoiner ? typed : agent.id}>{agent.name ?? agent.id}</span>
      {agent.isJoiner && <Badge>{t('agents.joiner')}</Badge>}
    </Group>
  )
}

/** Columns of the plan. The status is the plan's before sending, and the outcome afterwards. */
const planColumns = (t: Translate, statusOf: (row: Row) => PlanStatus): Column<Row>[] => [
  { id: 'at', header: t('reservations.batch.at'), cell: ({ at }) => at, width: 60, numeric: true },
  {
    id: 'asked',
    header: t('reservations.batch.asked'),
    cell: ({ agent }) => textCell(agent.text),
    width: 140,
  },
  { id: 'agent', header: t('agent.title'), cell: (row) => <Found {...row} />, width: 180 },
  {
    id: 'workNumber',
    header: t('agents.workNumber'),
    cell: ({ agent }) => textCell(agent.why === null ? agent.known?.workNumber : null),
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
  const { user } = useSession()
  const rows = useMemo(() => planned.map((each, index) => ({ ...each, at: index + 1 })), [planned])
  const columns = useMemo(
    () => planColumns(t, (row) => planStatus(row, { t, language, userId: user.id, reserved, outcomes, now })),
    [t, language, user.id, reserved, outcomes, now],
  )
  return <DataTable label={t('reservations.batch.plan')} columns={columns} rows={rows} rowKey="at" />
}
