import { Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { maxChanges, type CodeName } from '#contract/codes.ts'
import type { Translate } from '../../i18n/catalogue.ts'
import { useT } from '../../i18n/Language.tsx'
import { textOf } from '../../spreadsheet/encoding.ts'
import { SheetInput } from '../../spreadsheet/SheetInput.tsx'
import { skippedLine } from '../../spreadsheet/SkippedRows.tsx'
import { largestFile, useSpreadsheet } from '../../spreadsheet/use-spreadsheet.ts'
import { closing, FormDialog } from '../../ui/form/FormDialog.tsx'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import {
  changesOf,
  dictionaryKind,
  isJson,
  planOf,
  readDictionaryJson,
  readDictionaryRows,
  type FileRow,
  type PlannedName,
} from './dictionary-file.ts'
import { changeNamesMutation } from '../../entities/code/queries.ts'

/** Maximum rows of a file. Higher than the limit on changes, because a file can contain unchanged rows. */
const maxRows = 5_000

/** Why a row cannot be used; null for a row that can, and for a repeated code. */
function reasonOf(t: Translate, { issue, wrong }: PlannedName): string | null {
  if (issue !== null) return t(`spreadsheet.issue.${issue}`)
  return wrong === null ? null : t(`codes.import.reason.${wrong}`)
}

const planColumns = (t: Translate): Column<PlannedName>[] => [
  {
    id: 'code',
    header: t('codes.value'),
    width: 200,
    cell: ({ entry, line }) =>
      entry === null ? t('spreadsheet.header.row', { line }) : `${entry.field} ${entry.value}`,
  },
  {
    id: 'kind',
    header: t('codes.import.what'),
    width: 130,
    wrap: true,
    cell: (each) => {
      const [label, reason] = [t(`codes.import.${each.kind}`), reasonOf(t, each)]
      return reason === null ? label : t('label.value', { label, value: reason })
    },
  },
  { id: 'en', header: t('codes.name.en'), width: 140, cell: ({ entry }) => entry?.name.en ?? '' },
  { id: 'zh', header: t('codes.name.zh'), width: 140, cell: ({ entry }) => entry?.name.zh ?? '' },
  {
    id: 'before',
    header: t('codes.import.before'),
    width: 180,
    cell: ({ before }) => (before === null ? '' : `${before.en} / ${before.zh}`),
  },
]

/** Imports a dictionary from a file, all or nothing. Shows every change before applying it. */
export function NamesImportDialog({ names, onClose }: { names: readonly CodeName[]; onClose: () => void }) {
  const t = useT()
  /** The rows of a JSON file, which has no columns to choose. */
  const [json, setJson] = useState<FileRow[] | 'unreadable' | null>(null)
  const file = useSpreadsheet(dictionaryKind, maxRows)
  const { table } = file
  const sending = useMutation(changeNamesMutation())
  const rows = useMemo(() => {
    if (json !== null) return json === 'unreadable' ? [] : json
    return table?.isReady === true && table.sheet.total > 0 ? readDictionaryRows(table) : null
  }, [json, table])
  const isTooLong = (rows?.length ?? 0) > maxRows
  const plan = useMemo(
    () => (rows === null || isTooLong ? null : planOf(rows, names)),
    [rows, isTooLong, names],
  )
  const changes = plan === null ? [] : changesOf(plan)
  const columns = useMemo(() => planColumns(t), [t])
  const isUnusable = ({ kind }: PlannedName) => kind === 'wrong' || kind === 'twice'
  const unusable = (plan ?? []).filter(isUnusable)
  /** A sheet's unusable rows have their own list, for correction. */
  const listed = (plan ?? []).filter((each) => json !== null || !isUnusable(each))
  const readFile = async (chosen: File) => {
    const text = chosen.size > largestFile ? '' : textOf(new Uint8Array(await chosen.arrayBuffer()))
    if (!isJson(text)) {
      setJson(null)
      return file.readFile(chosen)
    }
    file.clear()
    return setJson(readDictionaryJson(text) ?? 'unreadable')
  }
  const apply = () =>
    sending.mutate(changes, closing(onClose, t('codes.import.done', { count: changes.length })))
  return (
    <FormDialog
      title={t('codes.import')}
      size="xl"
      submit={t('codes.import.apply', { count: changes.length })}
      onSubmit={apply}
      onClose={onClose}
      isDirty={changes.length > 0}
      sending={sending}
      isReady={changes.length > 0 && changes.length <= maxChanges}
    >
      <Text>{t('codes.import.text')}</Text>
      <SheetInput
        file={{ ...file, readFile }}
        alsoAccepted=".json,application/json"
        disabled={sending.isPending}
        errors={[
          isTooLong && t('codes.import.tooLong', { most: maxRows }),
          rows?.length === 0 && t('codes.import.unreadable'),
        ]}
        skipped={(json === null ? unusable : []).map((each) =>
          skippedLine(t, each.line, reasonOf(t, each) ?? t('codes.import.twice')),
        )}
      />
      {plan !== null && plan.length > 0 && (
        <Text component="output">
          {t('codes.import.plan', {
            fresh: plan.filter(({ kind }) => kind === 'new').length,
            changed: plan.filter(({ kind }) => kind === 'changed').length,
            same: plan.filter(({ kind }) => kind === 'same').length,
            wrong: unusable.length,
          })}
        </Text>
      )}
      {listed.length > 0 && (
        <DataTable
          label={t('codes.import')}
          columns={columns}
          rows={listed}
          rowKey="line"
          density="compact"
        />
      )}
      {changes.length > maxChanges && (
        <Text role="alert">{t('codes.import.tooMany', { most: maxChanges })}</Text>
      )}
    </FormDialog>
  )
}
