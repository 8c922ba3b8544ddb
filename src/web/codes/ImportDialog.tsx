import { Button, Group, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { mostChanges, type CodeName } from '#contract/codes.ts'
import type { Translate } from '../i18n/catalogue.ts'
import { useT } from '../i18n/Language.tsx'
import { textOf } from '../lib/encoding.ts'
import { FileChooser } from '../ui/form/FileChooser.tsx'
import { FormDialog } from '../ui/form/FormDialog.tsx'
import { announce } from '../ui/feedback/announce.ts'
import { DataTable, type Column } from '../ui/table/DataTable.tsx'
import { changesOf, planOf, readDictionary, type FileRow, type Planned } from './dictionary-file.ts'
import { changeNamesMutation } from '../shared/code-names/queries.ts'

/** A dictionary is small; anything larger is something else. */
const largestFile = 2 * 1024 * 1024

const planColumns = (t: Translate): Column<Planned>[] => [
  {
    id: 'code',
    header: t('codes.code'),
    width: 200,
    cell: ({ entry, line }) =>
      entry === null ? t('codes.import.line', { line }) : `${entry.field} ${entry.value}`,
  },
  { id: 'kind', header: t('codes.import.what'), width: 130, cell: ({ kind }) => t(`codes.import.${kind}`) },
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

/** A dictionary from a file: what it would change is shown before anything is. All of it or nothing. */
export function ImportDialog({ names, onClose }: { names: readonly CodeName[]; onClose: () => void }) {
  const t = useT()
  const [rows, setRows] = useState<FileRow[] | null>(null)
  const [unreadable, setUnreadable] = useState(false)
  const { mutate, isPending, error } = useMutation(changeNamesMutation())
  const plan = useMemo(() => (rows === null ? null : planOf(rows, names)), [rows, names])
  const changes = plan === null ? [] : changesOf(plan)
  const columns = useMemo(() => planColumns(t), [t])
  const take = async (file: File) => {
    const read =
      file.size > largestFile ? null : readDictionary(textOf(new Uint8Array(await file.arrayBuffer())))
    setRows(read)
    setUnreadable(read === null || read.length === 0)
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
      pending={isPending}
      error={error}
      isReady={changes.length > 0 && changes.length <= mostChanges}
    >
      <Text size="sm">{t('codes.import.text')}</Text>
      <Group gap="sm">
        <FileChooser accept=".json,.csv,application/json,text/csv" onFile={(file) => void take(file)}>
          {(props) => (
            <Button variant="default" {...props} data-autofocus>
              {t('codes.import.choose')}
            </Button>
          )}
        </FileChooser>
        {plan !== null && !unreadable && (
          <Text size="sm" component="output">
            {t('codes.import.plan', {
              fresh: plan.filter(({ kind }) => kind === 'new').length,
              changed: plan.filter(({ kind }) => kind === 'changed').length,
              same: plan.filter(({ kind }) => kind === 'same').length,
              wrong: plan.filter(({ kind }) => kind === 'wrong' || kind === 'twice').length,
            })}
          </Text>
        )}
      </Group>
      {unreadable && (
        <Text size="sm" role="alert" c="var(--mantine-color-error)">
          {t('codes.import.unreadable')}
        </Text>
      )}
      {plan !== null && plan.length > 0 && (
        <DataTable
          label={t('codes.import')}
          columns={columns}
          rows={plan}
          rowKey={lineOf}
          density="compact"
          plain
        />
      )}
      {changes.length > mostChanges && (
        <Text size="sm" role="alert">
          {t('codes.import.tooMany', { most: mostChanges })}
        </Text>
      )}
    </FormDialog>
  )
}
