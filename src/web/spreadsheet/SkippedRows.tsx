import { Alert, Stack, Text } from '@mantine/core'
import type { Translate } from '../i18n/catalogue.ts'
import { useT } from '../i18n/Language.tsx'
import { csvText } from '../lib/csv.ts'
import { likelyNumber } from '../lib/typed.ts'
import { colorOf } from '../ui/text/meaning.ts'
import { DataTable, type Column } from '../ui/table/DataTable.tsx'
import { EditableCell } from './EditableCell.tsx'
import { ExportButton } from './ExportButton.tsx'
import type { SpreadsheetState } from './use-spreadsheet.ts'

const maxShown = 10

export interface SkippedLine {
  line: number
  /** Why the row is skipped. */
  text: string
}

interface SkippedRowsProps<Field extends string> {
  state: SpreadsheetState<Field>
  /** The name of a column's use. */
  label: (field: Field) => string
  title: string
  lines: readonly SkippedLine[]
}

const keyOf = ({ line }: SkippedLine) => String(line)

function columnsOf<Field extends string>(
  t: Translate,
  { table, kind, edit }: SpreadsheetState<Field>,
  label: (field: Field) => string,
): Column<SkippedLine>[] {
  const rows = new Map(table?.body.map(({ line, cells }) => [line, cells]))
  const used = [...(table?.columns ?? [])].toSorted(([, a], [, b]) => a - b)
  return [
    {
      id: 'reason',
      header: t('spreadsheet.skipped.reason'),
      width: 220,
      wrap: true,
      cell: ({ text }) => text,
    },
    ...used.map(([field, column]) => ({
      id: field,
      header: label(field),
      width: 120,
      cell: ({ line }: SkippedLine) => {
        const value = rows.get(line)?.[column] ?? ''
        return (
          <EditableCell
            line={line}
            name={label(field)}
            value={value}
            reason={null}
            fix={field === kind.number ? likelyNumber(value) : null}
            onEdit={(text) => edit(line, column, text)}
          />
        )
      },
    })),
  ]
}

/** The rows that an import cannot use: with the reason, for correction in place, and as a file with all their cells. */
export function SkippedRows<Field extends string>({ state, label, title, lines }: SkippedRowsProps<Field>) {
  const t = useT()
  const { table, source } = state
  const columns = columnsOf(t, state, label)
  if (lines.length === 0) return null
  const file = () => {
    const width = Math.max(0, ...(table?.body.map(({ cells }) => cells.length) ?? []))
    const header = Array.from({ length: width }, (_, column) => table?.header?.[column] ?? '')
    const rows = new Map(table?.body.map(({ line, cells }) => [line, cells]))
    return csvText(
      [...header, t('spreadsheet.skipped.reason')],
      lines.map(({ line, text }) => [...header.map((_, column) => rows.get(line)?.[column] ?? ''), text]),
    )
  }
  return (
    <Alert color={colorOf('attention')} title={title}>
      <Stack gap="xs" align="flex-start">
        <DataTable
          label={title}
          columns={columns}
          rows={lines.slice(0, maxShown)}
          rowKey={keyOf}
          density="compact"
        />
        {lines.length > maxShown && (
          <Text size="sm">{t('spreadsheet.skipped.more', { count: lines.length - maxShown })}</Text>
        )}
        <ExportButton
          size="compact-sm"
          // A spreadsheet program drops the leading zeros of numbers in a CSV file.
          formats={['xlsx']}
          name={`${source?.name?.replace(/\.\w+$/, '') ?? 'rows'}-${t('spreadsheet.skipped.file')}`}
          csv={file}
          label={t('spreadsheet.skipped.save')}
        />
      </Stack>
    </Alert>
  )
}
