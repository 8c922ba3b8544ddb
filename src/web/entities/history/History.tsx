import { Button, Group, NativeSelect, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import type { HistoryEntry } from '#contract/history.ts'
import { useLanguage, useT } from '../../i18n/Language.tsx'
import { Message } from '../../i18n/Message.tsx'
import { paths } from '../../lib/paths.ts'
import { optionalParam } from '../../lib/url-state.ts'
import { useNow } from '../../ui/text/clock.ts'
import { announce } from '../../ui/feedback/announce.ts'
import { ErrorAlert } from '../../ui/feedback/ErrorAlert.tsx'
import { QueryState } from '../../ui/feedback/QueryState.tsx'
import { FilterChips, FilterControls } from '../../ui/table/FilterParts.tsx'
import { switchFilter, type Filter } from '../../ui/table/filters.tsx'
import { defineListState } from '../../ui/table/list-state.ts'
import { useHashFocus } from '../../ui/focus/hash-focus.ts'
import { colorOf } from '../../ui/text/meaning.ts'
import { Time } from '../../ui/text/Time.tsx'
import { NumberLink } from '../extension/NumberLink.tsx'
import { usePermission } from '../session/SessionContext.tsx'
import { EntryNote, EntryText, meaningOf, UserName } from './EntryText.tsx'
import classes from './History.module.css'
import { lastPeriod, latestMonths, periodHeading, periodPattern, periodRange, periodText } from './periods.ts'
import { historyPages, type HistorySubject } from './queries.ts'
import { Spans } from './Spans.tsx'
import { PageLink } from '../../ui/layout/PageLink.tsx'

/** The server keeps changes for two years. */
const monthsOffered = 24

const historyFilters = {
  period: {
    caption: 'history.month',
    schema: optionalParam(z.string().check(z.regex(periodPattern))),
    place: 'tools',
    Control: ({ labelProps, value, set }) => {
      const { t, language } = useLanguage()
      const now = useNow()
      const periods = [lastPeriod('day', now), lastPeriod('week', now), ...latestMonths(now, monthsOffered)]
      if (value !== undefined && !periods.includes(value)) periods.push(value)
      return (
        <NativeSelect
          {...labelProps}
          value={value ?? ''}
          data={[
            { value: '', label: t('history.month.all') },
            ...periods.map((each) => ({ value: each, label: periodText(each, language) })),
          ]}
          onChange={(event) => set(event.currentTarget.value || undefined)}
        />
      )
    },
    useText: (value) => periodText(value, useLanguage().language),
  } satisfies Filter<string>,
  only: {
    ...switchFilter('history.only', z.literal('bindings'), {
      control: 'history.bindings',
      on: 'history.bindings',
      value: 'bindings',
    }),
    place: 'tools',
  },
} as const
const historyList = defineListState({ filters: historyFilters, paging: {}, extraParams: {} })

interface EntryProps {
  entry: HistoryEntry
  withNumber: boolean
  /** The first entry of its day, week or month has the heading. */
  heading: string | null
}

function Entry({ entry, withNumber, heading }: EntryProps) {
  const by = 'by' in entry ? entry.by : null
  return (
    <li className={classes.entry}>
      {heading !== null && <div className={classes.heading}>{heading}</div>}
      <span className={classes.mark} style={{ background: colorOf(meaningOf(entry)) }} aria-hidden />
      <div className={classes.text}>
        {withNumber && <NumberLink ext={entry.ext} />}
        <span>
          <EntryText entry={entry} />
        </span>
        <span className={classes.beside}>
          <EntryNote entry={entry} />
        </span>
        {by !== null && (
          <span className={classes.beside}>
            <Message id="history.by" values={{ name: <UserName user={by} /> }} />
          </span>
        )}
      </div>
      <div className={classes.time}>
        <Time value={entry.at} words="moment" />
      </div>
    </li>
  )
}

/** The entries of a history as a list, newest first. */
export function HistoryEntries({
  entries,
  withNumber = false,
}: {
  entries: readonly HistoryEntry[]
  withNumber?: boolean
}) {
  const { t, language } = useLanguage()
  const now = useNow()
  const headings = entries.map(({ at }) => periodHeading(t, at, now, language))
  return (
    <ol className={classes.list} aria-label={t('history.entries')}>
      {entries.map((entry, index) => {
        const heading = headings[index] ?? null
        return (
          <Entry
            key={entry.place}
            entry={entry}
            withNumber={withNumber}
            heading={heading === headings[index - 1] ? null : heading}
          />
        )
      })}
    </ol>
  )
}

/** The pages of a history, of the period and the events that the URL names. */
export function useHistory(subject: HistorySubject) {
  const { period, only } = historyList.use().filters
  const range = period === undefined ? null : periodRange(period)
  return { range, query: useInfiniteQuery(historyPages(subject, { ...range, only })) }
}

interface HistoryProps {
  subject: HistorySubject
  /** False for who or what has no account: no binding is known to be theirs. */
  hasSpans?: boolean
  /** The end of the timeline: what is known from before the records. */
  end?: ReactNode
}

/** The full history of a number, or of an agent's numbers: who had it when, and every event. */
export function History({ subject, hasSpans = true, end }: HistoryProps) {
  const t = useT()
  const title = useHashFocus('#history')
  const list = historyList.use()
  const canReadAudit = usePermission('audit.read')
  const { range, query } = useHistory(subject)
  const ofAgent = 'agentUuid' in subject
  const readOlder = async () => {
    const { data } = await query.fetchNextPage()
    const count = data?.pages.at(-1)?.items.length ?? 0
    announce(t('history.older.done', { count }))
  }
  return (
    <Paper withBorder p="md" component="section" data-panel aria-label={t('history.title')}>
      <Group justify="space-between" align="flex-start" gap="sm" mb="sm">
        <Title order={2} ref={title} tabIndex={-1}>
          {t('history.title')}
        </Title>
        <Group gap="md" data-no-print>
          <FilterControls {...{ list, answer: undefined }} filters={historyFilters} place="tools" />
        </Group>
      </Group>
      <FilterChips {...{ list, answer: undefined }} filters={historyFilters} />
      <QueryState query={query} loading={<Skeleton h={180} />}>
        {({ pages: [first, ...others] }) =>
          first === undefined ? null : (
            <Stack gap="sm" className={query.isPlaceholderData ? classes.stale : ''}>
              {hasSpans && (first.observedSince !== null || first.spans.length > 0) && (
                <Spans page={first} ofAgent={ofAgent} until={range?.to ?? null} />
              )}
              {first.items.length === 0 && list.isFiltered && <Text>{t('history.empty.filtered')}</Text>}
              {first.items.length === 0 && !list.isFiltered && first.observedSince !== null && (
                <Text>{t('history.empty')}</Text>
              )}
              {first.items.length > 0 && (
                <HistoryEntries
                  entries={[first, ...others].flatMap(({ items }) => items)}
                  withNumber={ofAgent}
                />
              )}
              {query.isFetchNextPageError && <ErrorAlert error={query.error} />}
              {query.hasNextPage && (
                <div>
                  <Button
                    size="compact-sm"
                    loading={query.isFetchingNextPage}
                    onClick={() => void readOlder()}
                  >
                    {t('history.older')}
                  </Button>
                </div>
              )}
              {!ofAgent && !query.hasNextPage && (
                <Text c="dimmed" component="div">
                  {end}
                  <div>
                    {first.observedSince === null ? (
                      t('history.observed.never')
                    ) : (
                      <Message
                        id="history.observed"
                        values={{ time: <Time value={first.observedSince} words="moment" /> }}
                      />
                    )}
                  </div>
                </Text>
              )}
            </Stack>
          )
        }
      </QueryState>
      {canReadAudit && 'ext' in subject && (
        <PageLink size="sm" to={paths.audit({ object: subject.ext })} mt="sm" display="inline-block">
          {t('history.audit')}
        </PageLink>
      )}
    </Paper>
  )
}
