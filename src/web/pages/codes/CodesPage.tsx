import { Button, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import { IconPlus, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { useCallback, useMemo, useState } from 'react'
import { codedFields, isCodedField, type CodeName, type ObservedValue } from '#contract/codes.ts'
import { useT } from '../../i18n/Language.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { FilterSelect } from '../../ui/form/FilterSelect.tsx'
import { SearchField } from '../../ui/form/SearchField.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { joinReads, useDeferredRead } from '../../ui/feedback/QueryState.tsx'
import { List } from '../../ui/table/List.tsx'
import { defineListState } from '../../ui/table/list-state.ts'
import { saveFile } from '../../lib/save-file.ts'
import { ExportButton } from '../../spreadsheet/ExportButton.tsx'
import { optionalParam } from '../../lib/url-state.ts'
import { codeRows, matchesFilter, type CodeRow } from './code-rows.ts'
import { codeColumns, unknownFieldColumns } from './columns.tsx'
import { dictionaryCsv, dictionaryJson } from './dictionary-file.ts'
import { codeNamesQuery, observedValuesQuery } from '../../entities/code/queries.ts'
import { NamesImportDialog } from './NamesImportDialog.tsx'
import { NameDialog } from './NameDialog.tsx'

const searched = z.string().check(z.minLength(1), z.maxLength(64))
const shows = ['unnamed', 'named'] as const
const codeList = defineListState({
  filters: {
    q: optionalParam(searched),
    field: optionalParam(z.enum(codedFields)),
    show: optionalParam(z.enum(shows)),
  },
  captions: { q: 'codes.search', field: 'codes.field', show: 'caption.state' },
  paging: {},
  extraParams: {},
})
const keyOf = ({ field, value }: Pick<CodeRow | ObservedValue, 'field' | 'value'>) => `${field} ${value}`

/** The names that administrators give to undocumented integers, beside the values the service has sent so far. */
export function CodesPage() {
  const t = useT()
  const list = codeList.use()
  const { filters, restart } = list
  const namesQuery = useQuery(codeNamesQuery())
  const seenQuery = useQuery(observedValuesQuery())
  const [dialog, setDialog] = useState<'import' | { row: CodeRow | null } | null>(null)
  const names: readonly CodeName[] = useMemo(() => namesQuery.data?.items ?? [], [namesQuery.data])
  const seen: readonly ObservedValue[] = useMemo(() => seenQuery.data?.items ?? [], [seenQuery.data])
  const all = useMemo(() => codeRows(names, seen), [names, seen])
  const isRead = namesQuery.data !== undefined && seenQuery.data !== undefined
  // Defer the whole answer, so that the content below the list appears with it.
  const query = useDeferredRead(joinReads(namesQuery, seenQuery, isRead ? { items: all } : undefined))
  const match = useCallback((row: CodeRow) => matchesFilter(row, filters), [filters])
  const columns = useMemo(() => codeColumns(t, (row) => setDialog({ row })), [t])
  const fieldColumns = useMemo(() => unknownFieldColumns(t), [t])
  const unknown = useMemo(() => seen.filter(({ field }) => !isCodedField(field)), [seen])
  const unmet = codedFields.filter((field) => all.every((row) => row.field !== field))
  const full = seenQuery.data?.full ?? []
  return (
    <>
      <PageHeader
        title={t('codes.title')}
        description={t('codes.description')}
        actions={
          <>
            <Button leftSection={<IconUpload size={16} aria-hidden />} onClick={() => setDialog('import')}>
              {t('codes.import')}
            </Button>
            <ExportButton
              name="codes"
              csv={() => dictionaryCsv(names)}
              disabled={names.length === 0}
              onJson={() =>
                saveFile('codes.json', new Blob([dictionaryJson(names)], { type: 'application/json' }))
              }
            />
            <Button
              variant="filled"
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => setDialog({ row: null })}
            >
              {t('codes.add')}
            </Button>
          </>
        }
      />
      <List
        name="codes"
        label={t('codes.title')}
        list={list}
        query={query}
        columns={columns}
        rowKey={keyOf}
        match={match}
        expected={6}
        tools={
          <>
            <SearchField
              label={t('codes.search')}
              value={filters.q}
              schema={searched}
              onCommit={(q) => restart({ q }, { replace: true })}
            />
            <FilterSelect
              aria-label={t('codes.field')}
              placeholder={t('codes.field.any')}
              options={codedFields.map((value) => ({ value, label: value }))}
              value={filters.field}
              onChange={(field) => restart({ field })}
              withScrollArea={false}
            />
            <SegmentedControl
              aria-label={t('codes.show')}
              value={filters.show ?? 'all'}
              data={(['all', ...shows] as const).map((value) => ({
                value,
                label: t(`codes.show.${value}`),
              }))}
              onChange={(value) => restart({ show: value === 'all' ? undefined : value })}
            />
          </>
        }
        valueText={({ name }) =>
          name === 'show' && filters.show ? t(`codes.show.${filters.show}`) : undefined
        }
        empty={<EmptyState title={t('codes.empty')} text={t('codes.empty.next')} />}
      />
      {query.data !== undefined && (
        <Stack gap="lg" mt="lg">
          <Stack gap={4}>
            {unmet.length > 0 && (
              <Text c="dimmed">{t('codes.unmet', { fields: unmet.join(t('list.separator')) })}</Text>
            )}
            {full.length > 0 && <Text>{t('codes.full', { fields: full.join(t('list.separator')) })}</Text>}
          </Stack>
          <div>
            <Title order={2} size="h3">
              {t('codes.unknown')}
            </Title>
            <Text c="dimmed" mb="sm">
              {t(unknown.length === 0 ? 'codes.unknown.none' : 'codes.unknown.text')}
            </Text>
            {unknown.length > 0 && (
              <DataTable label={t('codes.unknown')} columns={fieldColumns} rows={unknown} rowKey={keyOf} />
            )}
          </div>
        </Stack>
      )}
      {dialog === 'import' && <NamesImportDialog names={names} onClose={() => setDialog(null)} />}
      {dialog !== null && dialog !== 'import' && (
        <NameDialog row={dialog.row} names={names} onClose={() => setDialog(null)} />
      )}
    </>
  )
}
