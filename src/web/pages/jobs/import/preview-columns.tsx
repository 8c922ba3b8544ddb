import { ActionIcon } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { Translate } from '../../../i18n/catalogue.ts'
import { useT } from '../../../i18n/Language.tsx'
import { announce } from '../../../ui/feedback/announce.ts'
import type { Column } from '../../../ui/table/DataTable.tsx'
import { likelyNumber } from '../../../lib/typed.ts'
import { EditableCell } from '../../../spreadsheet/EditableCell.tsx'
import { fields, type ImportField, type Mapping } from './fields.ts'
import { reasonText } from './rows.ts'
import type { ValidatedRow } from './validate-rows.ts'
import { checkMeanings, checkText, type Checked, type CheckState } from '../check.ts'
import type { Meaning } from '../../../ui/text/meaning.ts'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'

export type RowState = CheckState | Exclude<ValidatedRow['state'], 'valid'>
export const rowMeanings: Record<RowState, Meaning> = {
  ...checkMeanings,
  bad: 'failed',
  duplicate: 'attention',
}

/** A row of the sheet, with what the service says about it when it is valid. */
export interface PreviewRow extends ValidatedRow {
  checked: Checked | null
}

/** The one state of a row. */
export const rowStateOf = ({ state, checked }: PreviewRow): RowState =>
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
export const previewColumns = (
  t: Translate,
  mapping: Mapping,
  { edit, remove }: Actions,
): Column<PreviewRow>[] => [
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
          fix={
            field === 'ext' && each.row.errors.ext !== undefined ? likelyNumber(each.row.values.ext) : null
          }
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
