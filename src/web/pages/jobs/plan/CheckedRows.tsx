import { useMemo } from 'react'
import type { Translate } from '../../../i18n/catalogue.ts'
import { useT } from '../../../i18n/Language.tsx'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { textCell } from '../../../ui/table/text-cell.tsx'
import { checkMeanings, checkText, type Checked } from '../check.ts'
import type { ImportedRow } from '../import/rows.ts'
import type { Check } from '../use-check.ts'

interface CheckedRow {
  row: ImportedRow
  checked: Checked
}

const columnsOf = (t: Translate): Column<CheckedRow>[] => [
  { id: 'line', header: t('job.items.line'), width: 56, numeric: true, cell: ({ row }) => row.line },
  { id: 'ext', header: t('import.field.ext'), width: 120, cell: ({ row }) => row.ext },
  {
    id: 'agentID',
    header: t('import.field.agentID'),
    width: 160,
    cell: ({ row }) => textCell(row.agentID ?? null),
  },
  {
    id: 'state',
    header: t('caption.state'),
    width: 170,
    cell: ({ checked: { state } }) => (
      <StateBadge meaning={checkMeanings[state]}>{t(`check.state.${state}`)}</StateBadge>
    ),
  },
  {
    id: 'reason',
    header: t('caption.reason'),
    width: 260,
    wrap: true,
    cell: ({ checked }) => textCell(checkText(t, checked)),
  },
]
const rowKey = ({ row }: CheckedRow) => String(row.line)

/** The checked rows that are not ready, each with its state and reason; nothing when there are none. */
export function CheckedRows({ rows, check }: { rows: readonly ImportedRow[]; check: Check }) {
  const t = useT()
  const { checks } = check
  const columns = useMemo(() => columnsOf(t), [t])
  const notReady = useMemo(
    () =>
      rows.flatMap((row) => {
        const checked = checks.get(row.line)
        return checked === undefined || checked.state === 'ready' ? [] : [{ row, checked }]
      }),
    [rows, checks],
  )
  return notReady.length === 0 ? null : (
    <DataTable label={t('check.rows')} columns={columns} rows={notReady} rowKey={rowKey} density="compact" />
  )
}
