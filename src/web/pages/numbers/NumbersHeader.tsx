import { scanStatusQuery } from '../../entities/extension/scan-status.ts'
import { Button, Group, Text, Progress, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { NumbersCrawl, NumbersStatus } from '#contract/numbers.ts'
import type { NumberState } from '#contract/number-states.ts'
import { FirstScanNote } from '../../entities/extension/FirstScanNote.tsx'
import { countTextOf } from '../../entities/extension/least.ts'
import { useLanguage, useT } from '../../i18n/Language.tsx'
import { Message } from '../../i18n/Message.tsx'
import { paths } from '../../lib/paths.ts'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { PageLink } from '../../ui/layout/PageLink.tsx'
import { PageTabsProvider, type PageTab } from '../../ui/layout/PageTabs.tsx'
import { Time } from '../../ui/text/Time.tsx'
import { textColorOf } from '../../ui/text/meaning.ts'
import classes from './NumbersPage.module.css'
import { scanStateOf } from './queries.ts'

/** How the console reads the service, and the limits of its data. */
function Crawls({ status }: { status: NumbersStatus }) {
  const t = useT()
  const { readsPerSecond, states, crawls, crawlEveryMs, detailAfterMs } = status
  const bound = states.find(({ state }) => state === 'bound')
  const minutes = readsPerSecond === 0 ? 0 : Math.ceil((bound?.count ?? 0) / readsPerSecond / 60)
  return (
    <Stack gap="sm" w="100%">
      <Text>{t('numbers.description')}</Text>
      {crawls.map((crawl) => (
        <Crawl key={crawl.kind} crawl={crawl} />
      ))}
      <Text>
        {readsPerSecond === 0
          ? t('numbers.pace.off')
          : t('numbers.pace', {
              rate: readsPerSecond,
              minutes: crawlEveryMs / 60_000,
              hours: detailAfterMs / 3_600_000,
            })}
        {minutes > 0 && t('sentence.following', { text: t('numbers.pace.bound', { minutes }) })}
      </Text>
      {bound?.oldestSeenAt != null && (
        <Text component="div">
          <Message id="numbers.oldest" values={{ time: <Time value={bound.oldestSeenAt} /> }} />
        </Text>
      )}
      <Text fw={600}>{t('numbers.cannot')}</Text>
      <ul style={{ margin: 0, paddingInlineStart: 20 }}>
        {(['all', 'bound', 'moment'] as const).map((limit) => (
          <li key={limit}>
            <Text>{t(`numbers.cannot.${limit}`)}</Text>
          </li>
        ))}
      </ul>
    </Stack>
  )
}

function Crawl({ crawl }: { crawl: NumbersCrawl }) {
  const t = useT()
  const { kind, running, done, total, endedAt, odd, oddExample, failure } = crawl
  const name = t(`numbers.crawl.${kind}`)
  return (
    <div>
      <Group gap="sm" justify="space-between">
        <Text>{name}</Text>
        <Text c="dimmed" component="div">
          {running ? (
            t(total === null ? 'numbers.crawl.done' : 'count.of', { done, total: total ?? 0 })
          ) : endedAt === null ? (
            t('numbers.crawl.waiting')
          ) : (
            <Message id="numbers.crawl.ended" values={{ done, time: <Time value={endedAt} /> }} />
          )}
        </Text>
      </Group>
      {running && total !== null && total > 0 && (
        <Progress value={Math.min(100, (100 * done) / total)} size="sm" mt={4} aria-label={name} />
      )}
      {odd > 0 && (
        <Text c="dimmed">
          {oddExample === null
            ? t('numbers.crawl.odd', { odd })
            : t('numbers.crawl.odd.example', { odd, example: oddExample })}
        </Text>
      )}
      {failure !== null && (
        <Text c={textColorOf('failed')}>
          {t('numbers.crawl.problem', { problem: t(`problem.${failure}`) })}
        </Text>
      )}
    </div>
  )
}

/** The states that always have a tab: with `unknown`, a partition of the numbers that the service has. */
const tabStates = ['free', 'reserved', 'bound', 'unavailable'] as const
/** These have a tab while any number is in them. */
const rareStates = ['unknown', 'gone'] as const

interface NumbersHeaderProps {
  current: NumberState | 'all' | 'pools'
  /** The filters to keep on the way to another state. */
  filters?: Omit<NonNullable<Parameters<typeof paths.numbers>[0]>, 'state'>
  /** Opens another state of the list on this page. */
  onOpen?: (state: NumberState | undefined) => void
  /** How many numbers the list has with these filters; undefined while it loads. */
  matching?: number | undefined
  actions?: ReactNode
}

/** The title of all pages of numbers, the age of what they show, and the tabs with the count of each state. */
export function NumbersHeader({ current, filters = {}, onOpen, matching, actions }: NumbersHeaderProps) {
  const { t, language } = useLanguage()
  const { data } = useQuery(scanStatusQuery())
  const [isOpen, setOpen] = useState(false)
  const countOf = (state: NumberState) => data?.states.find((each) => each.state === state)?.count ?? 0
  const isFiltered = Object.values(filters).some((filter) => filter !== undefined)
  /** With filters, only the count of the open tab is known: that of its list. */
  const note = (state: NumberState | 'all', count: number) => {
    if (isFiltered && state !== current) return undefined
    const listed = isFiltered ? matching : count
    return data === undefined || listed === undefined ? null : countTextOf(t, language, data)(listed, state)
  }
  const tab = (state: NumberState): PageTab => ({
    to: paths.numbers({ ...filters, state }),
    label: t(`numbers.state.${state}`),
    note: note(state, countOf(state)),
    onOpen: onOpen && (() => onOpen(state)),
    isCurrent: current === state,
  })
  const present = [...tabStates, 'unknown'] as const
  const tabs: PageTab[] = [
    {
      to: paths.numbers(filters),
      label: t('numbers.all'),
      note: note(
        'all',
        present.reduce((sum, state) => sum + countOf(state), 0),
      ),
      onOpen: onOpen && (() => onOpen(undefined)),
      isCurrent: current === 'all',
    },
    ...tabStates.map(tab),
    ...rareStates.filter((state) => countOf(state) > 0 || current === state).map(tab),
    {
      to: paths.pools(),
      label: t('pools.title'),
      isCurrent: current === 'pools',
      isApart: true,
    },
  ]
  const idle = data?.crawls.find(({ kind }) => kind === 'idle')
  return (
    <PageTabsProvider value={{ label: t('numbers.tabs'), tabs }}>
      <PageHeader
        title={t('numbers.title')}
        isCompact
        titleSuffix={
          // Of the same height with and without data, so that nothing below moves.
          <Group gap="xs" mih={22} className={classes.age}>
            <Text size="xs" c="dimmed" component="div" className={classes.scan} flex="1 1 9rem">
              {data === undefined ? null : scanStateOf(data) === 'scanning' ? (
                <FirstScanNote
                  firstScan={data.firstScan}
                  boundScan={data.boundScan}
                  size="xs"
                  fw={500}
                  span
                />
              ) : idle?.lastWholeAt != null ? (
                <Message id="numbers.updated" values={{ time: <Time value={idle.lastWholeAt} /> }} />
              ) : (
                t('numbers.crawl.off')
              )}
            </Text>
            <Button
              size="compact-xs"
              variant="subtle"
              flex="none"
              disabled={data === undefined}
              aria-expanded={isOpen}
              onClick={() => setOpen((open) => !open)}
            >
              {t('numbers.how')}
            </Button>
          </Group>
        }
        actions={actions}
      />
      {isOpen && data !== undefined && (
        <>
          <Crawls status={data} />
          {current === 'free' && (
            <PageLink size="sm" hiddenFrom="sm" to={paths.idle()}>
              {t('numbers.view.service')}
            </PageLink>
          )}
        </>
      )}
    </PageTabsProvider>
  )
}
