import { Group, Progress, Stack, Text } from '@mantine/core'
import type { InventoryCrawl, InventoryStatus } from '#contract/inventory.ts'
import { useT } from '../../i18n/Language.tsx'
import { Message } from '../../i18n/Message.tsx'
import { useSession } from '../../entities/session/SessionContext.tsx'
import { Time } from '../../ui/text/Time.tsx'
import { textColorOf } from '../../ui/text/meaning.ts'

/** How the inventory reads the service, and the limits of its data. */
export function Crawls({ status }: { status: InventoryStatus }) {
  const t = useT()
  const { readsPerSecond, states, crawls, crawlEveryMs, detailAfterMs } = status
  const bound = states.find(({ state }) => state === 'bound')
  // A limited user sees no count of all bound numbers.
  const isLimited = useSession().limit !== undefined
  const minutes = isLimited || readsPerSecond === 0 ? 0 : Math.ceil((bound?.count ?? 0) / readsPerSecond / 60)
  return (
    <Stack gap="sm" w="100%">
      <Text>{t('inventory.description')}</Text>
      {crawls.map((crawl) => (
        <Crawl key={crawl.kind} crawl={crawl} />
      ))}
      <Text>
        {readsPerSecond === 0
          ? t('inventory.pace.off')
          : t('inventory.pace', {
              rate: readsPerSecond,
              minutes: crawlEveryMs / 60_000,
              hours: detailAfterMs / 3_600_000,
            })}
        {minutes > 0 && t('sentence.following', { text: t('inventory.pace.bound', { minutes }) })}
      </Text>
      {bound?.oldestSeenAt != null && (
        <Text component="div">
          <Message of="inventory.oldest" values={{ time: <Time value={bound.oldestSeenAt} /> }} />
        </Text>
      )}
      <Text fw={600}>{t('inventory.cannot')}</Text>
      <ul style={{ margin: 0, paddingInlineStart: 20 }}>
        {(['all', 'bound', 'moment'] as const).map((limit) => (
          <li key={limit}>
            <Text>{t(`inventory.cannot.${limit}`)}</Text>
          </li>
        ))}
      </ul>
    </Stack>
  )
}

function Crawl({ crawl }: { crawl: InventoryCrawl }) {
  const t = useT()
  const { kind, running, done, total, endedAt, failure } = crawl
  const name = t(`inventory.crawl.${kind}`)
  const reading =
    done === null ? 'inventory.crawl.running' : total === null ? 'inventory.crawl.done' : 'count.of'
  return (
    <div>
      <Group gap="sm" justify="space-between">
        <Text>{name}</Text>
        <Text c="dimmed" component="div">
          {running ? (
            t(reading, { done: done ?? 0, total: total ?? 0 })
          ) : endedAt === null ? (
            t('inventory.crawl.waiting')
          ) : (
            <Message
              of={done === null ? 'inventory.crawl.ended.limited' : 'inventory.crawl.ended'}
              values={{ done: done ?? 0, time: <Time value={endedAt} /> }}
            />
          )}
        </Text>
      </Group>
      {running && done !== null && total !== null && total > 0 && (
        <Progress value={Math.min(100, (100 * done) / total)} size="sm" mt={4} aria-label={name} />
      )}
      {failure !== null && (
        <Text c={textColorOf('failed')}>
          {t('inventory.crawl.problem', { problem: t(`problem.${failure}`) })}
        </Text>
      )}
    </div>
  )
}
