import { Button, Group, Paper, Progress, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/Progress.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { InventoryStatus, InventoryState, InventoryCrawl } from '#contract/inventory.ts'
import { problemCodes } from '#contract/problem.ts'
import { useT } from '../i18n/Language.tsx'
import { Message } from '../i18n/Message.tsx'
import type { Meaning } from '../ui/meaning.ts'
import { ShareBar } from '../ui/ShareBar.tsx'
import { Time } from '../ui/Time.tsx'
import { statusQuery } from './queries.ts'
import classes from './StatusPanel.module.css'

const meanings: Record<InventoryState, Meaning> = {
  free: 'free',
  reserved: 'reserved',
  bound: 'bound',
  'not-seen-free': 'inDoubt',
  unknown: 'unknown',
  gone: 'ended',
}

interface StatusPanelProps {
  chosen: InventoryState | undefined
  choose: (state: InventoryState | undefined) => void
}

/** What the inventory holds, how fresh it is, and what it cannot know. */
export function StatusPanel({ chosen, choose }: StatusPanelProps) {
  const t = useT()
  const { data } = useQuery(statusQuery())
  const [open, setOpen] = useState(false)
  if (data === undefined) return <Paper withBorder p="md" mb="sm" mih={{ base: 175, sm: 115 }} />
  const idle = data.crawls.find(({ kind }) => kind === 'idle')
  return (
    <Paper withBorder p="md" mb="sm" component="section" aria-label={t('inventory.status')}>
      <ShareBar
        shares={data.states.map(({ state, count }) => ({
          id: state,
          label: t(`inventory.state.${state}`),
          value: count,
          meaning: meanings[state],
        }))}
        chosen={chosen}
        onChoose={choose}
      />
      <Group gap="sm" mt="xs" justify="space-between">
        <Text size="sm" c="dimmed" component="div">
          {idle?.lastWholeAt == null ? (
            t(data.readsPerSecond === 0 ? 'inventory.crawl.off' : 'inventory.crawl.never')
          ) : (
            <Message
              of="inventory.crawl.last"
              values={{ count: idle.lastWholeCount ?? 0, time: <Time value={idle.lastWholeAt} /> }}
            />
          )}
          {idle?.running === true &&
            ` ${t('inventory.crawl.now', { done: idle.done, total: idle.total ?? 0 })}`}
        </Text>
        <Button
          size="compact-sm"
          variant="subtle"
          aria-expanded={open}
          onClick={() => setOpen((now) => !now)}
        >
          {t('inventory.how')}
        </Button>
      </Group>
      {open && <Crawls status={data} />}
    </Paper>
  )
}

function Crawls({ status }: { status: InventoryStatus }) {
  const t = useT()
  const { readsPerSecond, states, crawls, crawlEveryMs, detailAfterMs } = status
  const bound = states.find(({ state }) => state === 'bound')
  const minutes = readsPerSecond === 0 ? 0 : Math.ceil((bound?.count ?? 0) / readsPerSecond / 60)
  return (
    <Stack gap="sm" mt="sm">
      {crawls.map((crawl) => (
        <Crawl key={crawl.kind} crawl={crawl} />
      ))}
      <Text size="sm">
        {readsPerSecond === 0
          ? t('inventory.pace.off')
          : t('inventory.pace', {
              rate: readsPerSecond,
              minutes: crawlEveryMs / 60_000,
              hours: detailAfterMs / 3_600_000,
            })}
        {readsPerSecond > 0 && minutes > 0 && ` ${t('inventory.pace.bound', { minutes })}`}
      </Text>
      {bound?.oldestSeenAt != null && (
        <Text size="sm" component="div">
          <Message of="inventory.oldest" values={{ time: <Time value={bound.oldestSeenAt} /> }} />
        </Text>
      )}
      <Text size="sm" fw={600}>
        {t('inventory.cannot')}
      </Text>
      <ul className={classes.limits}>
        {(['all', 'bound', 'moment'] as const).map((limit) => (
          <li key={limit}>
            <Text size="sm">{t(`inventory.cannot.${limit}`)}</Text>
          </li>
        ))}
      </ul>
    </Stack>
  )
}

function Crawl({ crawl }: { crawl: InventoryCrawl }) {
  const t = useT()
  const { kind, running, done, total, endedAt, problem } = crawl
  const known = problemCodes.find((code) => code === problem)
  const name = t(`inventory.crawl.${kind}`)
  return (
    <div>
      <Group gap="sm" justify="space-between">
        <Text size="sm">{name}</Text>
        <Text size="sm" c="dimmed" component="div">
          {running ? (
            t(total === null ? 'inventory.crawl.done' : 'inventory.crawl.of', { done, total: total ?? 0 })
          ) : endedAt === null ? (
            t('inventory.crawl.waiting')
          ) : (
            <Message of="inventory.crawl.ended" values={{ done, time: <Time value={endedAt} /> }} />
          )}
        </Text>
      </Group>
      {running && total !== null && total > 0 && (
        <Progress value={Math.min(100, (100 * done) / total)} size="sm" mt={4} aria-label={name} />
      )}
      {problem !== null && (
        <Text size="sm" c="var(--mantine-color-error)">
          {t('inventory.crawl.problem', { problem: known === undefined ? problem : t(`problem.${known}`) })}
        </Text>
      )}
    </div>
  )
}
