import { Button, Group, Stack, Switch, Text } from '@mantine/core'
import { useCallback, useMemo, useState } from 'react'
import '../../lib/feature-styles.ts'
import { useT } from '../../i18n/Language.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import type { Field, Mapping } from './fields.ts'
import { previewColumns, stateMeanings } from './preview-columns.tsx'
import type { ValidationResult, ValidatedRow } from './validate-rows.ts'
import { StateBadge } from '../../ui/StateBadge.tsx'

interface PreviewProps {
  found: ValidationResult
  mapping: Mapping
  /** Number of rows that the user removed. */
  deleted: number
  /** True while the sheet is being read again and the rows shown are outdated. */
  stale: boolean
  onEdit: (line: number, field: Field, text: string) => void
  onRemove: (line: number) => void
  onRestore: () => void
}

const counted = ['ready', 'bad', 'duplicate'] as const
const rowKey = ({ row }: ValidatedRow) => String(row.line)

/** The rows to create: counts per state, a filter for rows with errors, correction in place, and removal. */
export function Preview({ found, mapping, deleted, stale, onEdit, onRemove, onRestore }: PreviewProps) {
  const t = useT()
  /** Null while every row is shown; otherwise the fixed lines that stay visible although they have no errors any more. */
  const [fixed, setFixed] = useState<ReadonlySet<number> | null>(null)
  const rows = useMemo(
    () =>
      fixed === null
        ? found.rows
        : found.rows.filter(({ row, state }) => state !== 'ready' || fixed.has(row.line)),
    [found, fixed],
  )
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
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="sm">
        <Group gap="sm">
          <Text size="sm" fw={600}>
            {t('import.count.rows', { count: found.counts.rows })}
          </Text>
          {counted.map((state) => (
            <StateBadge key={state} meaning={stateMeanings[state]}>
              {t(`import.count.${state}`, { count: found.counts[state] })}
            </StateBadge>
          ))}
          {deleted > 0 && (
            <Button size="compact-xs" variant="default" onClick={onRestore}>
              {t('import.restore', { count: deleted })}
            </Button>
          )}
        </Group>
        <Switch
          label={t('import.errorsOnly')}
          checked={fixed !== null}
          onChange={(event) => setFixed(event.currentTarget.checked ? new Set() : null)}
        />
      </Group>
      <DataTable label={t('import.preview')} columns={columns} rows={rows} rowKey={rowKey} stale={stale} />
      {rows.length === 0 && fixed !== null && (
        <Text size="sm" c="dimmed">
          {t('import.errorsOnly.none')}
        </Text>
      )}
    </Stack>
  )
}
