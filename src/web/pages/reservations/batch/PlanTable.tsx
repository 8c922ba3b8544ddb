import { Badge, Group } from '@mantine/core'
import { useMemo } from 'react'
import { PlainNumber } from '../../../entities/extension/NumberLink.tsx'
import type { Translate } from '../../../i18n/catalogue.ts'
import { useT } from '../../../i18n/Language.tsx'
import { noAccountText } from '../../../entities/person/person-text.ts'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { textCell, EmptyValue } from '../../../ui/text/EmptyValue.tsx'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import type { Planned } from './pairs.ts'
import type { PlanStatus } from './plan-status.ts'

type Row = Planned & { at: number }

interface PlanTableProps {
  planned: readonly Planned[]
  /** The status is the plan's before sending, and the outcome afterwards. */
  statusOf: (row: Planned) => PlanStatus
}

/** The person whom a line means: the name, and a badge for new colleagues. */
function PersonCell({ line: { person, text } }: Planned) {
  const t = useT()
  if (person === null) return <EmptyValue />
  return (
    <Group gap="xs" wrap="nowrap">
      <span title={person.isNewColleague ? text : person.id}>{person.name ?? person.id}</span>
      {person.isNewColleague && <Badge flex="none">{noAccountText(t, person.kind)}</Badge>}
    </Group>
  )
}

const planColumns = (t: Translate, statusOf: PlanTableProps['statusOf']): Column<Row>[] => [
  { id: 'at', header: t('reservations.batch.at'), cell: ({ at }) => at, width: 60, numeric: true },
  {
    id: 'asked',
    header: t('reservations.batch.pasted'),
    cell: ({ line }) => textCell(line.text),
    width: 140,
  },
  { id: 'agent', header: t('person.title'), cell: (row) => <PersonCell {...row} />, width: 180 },
  {
    id: 'workNumber',
    header: t('people.workNumber'),
    cell: ({ line }) => textCell(line.entry?.workNumber ?? line.person?.workNumber),
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
export function PlanTable({ planned, statusOf }: PlanTableProps) {
  const t = useT()
  const rows = useMemo(() => planned.map((row, index) => ({ ...row, at: index + 1 })), [planned])
  const columns = useMemo(() => planColumns(t, statusOf), [t, statusOf])
  return <DataTable label={t('reservations.batch.plan')} columns={columns} rows={rows} rowKey="at" />
}
