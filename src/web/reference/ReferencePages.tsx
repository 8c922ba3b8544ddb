import { Group, Text } from '@mantine/core'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { useMemo } from 'react'
import type { Warning } from '#contract/page.ts'
import { label } from '#contract/text.ts'
import type { Country, Language, TimeZone } from '#contract/reference.ts'
import { countriesQuery, languagesQuery, timeZonesQuery } from '../shared/reference-data/queries.ts'
import type { Translate } from '../i18n/catalogue.ts'
import { useT } from '../i18n/Language.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { DataTable, type Column } from '../ui/table/DataTable.tsx'
import { BufferedInput } from '../ui/form/BufferedInput.tsx'
import { EmptyState, FilteredEmpty } from '../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../ui/feedback/ErrorState.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { EmptyValue } from '../ui/EmptyValue.tsx'
import { Time } from '../ui/Time.tsx'
import { Warnings } from '../ui/feedback/Warnings.tsx'
import { optionalParam, useUrlState } from '../lib/url-state.ts'
import { joinLanguages, searchBoth, type BothLanguages } from '../shared/reference-data/both-languages.ts'

interface Answer<Item> {
  items: Item[]
  asOf: number
  warnings: Warning[]
}

interface ReferenceListProps<Item> {
  title: string
  /** The specification's name of the key, heading its column. */
  keyName: string
  en: UseQueryResult<Answer<Item>>
  zh: UseQueryResult<Answer<Item>>
  keyOf: (item: Item) => string
  nameOf: (item: Item) => string
}

const listState = z.object({ q: optionalParam(label) })
const rowKey = ({ key }: BothLanguages) => key

function Key({ text, copy }: { text: string; copy: string }) {
  return (
    <Group gap="xs" wrap="nowrap">
      <code>{text}</code>
      <CopyButton value={text} label={copy} />
    </Group>
  )
}

const bothColumns = (t: Translate, keyName: string): Column<BothLanguages>[] => [
  {
    id: 'key',
    header: keyName,
    width: 180,
    cell: ({ key }) => <Key text={key} copy={t('copy.value', { value: key })} />,
  },
  { id: 'en', header: 'English', width: 180, cell: (row) => (row.en === null ? <EmptyValue /> : row.en) },
  {
    id: 'zh',
    header: '中文',
    width: 180,
    cell: (row) => (row.zh === null ? <EmptyValue /> : <span lang="zh-CN">{row.zh}</span>),
  },
]

/** One reference list, both languages side by side, searched in either. */
function ReferenceList<Item>({ title, keyName, en, zh, keyOf, nameOf }: ReferenceListProps<Item>) {
  const t = useT()
  const [{ q }, set] = useUrlState(listState)
  const rows = useMemo(
    () => (en.data && zh.data ? joinLanguages(en.data.items, zh.data.items, keyOf, nameOf) : undefined),
    [en.data, zh.data, keyOf, nameOf],
  )
  const found = rows === undefined ? undefined : searchBoth(rows, q)
  const columns = useMemo(() => bothColumns(t, keyName), [t, keyName])
  const error = en.error ?? zh.error
  const retry = () => void Promise.all([en.refetch(), zh.refetch()])
  return (
    <>
      <PageHeader title={title} description={t('reference.description')} />
      <Group gap="md" mb="sm" align="center">
        <BufferedInput
          value={q}
          schema={label}
          onCommit={(next) => set({ q: next }, { replace: true })}
          hint={t('reference.search.hint')}
          aria-label={t('reference.search')}
          placeholder={t('reference.search')}
          flex="1 1 10rem"
          maw={320}
        />
        {rows !== undefined && found !== undefined && (
          <Text size="sm" c="dimmed" component="output">
            {q === undefined
              ? t('reference.count', { count: rows.length })
              : t('reference.found', { found: found.length, total: rows.length })}
          </Text>
        )}
        {en.data !== undefined && (
          <Text size="sm" c="dimmed" component="div">
            {t('reference.asOf')} <Time value={en.data.asOf} />
          </Text>
        )}
      </Group>
      <Warnings warnings={[...(en.data?.warnings ?? []), ...(zh.data?.warnings ?? [])]} />
      {rows === undefined && error !== null ? (
        <ErrorState error={error} retry={retry} />
      ) : rows?.length === 0 ? (
        <EmptyState title={t('reference.empty')} text={t('reference.empty.next')} />
      ) : found?.length === 0 ? (
        <FilteredEmpty clear={() => set({ q: undefined })} />
      ) : (
        <DataTable label={title} columns={columns} rows={found} rowKey={rowKey} />
      )}
    </>
  )
}

const timeZoneKey = ({ timezoneid }: TimeZone) => timezoneid
const timeZoneName = ({ timezoneValue }: TimeZone) => timezoneValue

/** Operation 2. */
export function TimeZonesPage() {
  const t = useT()
  return (
    <ReferenceList
      title={t('reference.timeZones')}
      keyName="timezoneid"
      en={useQuery(timeZonesQuery('en'))}
      zh={useQuery(timeZonesQuery('zh'))}
      keyOf={timeZoneKey}
      nameOf={timeZoneName}
    />
  )
}

const languageKey = ({ languageCode }: Language) => languageCode
const languageName = ({ languageValue }: Language) => languageValue

/** Operation 3. */
export function LanguagesPage() {
  const t = useT()
  return (
    <ReferenceList
      title={t('reference.languages')}
      keyName="language_code"
      en={useQuery(languagesQuery('en'))}
      zh={useQuery(languagesQuery('zh'))}
      keyOf={languageKey}
      nameOf={languageName}
    />
  )
}

const countryKey = ({ countryid }: Country) => countryid
const countryName = ({ countryName: name }: Country) => name

/** Operation 4. */
export function CountriesPage() {
  const t = useT()
  return (
    <ReferenceList
      title={t('reference.countries')}
      keyName="countryid"
      en={useQuery(countriesQuery('en'))}
      zh={useQuery(countriesQuery('zh'))}
      keyOf={countryKey}
      nameOf={countryName}
    />
  )
}
