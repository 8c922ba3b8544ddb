import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { Warning } from '#contract/page.ts'
import { shortText } from '#contract/text.ts'
import {
  referenceQuery,
  type ReferenceEntry,
  type ReferenceName,
} from '../../entities/reference/reference-queries.ts'
import type { MessageKey, Translate } from '../../i18n/catalogue.ts'
import { useT } from '../../i18n/Language.tsx'
import { Message } from '../../i18n/Message.tsx'
import { CopyButton } from '../../ui/text/CopyButton.tsx'
import type { Column } from '../../ui/table/DataTable.tsx'
import { List } from '../../ui/table/List.tsx'
import { defineListState } from '../../ui/table/list-state.ts'
import { filterState, searchFilter } from '../../ui/table/filters.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { joinReads } from '../../ui/feedback/QueryState.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { EmptyValue } from '../../ui/text/EmptyValue.tsx'
import { Time } from '../../ui/text/Time.tsx'

/** One entry with its name in both languages; `null` when a language does not have the entry. */
interface BothLanguages {
  id: string
  en: string | null
  zh: string | null
}

/** Joins the two lists by id, in the order of the first list, then the entries that only the second list has. */
function joinLanguages(en: readonly ReferenceEntry[], zh: readonly ReferenceEntry[]): BothLanguages[] {
  const rows = new Map<string, BothLanguages>()
  for (const { id, name } of en) rows.set(id, { id, en: name, zh: null })
  for (const { id, name } of zh) rows.set(id, { id, en: rows.get(id)?.en ?? null, zh: name })
  return [...rows.values()]
}

/** Joins the warnings of the two lists; the same warning of both is one. */
const joinWarnings = (en: readonly Warning[], zh: readonly Warning[]): Warning[] => [
  ...en,
  ...zh.filter((each) => !en.some(({ code, detail }) => code === each.code && detail === each.detail)),
]

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
    caption: 'reference.search',
    schema: shortText,
    hint: (t) => t('reference.search.hint'),
    flex: '1 1 10rem',
    maw: 320,
  }),
}
const referenceList = defineListState({
  ...filterState(referenceFilters),
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
  const en = useQuery(referenceQuery(name, 'en'))
  const zh = useQuery(referenceQuery(name, 'zh'))
  const answer = useMemo(
    () =>
      en.data && zh.data
        ? {
            items: joinLanguages(en.data.items, zh.data.items),
            warnings: joinWarnings(en.data.warnings, zh.data.warnings),
          }
        : undefined,
    [en.data, zh.data],
  )
  const match = useCallback((row: BothLanguages) => q === undefined || holdsText(row, q), [q])
  const columns = useMemo(() => bothColumns(t, idCaption), [t, idCaption])
  const matchCount = answer?.items.filter(match).length
  return (
    <>
      <PageHeader title={t(title)} description={t('reference.description')} />
      <List
        name={name}
        label={t(title)}
        list={list}
        query={joinReads(en, zh, answer)}
        columns={columns}
        rowKey={rowKey}
        match={match}
        filters={referenceFilters}
        above={
          // Keeps its height before the counts load.
          <Group mih="1.5rem" mb="xs" gap="md" fz="sm" c="dimmed">
            <output>
              {answer !== undefined &&
                matchCount !== undefined &&
                (q === undefined
                  ? t('reference.count', { count: answer.items.length })
                  : t('reference.found', { found: matchCount, total: answer.items.length }))}
            </output>
            {en.data !== undefined && (
              <span>
                <Message id="reference.asOf" values={{ time: <Time value={en.data.asOf} /> }} />
              </span>
            )}
          </Group>
        }
        empty={<EmptyState title={t('reference.empty')} text={t('reference.empty.next')} />}
      />
    </>
  )
}
