import { Button, Group, Paper, Select, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconDownload } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import {
  languageMismatches,
  languageStandings,
  type ExtensionLanguageRow,
  type LanguageStanding,
  type LanguageSummary,
} from '#contract/extension-languages.ts'
import { NumberSearch } from '../extensions/NumberSearch.tsx'
import { useT } from '../i18n/Language.tsx'
import { DataTable } from '../ui/DataTable.tsx'
import { EmptyState, FilteredEmpty } from '../ui/EmptyState.tsx'
import { Failure } from '../ui/Failure.tsx'
import { KeysetPager } from '../ui/KeysetPager.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { QueryState } from '../ui/QueryState.tsx'
import { ShareBar } from '../ui/ShareBar.tsx'
import { Time } from '../ui/Time.tsx'
import { useUrlState } from '../url-state.ts'
import { coverageColumns } from './columns.tsx'
import {
  coverageState,
  filterOf,
  firstPage,
  isFiltered,
  noFilters,
  type CoverageFilter,
} from './coverage-state.ts'
import { LanguageBars } from './LanguageBars.tsx'
import { coveragePage, exportMutation, summaryQuery } from './queries.ts'
import { RangeCard } from './RangeCard.tsx'
import { byLanguage, byStanding } from './tally.ts'

const numberOf = ({ ext }: ExtensionLanguageRow) => ext
const dayMs = 86_400_000
const standings = ['mismatch', ...languageStandings] as const

const toneOf = (standing: LanguageStanding) =>
  languageMismatches.includes(standing) ? 'failure' : standing === 'language' ? 'good' : 'quiet'

interface SummaryProps {
  summary: LanguageSummary
  filter: CoverageFilter
  filterBy: (filter: Partial<CoverageFilter>) => void
}

function Summary({ summary, filter, filterBy }: SummaryProps) {
  const t = useT()
  const { counts, read, known, oldestReadAt, newestReadAt, freshMs } = summary
  const tallies = useMemo(() => byLanguage(counts), [counts])
  const choose = useCallback((language: string | undefined) => filterBy({ language }), [filterBy])
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h3">
        {t('coverage.perLanguage')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm" component="div">
        {t('coverage.read', { read, known: Math.max(read, known) })}
        {' · '}
        {oldestReadAt !== null && (
          <>
            {t('coverage.oldest')} <Time value={oldestReadAt} /> · {t('coverage.newest')}{' '}
            <Time value={newestReadAt} />
            {' · '}
          </>
        )}
        {t('coverage.fresh', { count: Math.round(freshMs / dayMs) })}
      </Text>
      <Stack gap="md">
        {read > 0 && (
          <ShareBar
            shares={byStanding(counts).map(({ standing, count }) => ({
              id: standing,
              label: t(`coverage.standing.${standing}`),
              value: count,
              tone: toneOf(standing),
            }))}
            chosen={filter.standing === 'mismatch' ? undefined : filter.standing}
            onChoose={(standing) => filterBy({ standing })}
          />
        )}
        <LanguageBars tallies={tallies} chosen={filter.language} onChoose={choose} />
      </Stack>
    </Paper>
  )
}

/** Which extension answers which main language, as far as it was read, and where that does not fit. */
export function CoveragePage() {
  const t = useT()
  const [state, set, latest] = useUrlState(coverageState)
  const summary = useQuery(summaryQuery())
  // Asked for sooner, it would be asked for again; seen sooner, it would be pushed down.
  const known = !summary.isPending
  const query = useQuery({ ...coveragePage(state, summary.data?.newestReadAt ?? null), enabled: known })
  const exporting = useMutation(exportMutation(t))
  const columns = useMemo(() => coverageColumns(t), [t])
  const filterBy = useCallback((filter: Partial<CoverageFilter>) => set({ ...firstPage, ...filter }), [set])
  const table = (rows: readonly ExtensionLanguageRow[] | undefined) => (
    <DataTable
      label={t('coverage.title')}
      columns={columns}
      rows={rows}
      rowKey={numberOf}
      expected={10}
      stale={query.isPlaceholderData}
    />
  )
  return (
    <>
      <PageHeader
        title={t('coverage.title')}
        description={t('coverage.description')}
        actions={
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            loading={exporting.isPending}
            onClick={() => exporting.mutate(filterOf(latest()))}
          >
            {t('coverage.export')}
          </Button>
        }
      />
      {exporting.error !== null && <Failure error={exporting.error} mb="sm" />}
      <Stack gap="md">
        <QueryState query={summary} loading={<Skeleton h={480} />}>
          {(data) => (
            <>
              <Summary summary={data} filter={state} filterBy={filterBy} />
              <RangeCard ranges={data.ranges} />
            </>
          )}
        </QueryState>
        <section aria-label={t('coverage.list')} hidden={!known}>
          <Group gap="sm" mb="sm" align="flex-start">
            <NumberSearch value={state.ext} onCommit={(ext) => filterBy({ ext })} />
            <Select
              aria-label={t('coverage.standing')}
              placeholder={t('coverage.standing.any')}
              clearable
              clearButtonProps={{ 'aria-label': t('action.clear', { label: t('coverage.standing') }) }}
              data={standings.map((value) => ({ value, label: t(`coverage.standing.${value}`) }))}
              value={state.standing ?? null}
              onChange={(value) => filterBy({ standing: standings.find((each) => each === value) })}
              withScrollArea={false}
              comboboxProps={{ withinPortal: false }}
              w={240}
            />
            {isFiltered(state) && (
              <Button variant="subtle" onClick={() => set(noFilters)}>
                {t('action.clearFilters')}
              </Button>
            )}
          </Group>
          <QueryState query={query} loading={table(undefined)}>
            {({ items, previous, next }) =>
              items.length > 0 ? (
                <>
                  {table(items)}
                  <KeysetPager
                    range={t('coverage.range.name', {
                      from: items[0]?.ext ?? '',
                      to: items.at(-1)?.ext ?? '',
                    })}
                    previous={{
                      label: t('pager.previous'),
                      Icon: IconChevronLeft,
                      go: previous === null ? undefined : () => set({ before: previous, after: undefined }),
                    }}
                    next={{
                      label: t('pager.next'),
                      Icon: IconChevronRight,
                      go: next === null ? undefined : () => set({ after: next, before: undefined }),
                    }}
                    pageSize={state.pageSize}
                    onPageSize={(pageSize) => set({ pageSize, after: undefined, before: undefined })}
                  />
                </>
              ) : isFiltered(state) || state.after !== undefined || state.before !== undefined ? (
                <FilteredEmpty clear={() => set(noFilters)} />
              ) : (
                <EmptyState title={t('coverage.empty')} text={t('coverage.empty.next')} />
              )
            }
          </QueryState>
        </section>
      </Stack>
    </>
  )
}
