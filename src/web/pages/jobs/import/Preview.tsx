import { Button, Group, Stack, Switch, Text } from '@mantine/core'
import { useCallback, useMemo, useState, type ReactNode } from 'react'
import { useT } from '../../../i18n/Language.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { csvText } from '../../../lib/csv.ts'
import { ExportButton } from '../../../spreadsheet/ExportButton.tsx'
import { fields, type Field, type Mapping } from './fields.ts'
import {
  previewColumns,
  reasonOf,
  rowMeanings,
  rowStateOf,
  type PreviewRow,
  type RowState,
} from './preview-columns.tsx'
import type { Check } from '../use-check.ts'
import type { ValidationResult } from './validate-rows.ts'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'

interface PreviewProps {
  found: ValidationResult
  /** What the service says about the valid rows. */
  check: Pick<Check, 'checks' | 'counts'>
  /** Shown above the rows. */
  progress: ReactNode
  mapping: Mapping
  /** The sheet's name, without extension. */
  file: string
  /** Number of rows that the user removed. */
  deleted: number
  /** True while the sheet is being read again and the rows shown are outdated. */
  stale: boolean
  onEdit: (line: number, field: Field, text: string) => void
  onRemove: (line: number) => void
  onRestore: () => void
}

const rowKey = ({ row }: PreviewRow) => String(row.line)

/** The rows to create: counts per state, a filter for rows that are not ready, correction in place, and removal. */
export function Preview(props: PreviewProps) {
  const { found, check, progress, mapping, file, deleted, stale, onEdit, onRemove, onRestore } = props
  const t = useT()
  /** Null while every row is shown; otherwise the fixed lines that stay visible although they have no errors any more. */
  const [fixed, setFixed] = useState<ReadonlySet<number> | null>(null)
  const all = useMemo(
    () => found.rows.map((each) => ({ ...each, checked: check.checks.get(each.row.line) ?? null })),
    [found, check.checks],
  )
  const rows = useMemo(
    () =>
      fixed === null ? all : all.filter((each) => rowStateOf(each) !== 'ready' || fixed.has(each.row.line)),
    [all, fixed],
  )
  const counts: { state: RowState; count: number }[] = [
    { state: 'bad', count: found.counts.bad },
    { state: 'duplicate', count: found.counts.duplicate },
    ...check.counts,
  ]
  const edit = useCallback(
    (line: number, field: Field, text: string) => {
      setFixed((before) => before && new Set([...before, line]))
      onEdit(line, field, text)
    },
    [onEdit],
  )
  const columns = useMemo(
    () => previewColumns(t, mapping, { edit, remove: onRemove }),
    [t, mapping, edit, onRemove],
  )
  const wrong = found.rows.filter(({ state }) => state !== 'valid')
  /** The rows as they are now, with their own passwords. */
  const wrongRows = () => {
    const used = fields.filter((field) => mapping.columns[field] !== null)
    return csvText(
      [...used, 'line', 'reason'],
      wrong.map((each) => [
        ...used.map((field) => each.row.values[field]),
        String(each.row.line),
        used
          .flatMap((field) => reasonOf({ ...each, checked: null }, field, t) ?? [])
          .join(t('list.separator')),
      ]),
    )
  }
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="sm">
        <Group gap="sm">
          <Text size="sm" fw={600}>
            {t('import.count.rows', { count: found.counts.rows })}
          </Text>
          {counts
            .toReversed()
            .filter(({ state, count }) => count > 0 || state === 'ready')
            .map(({ state, count }) => (
              <StateBadge key={state} meaning={rowMeanings[state]}>
                {t('check.count', { state: t(`check.state.${state}`), count })}
              </StateBadge>
            ))}
          {deleted > 0 && (
            <Button size="compact-xs" variant="default" onClick={onRestore}>
              {t('import.restore', { count: deleted })}
            </Button>
          )}
        </Group>
        {wrong.length > 0 && (
          // A spreadsheet program drops the leading zeros of numbers in a CSV file.
          <ExportButton
            size="compact-sm"
            formats={['xlsx']}
            name={`${file}-${t('spreadsheet.skipped.file')}`}
            csv={wrongRows}
            label={t('import.errors.save')}
          />
        )}
        <Switch
          label={t('import.errorsOnly')}
          checked={fixed !== null}
          onChange={(event) => setFixed(event.currentTarget.checked ? new Set() : null)}
        />
      </Group>
      {progress}
      <DataTable label={t('import.preview')} columns={columns} rows={rows} rowKey={rowKey} stale={stale} />
      {rows.length === 0 && fixed !== null && (
        <Text size="sm" c="dimmed">
          {t('import.errorsOnly.none')}
        </Text>
      )}
    </Stack>
  )
}
