import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { useCallback, useMemo, useState, type ReactNode } from 'react'
import { useT } from '../../../i18n/Language.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { SkippedRowsButton } from '../../../spreadsheet/SkippedRows.tsx'
import type { ImportField, Mapping } from './fields.ts'
import {
  previewColumns,
  rowMeanings,
  rowStateOf,
  type PreviewRow,
  type RowState,
} from './preview-columns.tsx'
import type { Check } from '../use-check.ts'
import { skippedLines } from './row-errors.ts'
import type { SheetState } from './use-sheet.ts'
import type { ValidationResult } from './validate-rows.ts'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'

interface PreviewProps {
  found: ValidationResult
  /** What the service says about the valid rows. */
  check: Pick<Check, 'checks' | 'counts'>
  /** Shown above the rows. */
  progress: ReactNode
  mapping: Mapping
  state: SheetState['reading']
  /** Number of rows that the user removed. */
  deleted: number
  /** True while the sheet is being read again and the rows shown are outdated. */
  stale: boolean
  onRemove: (line: number) => void
  onRestore: () => void
}

const rowKey = ({ row }: PreviewRow) => String(row.line)

const isToFix = (row: PreviewRow) => !['ready', 'waiting'].includes(rowStateOf(row))

/** The rows to create: counts per state, first those to fix when there are any, correction in place, and removal. */
export function Preview(props: PreviewProps) {
  const { found, check, progress, mapping, state, deleted, stale, onRemove, onRestore } = props
  const t = useT()
  /** Null until the user chooses, or changes a row: the rows shown must not change then. */
  const [chosen, setChosen] = useState<'all' | 'fix' | null>(null)
  /** Corrected lines, which stay among the rows to fix until these are chosen again. */
  const [fixed, setFixed] = useState<ReadonlySet<number>>(new Set())
  const all = useMemo(
    () => found.rows.map((each) => ({ ...each, checked: check.checks.get(each.row.line) ?? null })),
    [found, check.checks],
  )
  const toFix = useMemo(() => all.filter(isToFix).length, [all])
  const shown = chosen ?? (toFix > 0 ? 'fix' : 'all')
  const rows = useMemo(
    () => (shown === 'all' ? all : all.filter((each) => isToFix(each) || fixed.has(each.row.line))),
    [all, shown, fixed],
  )
  const counts: { state: RowState; count: number }[] = [
    { state: 'bad', count: found.counts.bad },
    { state: 'duplicate', count: found.counts.duplicate },
    ...check.counts,
  ]
  const { edit: editCell } = state
  const edit = useCallback(
    (line: number, field: ImportField, text: string) => {
      setChosen(shown)
      setFixed((before) => new Set([...before, line]))
      const column = mapping.columns[field]
      if (column !== null) editCell(line, column, text)
    },
    [editCell, mapping, shown],
  )
  const columns = useMemo(
    () => previewColumns(t, mapping, { edit, remove: onRemove }),
    [t, mapping, edit, onRemove],
  )
  const wrong = useMemo(() => skippedLines(t, all), [t, all])
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="sm">
        <Group gap="sm">
          <Text fw={600}>{t('import.count.rows', { count: found.counts.rows })}</Text>
          {counts
            .toReversed()
            .filter(({ state, count }) => count > 0 || state === 'ready')
            .map(({ state, count }) => (
              <StateBadge key={state} meaning={rowMeanings[state]}>
                {t('check.count', { state: t(`check.state.${state}`), count })}
              </StateBadge>
            ))}
          {deleted > 0 && (
            <Button size="compact-xs" onClick={onRestore}>
              {t('import.restore', { count: deleted })}
            </Button>
          )}
        </Group>
        <SkippedRowsButton state={state} lines={wrong} />
        <SegmentedControl
          size="xs"
          aria-label={t('import.filter')}
          value={shown}
          onChange={(value) => {
            setChosen(value === 'fix' ? 'fix' : 'all')
            setFixed(new Set())
          }}
          data={[
            { value: 'all', label: t('import.filter.all', { count: all.length }) },
            { value: 'fix', label: t('import.filter.fix', { count: toFix }) },
          ]}
        />
      </Group>
      {progress}
      <DataTable label={t('import.preview')} columns={columns} rows={rows} rowKey={rowKey} stale={stale} />
      {rows.length === 0 && shown === 'fix' && <Text c="dimmed">{t('import.filter.fix.none')}</Text>}
    </Stack>
  )
}
