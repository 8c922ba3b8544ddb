import type { Translate } from '../../i18n/catalogue.ts'
import type { Column } from '../../ui/table/DataTable.tsx'
import { EditableCell } from './EditableCell.tsx'
import { fields, type Field, type Mapping } from './fields.ts'
import { RemoveButton } from './RemoveButton.tsx'
import { reasonText } from './rows.ts'
import type { ValidatedRow } from './validate-rows.ts'
import { StateBadge } from '../../ui/StateBadge.tsx'

export const stateMeanings = { ready: 'done', bad: 'failed', duplicate: 'attention' } as const

function reasonOf({ row, repeated }: ValidatedRow, field: Field, t: Translate): string | null {
  const reason = row.errors[field]
  if (reason !== undefined) return reasonText(t, reason)
  return field === 'ext' && repeated !== null
    ? t('import.reason.duplicate', { line: String(repeated) })
    : null
}

interface Actions {
  edit: (line: number, field: Field, text: string) => void
  remove: (line: number) => void
}

/** Columns of the preview: line, state, the mapped fields for editing, and a button that removes the row. */
export const previewColumns = (
  t: Translate,
  mapping: Mapping,
  { edit, remove }: Actions,
): Column<ValidatedRow>[] => [
  { id: 'line', header: t('import.line'), cell: ({ row }) => row.line, width: 56, numeric: true },
  {
    id: 'state',
    header: t('import.state'),
    width: 130,
    cell: ({ state }) => <StateBadge meaning={stateMeanings[state]}>{t(`import.state.${state}`)}</StateBadge>,
  },
  ...fields
    .filter((field) => mapping.columns[field] !== null)
    .map((field) => ({
      id: field,
      header: t(`import.field.${field}`),
      width: 150,
      cell: (each: ValidatedRow) => (
        <EditableCell
          line={each.row.line}
          field={field}
          value={each.row.values[field]}
          reason={reasonOf(each, field, t)}
          onEdit={edit}
        />
      ),
    })),
  {
    id: 'delete',
    header: t('import.delete'),
    cell: ({ row: { line } }) => <RemoveButton line={line} onRemove={remove} />,
  },
]
