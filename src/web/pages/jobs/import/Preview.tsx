import { Button, Group, SegmentedControl, Stack, Text, ActionIcon } from '@mantine/core'
import { useCallback, useMemo, useState, type ReactNode } from 'react'
import { useT } from '../../../i18n/Language.tsx'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { SkippedRowsButton } from '../../../spreadsheet/SkippedRows.tsx'
import { type ImportField, type Mapping, fields } from './fields.ts'
import type { Check } from '../use-check.ts'
import { invalidLines } from './row-errors.ts'
import type { Decision, LineDecisions } from './line-decisions.ts'
import type { SheetState } from './use-sheet.ts'
import { type ValidationResult, type ValidatedRow, reasonText } from './rows.ts'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { IconTrash } from '@tabler/icons-react'
import type { Translate } from '../../../i18n/catalogue.ts'
import { announce } from '../../../ui/feedback/announce.ts'
import { guessNumber } from '../../../lib/typed.ts'
import type { WithoutAgent } from '../../../spreadsheet/sheet-draft.ts'
import { EditableCell } from '../../../spreadsheet/EditableCell.tsx'
import { checkMeanings, checkText, refusedAgents, type Checked, type CheckState } from '../check.ts'
import type { Meaning } from '../../../ui/text/meaning.ts'

type RowState = CheckState | Exclude<ValidatedRow['state'], 'valid'>
const rowMeanings: Record<RowState, Meaning> = {
  ...checkMeanings,
  bad: 'failed',
  duplicate: 'attention',
}

/** A row of the sheet, with what the service says about it when it is valid. */
interface PreviewRow extends ValidatedRow {
  checked: Checked | null
}

/** The one state of a row. */
const rowStateOf = ({ state, checked }: PreviewRow): RowState =>
  state === 'valid' ? (checked?.state ?? 'waiting') : state

/** Returns why a cell is invalid; null for a valid one. */
function reasonOf({ row, repeated, checked }: PreviewRow, field: ImportField, t: Translate): string | null {
  const reason = row.errors[field]
  if (reason !== undefined) return reasonText(t, reason, row.values[field])
  if (field === 'ext' && repeated !== null) return t('import.reason.duplicate', { line: String(repeated) })
  return checked?.about?.field === field ? checkText(t, checked) : null
}

/** Removes a row from the import. Moves the focus to the same button of an adjacent row, because this button disappears. */
function RemoveButton({ line, onRemove }: { line: number; onRemove: (line: number) => void }) {
  const t = useT()
  const label = t('import.delete.line', { line: String(line) })
  const remove = (button: HTMLElement) => {
    const row = button.closest('tr')
    for (const beside of [row?.previousElementSibling, row?.nextElementSibling])
      beside?.querySelector<HTMLElement>('[data-remove]')?.focus()
    onRemove(line)
    announce(t('import.deleted', { line: String(line) }))
  }
  return (
    <ActionIcon
      size="sm"
      data-remove
      aria-label={label}
      title={label}
      onClick={(event) => remove(event.currentTarget)}
    >
      <IconTrash size={14} aria-hidden />
    </ActionIcon>
  )
}

interface Actions {
  edit: (line: number, field: ImportField, text: string) => void
  remove: (line: number) => void
}

/** Columns of the preview: line, state, the mapped fields for editing, and a button that removes the row. */
const previewColumns = (t: Translate, mapping: Mapping, { edit, remove }: Actions): Column<PreviewRow>[] => [
  { id: 'line', header: t('job.items.line'), cell: ({ row }) => row.line, width: 56, numeric: true },
  {
    id: 'state',
    header: t('caption.state'),
    width: 170,
    cell: (each) => {
      const state = rowStateOf(each)
      return <StateBadge meaning={rowMeanings[state]}>{t(`check.state.${state}`)}</StateBadge>
    },
  },
  ...fields
    .filter((field) => mapping.columns[field] !== null)
    .map((field) => ({
      id: field,
      header: t(`import.field.${field}`),
      width: 150,
      cell: (each: PreviewRow) => (
        <EditableCell
          line={each.row.line}
          name={t(`import.field.${field}`)}
          value={each.row.values[field]}
          isSecret={field === 'password'}
          reason={reasonOf(each, field, t)}
          fix={field === 'ext' && each.row.errors.ext !== undefined ? guessNumber(each.row.values.ext) : null}
          onEdit={(text) => edit(each.row.line, field, text)}
        />
      ),
    })),
  {
    id: 'delete',
    header: t('import.delete'),
    cell: ({ row: { line } }) => <RemoveButton line={line} onRemove={remove} />,
  },
]

interface PreviewProps {
  validation: ValidationResult
  /** What the service says about the valid rows. */
  check: Pick<Check, 'checks' | 'counts'>
  /** Shown above the rows. */
  progress: ReactNode
  mapping: Mapping
  state: SheetState['reading']
  /** True while the sheet is being read again and the rows shown are outdated. */
  stale: boolean
  decisions: LineDecisions
  decide: (decision: Decision) => void
}

interface RefusedAgentsProps extends Pick<PreviewProps, 'decisions' | 'decide'> {
  rows: readonly PreviewRow[]
}

/** What can be done at once about the rows whose agent is unknown or has a number: their numbers need not wait for the agents. */
function RefusedAgents({ rows, decisions: { withoutAgent }, decide }: RefusedAgentsProps) {
  const t = useT()
  const createWithout = (refused: readonly PreviewRow[], as: WithoutAgent) =>
    decide({ type: 'createWithout', lines: refused.map(({ row: { line } }) => line), as })
  return (
    <>
      {refusedAgents.map((kind) => {
        const refused = rows.filter((each) => rowStateOf(each) === kind)
        // A reservation for a new colleague needs their name.
        const named = kind === 'agentAbsent' ? refused.filter(({ row }) => row.agentName !== '') : []
        return (
          refused.length > 0 && (
            <Group key={kind} gap="sm">
              <Text>{t(`import.without.${kind}`, { count: refused.length })}</Text>
              <Button size="compact-sm" onClick={() => createWithout(refused, 'free')}>
                {t('import.without.free', { count: refused.length })}
              </Button>
              {named.length > 0 && (
                <Button size="compact-sm" onClick={() => createWithout(named, 'colleague')}>
                  {t('import.without.colleague', { count: named.length })}
                </Button>
              )}
            </Group>
          )
        )
      })}
      {withoutAgent.size > 0 && (
        <Group gap="sm">
          <Text>{t('import.without.done', { count: withoutAgent.size })}</Text>
          <Button size="compact-sm" onClick={() => decide({ type: 'keepAgents' })}>
            {t('import.without.undo')}
          </Button>
        </Group>
      )}
    </>
  )
}

const rowKey = ({ row }: PreviewRow) => String(row.line)

const goodStates: readonly RowState[] = ['ready', 'waiting', 'free', 'colleague']
const isToFix = (row: PreviewRow) => !goodStates.includes(rowStateOf(row))

/** The rows to create: counts per state, only those to fix unless the user wants to see all, correction in place, and removal. */
export function Preview(props: PreviewProps) {
  const { validation, check, progress, mapping, state, stale, decisions, decide } = props
  const t = useT()
  const [filter, setFilter] = useState<'all' | 'fix'>('fix')
  /** Corrected lines, which stay among the rows to fix until these are chosen again. */
  const [fixed, setFixed] = useState<ReadonlySet<number>>(new Set())
  const all = useMemo(
    () => validation.rows.map((each) => ({ ...each, checked: check.checks.get(each.row.line) ?? null })),
    [validation, check.checks],
  )
  const toFix = useMemo(() => all.filter(isToFix).length, [all])
  const rows = useMemo(
    () => (filter === 'all' ? all : all.filter((each) => isToFix(each) || fixed.has(each.row.line))),
    [all, filter, fixed],
  )
  const counts: { state: RowState; count: number }[] = [
    { state: 'bad', count: validation.counts.bad },
    { state: 'duplicate', count: validation.counts.duplicate },
    ...check.counts,
  ]
  const { edit: editCell } = state
  const deleted = decisions.deleted.size
  const edit = useCallback(
    (line: number, field: ImportField, text: string) => {
      if (field === 'agentID') decide({ type: 'keepAgents', line })
      setFixed((before) => new Set([...before, line]))
      const column = mapping.columns[field]
      if (column !== null) editCell(line, column, text)
    },
    [editCell, mapping, decide],
  )
  const columns = useMemo(
    () => previewColumns(t, mapping, { edit, remove: (line) => decide({ type: 'remove', line }) }),
    [t, mapping, edit, decide],
  )
  const wrong = useMemo(() => invalidLines(t, all), [t, all])
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="sm">
        <Group gap="sm">
          <Text fw={600}>{t('import.count.rows', { count: validation.counts.rows })}</Text>
          {counts
            .toReversed()
            .filter(({ state, count }) => count > 0 || state === 'ready')
            .map(({ state, count }) => (
              <StateBadge key={state} meaning={rowMeanings[state]}>
                {t('check.count', { state: t(`check.state.${state}`), count })}
              </StateBadge>
            ))}
          {deleted > 0 && (
            <Button size="compact-xs" onClick={() => decide({ type: 'restore' })}>
              {t('import.restore', { count: deleted })}
            </Button>
          )}
        </Group>
        <SkippedRowsButton state={state} lines={wrong} />
        <SegmentedControl
          size="xs"
          aria-label={t('import.filter')}
          value={filter}
          onChange={(value) => {
            setFilter(value)
            setFixed(new Set())
          }}
          data={[
            { value: 'all', label: t('import.filter.all', { count: all.length }) },
            { value: 'fix', label: t('import.filter.fix', { count: toFix }) },
          ]}
        />
      </Group>
      {progress}
      <RefusedAgents rows={all} decisions={decisions} decide={decide} />
      {rows.length > 0 || filter === 'all' ? (
        <DataTable label={t('import.preview')} columns={columns} rows={rows} rowKey={rowKey} stale={stale} />
      ) : (
        <Text c="dimmed">{t('import.filter.fix.none')}</Text>
      )}
    </Stack>
  )
}
