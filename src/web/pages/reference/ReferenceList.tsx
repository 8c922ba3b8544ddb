import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { shortText } from '#contract/text.ts'
import {
  bothLanguagesQuery,
  type BothLanguages,
  type ReferenceName,
} from '../../entities/reference/reference-queries.ts'
import type { MessageKey, Translate } from '../../i18n/catalogue.ts'
import { useT } from '../../i18n/Language.tsx'
import { Message } from '../../i18n/Message.tsx'
import { CopyButton } from '../../ui/text/CopyButton.tsx'
import type { Column } from '../../ui/table/DataTable.tsx'
import { List } from '../../ui/table/List.tsx'
import { defineListState } from '../../ui/table/list-state.ts'
import { searchFilter } from '../../ui/table/filters.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { EmptyValue } from '../../ui/text/EmptyValue.tsx'
import { Time } from '../../ui/text/Time.tsx'

/** Removes case and accents, so that "sao tome" finds "São Tomé". */
const fold = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** True when the id or either name contains the text. */
const holdsText = ({ id, en, zh }: BothLanguages, text: string): boolean =>
  fold(`${id} ${en ?? ''} ${zh ?? ''}`).includes(fold(text))

interface ReferenceListProps {
  list: ReferenceName
  title: MessageKey
  /** The header of the id's column. */
  idCaption: MessageKey
}

const referenceFilters = {
  q: searchFilter({
    field: 'reference.search',
    schema: shortText,
    hint: (t) => t('reference.search.hint'),
    flex: '1 1 10rem',
    maw: 320,
  }),
}
const referenceList = defineListState({
  filters: referenceFilters,
  paging: {},
  extraParams: {},
})
const rowKey = ({ id }: BothLanguages) => id

const bothColumns = (t: Translate, idCaption: MessageKey): Column<BothLanguages>[] => [
  {
    id: 'key',
    header: t(idCaption),
    width: 180,
    cell: ({ id }) => (
      <Group gap="xs" wrap="nowrap">
        <code>{id}</code>
        <CopyButton value={id} label={t('copy.value', { value: id })} />
      </Group>
    ),
  },
  { id: 'en', header: 'English', width: 180, cell: (row) => (row.en === null ? <EmptyValue /> : row.en) },
  {
    id: 'zh',
    header: '中文',
    width: 180,
    cell: (row) => (row.zh === null ? <EmptyValue /> : <span lang="zh-CN">{row.zh}</span>),
  },
]

/** One reference list with both languages side by side; the search covers both. */
export function ReferenceList({ list: name, title, idCaption }: ReferenceListProps) {
  const t = useT()
  const list = referenceList.use()
  const { q } = list.filters
  const query = useQuery(bothLanguagesQuery(name))
  const { data } = query
  const match = useCallback((row: BothLanguages) => q === undefined || holdsText(row, q), [q])
  const columns = useMemo(() => bothColumns(t, idCaption), [t, idCaption])
  return (
    <>
      <PageHeader title={t(title)} description={t('reference.description')} />
      <List
        name={name}
        label={t(title)}
        list={list}
        query={query}
        columns={columns}
        rowKey={rowKey}
        match={match}
        filters={referenceFilters}
        above={
          // Keeps its height before the counts load.
          <Group mih="1.5rem" mb="xs" gap="md" fz="sm" c="dimmed">
            <output>
              {data !== undefined &&
                (q === undefined
                  ? t('reference.count', { count: data.items.length })
                  : t('reference.found', {
                      found: data.items.filter(match).length,
                      total: data.items.length,
                    }))}
            </output>
            {data !== undefined && (
              <span>
                <Message id="reference.asOf" values={{ time: <Time value={data.asOf} /> }} />
              </span>
            )}
          </Group>
        }
        empty={<EmptyState title={t('reference.empty')} text={t('reference.empty.next')} />}
      />
    </>
  )
}
