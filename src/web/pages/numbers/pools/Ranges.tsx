import { Box, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Capacity } from '#contract/capacity.ts'
import { capacityQuery } from '../../../entities/capacity/queries.ts'
import { useT } from '../../../i18n/Language.tsx'
import { Message } from '../../../i18n/Message.tsx'
import { QueryState } from '../../../ui/feedback/QueryState.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { AlertsPanel } from './AlertsPanel.tsx'
import { NumberRangesPanel } from './NumberRangesPanel.tsx'
import type { PoolList } from './pools-state.ts'
import { TrendPanel } from './TrendPanel.tsx'

/** Where the counts come from, and what they leave out. */
function AboutCounts({ capacity: { crawledAt, snapshots } }: { capacity: Capacity }) {
  const t = useT()
  return (
    <Text component="details" c="dimmed">
      <summary>{t('ranges.how')}</summary>
      <Box component="ul" m="xs 0 0" ps="1.25rem">
        {crawledAt !== null && (
          <li>
            <Message id="ranges.crawled" values={{ time: <Time value={crawledAt} /> }} />
          </li>
        )}
        <li>{t('ranges.known')}</li>
        <li>{t('ranges.reserved.text')}</li>
        <li>{t('ranges.unavailable.text')}</li>
        <li>{t('ranges.unknown.text')}</li>
        <li>
          {snapshots.latest === null ? (
            t('ranges.snapshots.none')
          ) : (
            <Message
              id="ranges.snapshots"
              values={{ count: snapshots.count, time: <Time value={snapshots.latest} /> }}
            />
          )}
        </li>
        <li>{t('ranges.forecastHow')}</li>
      </Box>
    </Text>
  )
}

/** Below the pools: the numbers by their first digits, the thresholds, and how the counts changed. */
export function Ranges({ list }: { list: PoolList }) {
  const query = useQuery(capacityQuery({ by: 'prefix' }))
  return (
    <QueryState query={query} loading={<Skeleton h={420} mt="lg" />}>
      {(capacity) => (
        <Stack gap="lg" mt="lg">
          <NumberRangesPanel capacity={capacity} list={list} stale={query.isPlaceholderData} />
          <AlertsPanel capacity={capacity} />
          {/* A trend needs two points. */}
          {capacity.snapshots.count > 1 && <TrendPanel capacity={capacity} list={list} />}
          <AboutCounts capacity={capacity} />
        </Stack>
      )}
    </QueryState>
  )
}
