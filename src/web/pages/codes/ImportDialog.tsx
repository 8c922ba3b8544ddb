import { Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { maxChanges, type CodeName } from '#contract/codes.ts'
import type { Translate } from '../../i18n/catalogue.ts'
import { useT } from '../../i18n/Language.tsx'
import { textOf } from '../../spreadsheet/encoding.ts'
import { FileDrop } from '../../spreadsheet/FileDrop.tsx'
import { SpreadsheetStatus } from '../../spreadsheet/SpreadsheetStatus.tsx'
import { largestFile, useSpreadsheet } from '../../spreadsheet/use-spreadsheet.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { announce } from '../../ui/feedback/announce.ts'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { textColorOf } from '../../ui/text/meaning.ts'
import {
  changesOf,
  dictionaryKind,
  isJson,
  planOf,
  readDictionaryJson,
  readDictionaryRows,
  type FileRow,
  type Planned,
} from './dictionary-file.ts'
import { changeNamesMutation } from '../../entities/code/queries.ts'

/** Maximum rows of a file. Higher than the limit on changes, because a file can contain unchanged rows. */
const maxRows = 5_000

const planColumns = (t: Translate): Column<Planned>[] => [
  {
    id: 'code',
    header: t('codes.code'),
    width: 200,
    cell: ({ entry, line }) =>
      entry === null ? t('codes.import.line', { line }) : `${entry.field} ${entry.value}`,
  },
  {
    id: 'kind',
    header: t('codes.import.what'),
    width: 130,
    wrap: true,
    cell: ({ kind, issue, wrong }) => {
      const label = t(`codes.import.${kind}`)
      if (issue !== null) return t('label.value', { label, value: t(`spreadsheet.issue.${issue}`) })
      return wrong === null ? label : t('label.value', { label, value: t(`codes.import.reason.${wrong}`) })
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
const lineOf = ({ line }: Planned) => String(line)

/** Imports a dictionary from a file, all or nothing. Shows every change before applying it. */
export function ImportDialog({ names, onClose }: { names: readonly CodeName[]; onClose: () => void }) {
  const t = useT()
  const [rows, setRows] = useState<FileRow[] | null>(null)
  const [problem, setProblem] = useState<'unreadable' | 'tooLong' | null>(null)
  const show = (read: FileRow[] | null) => {
    const isTooLong = read !== null && read.length > maxRows
    setRows(isTooLong ? null : read)
    setProblem(isTooLong ? 'tooLong' : read === null || read.length === 0 ? 'unreadable' : null)
  }
  const file = useSpreadsheet(dictionaryKind, maxRows, (table) => {
    show(table?.isReady === true ? readDictionaryRows(table) : null)
    if (table?.isReady !== true || table.sheet.total === 0) setProblem(null)
  })
  const { mutate, isPending, error } = useMutation(changeNamesMutation())
  const plan = useMemo(() => (rows === null ? null : planOf(rows, names)), [rows, names])
  const changes = plan === null ? [] : changesOf(plan)
  const columns = useMemo(() => planColumns(t), [t])
  const take = async (chosen: File) => {
    const text = chosen.size > largestFile ? '' : textOf(new Uint8Array(await chosen.arrayBuffer()))
    if (!isJson(text)) return file.readFile(chosen)
    file.clear()
    show(readDictionaryJson(text))
  }
  const apply = () =>
    mutate(changes, {
      onSuccess: () => {
        announce(t('codes.import.done', { count: changes.length }))
        onClose()
      },
    })
  return (
    <FormDialog
      title={t('codes.import')}
      size="xl"
      submit={t('codes.import.apply', { count: changes.length })}
      onSubmit={apply}
      onClose={onClose}
      isDirty={changes.length > 0}
      pending={isPending}
      error={error}
      isReady={changes.length > 0 && changes.length <= maxChanges}
    >
      <Text size="sm">{t('codes.import.text')}</Text>
      <FileDrop
        onFile={(chosen) => void take(chosen)}
        alsoAccepted=".json,application/json"
        disabled={isPending}
      />
      <SpreadsheetStatus
        state={file}
        label={(field) => (field === 'en' || field === 'zh' ? t(`codes.name.${field}`) : t(`codes.${field}`))}
        missing={t('codes.import.unreadable')}
      />
      {plan !== null && problem === null && (
        <Text size="sm" component="output">
          {t('codes.import.plan', {
            fresh: plan.filter(({ kind }) => kind === 'new').length,
            changed: plan.filter(({ kind }) => kind === 'changed').length,
            same: plan.filter(({ kind }) => kind === 'same').length,
            wrong: plan.filter(({ kind }) => kind === 'wrong' || kind === 'twice').length,
          })}
        </Text>
      )}
      {problem !== null && (
        <Text size="sm" role="alert" c={textColorOf('failed')}>
          {t(`codes.import.${problem}`, { most: maxRows })}
        </Text>
      )}
      {plan !== null && plan.length > 0 && (
        <DataTable
          label={t('codes.import')}
          columns={columns}
          rows={plan}
          rowKey={lineOf}
          density="compact"
        />
      )}
      {changes.length > maxChanges && (
        <Text size="sm" role="alert">
          {t('codes.import.tooMany', { most: maxChanges })}
        </Text>
      )}
    </FormDialog>
  )
}
