import { Alert, Stack, Text } from '@mantine/core'
import type { Translate } from '../i18n/catalogue.ts'
import { useT } from '../i18n/Language.tsx'
import { csvText } from '../lib/csv.ts'
import { guessNumber } from '../lib/typed.ts'
import { DataTable, type Column } from '../ui/table/DataTable.tsx'
import { widthOf, type ImportKind, type Mapped } from './columns.ts'
import { EditableCell } from './EditableCell.tsx'
import { ExportButton } from './write/ExportButton.tsx'
import type { SpreadsheetState } from './use-spreadsheet.ts'

/** More rows come into view as the first are corrected. */
const maxShown = 50

export interface SkippedLine {
  line: number
  /** Names the line, and says why it is skipped. */
  text: string
}

export const skippedLine = (t: Translate, line: number, reason: string): SkippedLine => ({
  line,
  text: t('label.value', { label: t('spreadsheet.line', { line: String(line) }), value: reason }),
})

interface SkippedRowsProps<Field extends string> {
  state: SpreadsheetState<Field>
  title?: string | undefined
  lines: readonly SkippedLine[]
}

function columnsOf<Field extends string>(
  t: Translate,
  { table, kind, edit }: SpreadsheetState<Field>,
): Column<SkippedLine>[] {
  const rows = new Map(table?.body.map(({ line, cells }) => [line, cells]))
  const used = [...(table?.columns ?? [])].toSorted(([, a], [, b]) => a - b)
  return [
    {
      id: 'reason',
      header: t('caption.reason'),
      width: 220,
      wrap: true,
      cell: ({ text }) => text,
    },
    ...used.map(([field, column]) => ({
      id: field,
      header: kind.caption(t, field),
      width: 120,
      cell: ({ line }: SkippedLine) => {
        const value = rows.get(line)?.[column] ?? ''
        return (
          <EditableCell
            line={line}
            name={kind.caption(t, field)}
            value={value}
            isSecret={field === kind.password}
            reason={null}
            fix={field === kind.number ? guessNumber(value) : null}
            onEdit={(text) => edit(line, column, text)}
          />
        )
      },
    })),
  ]
}

/** Returns the rows with all their cells, as the user corrected them, and why each is skipped. */
export function skippedCsv<Field extends string>(
  t: Translate,
  { names }: Pick<ImportKind<Field>, 'names'>,
  table: Mapped<Field>,
  lines: readonly SkippedLine[],
): Promise<string> {
  const { header, columns, body } = table
  // A sheet without column names gets those of the columns that are used, since the reason makes its first line a header.
  const fields = new Map([...columns].map(([field, column]) => [column, names[field].split(' ')[0] ?? '']))
  const all = Array.from(
    { length: widthOf(table) },
    (_, column) => header?.[column] ?? fields.get(column) ?? '',
  )
  const rows = new Map(body.map(({ line, cells }) => [line, cells]))
  return csvText(
    [...all, t('caption.reason')],
    lines.map(({ line, text }) => [...all.map((_, column) => rows.get(line)?.[column] ?? ''), text]),
  )
}

/** Saves the rows that an import cannot use, with all their cells, passwords too. */
export function SkippedRowsButton<Field extends string>({
  state: { table, kind, source },
  lines,
}: Pick<SkippedRowsProps<Field>, 'state' | 'lines'>) {
  const t = useT()
  return (
    table !== null &&
    lines.length > 0 && (
      <ExportButton
        size="compact-sm"
        // A spreadsheet program drops the leading zeros of numbers in a CSV file.
        formats={['xlsx']}
        name={`${source?.name?.replace(/\.\w+$/, '') ?? t('import.pasted')}-${t('spreadsheet.skipped.file')}`}
        csv={() => skippedCsv(t, kind, table, lines)}
        label={t('spreadsheet.skipped.save')}
      />
    )
  )
}

/** The rows that an import cannot use: with the reason, for correction in place, and as a file. */
export function SkippedRows<Field extends string>({ state, lines, ...props }: SkippedRowsProps<Field>) {
  const t = useT()
  if (lines.length === 0) return null
  const { title = t('spreadsheet.skipped', { count: lines.length }) } = props
  return (
    <Alert title={title} __vars={{ '--table-height': '20rem' }}>
      <Stack gap="xs" align="flex-start">
        <DataTable
          label={title}
          columns={columnsOf(t, state)}
          rows={lines.slice(0, maxShown)}
          rowKey="line"
          density="compact"
        />
        {lines.length > maxShown && (
          <Text>{t('spreadsheet.skipped.more', { count: lines.length - maxShown })}</Text>
        )}
        <SkippedRowsButton state={state} lines={lines} />
      </Stack>
    </Alert>
  )
}
