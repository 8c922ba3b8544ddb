import { Box, Group, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { FirstScan } from '#contract/number-states.ts'
import { useFirstLoad } from '../../api/first-load.ts'
import { maxReserved } from '#contract/reservations.ts'
import { FirstScanNote } from '../../entities/extension/FirstScanNote.tsx'
import { scanStatusQuery } from '../../entities/extension/scan-status.ts'
import { nextNumbersQuery, usePoolName } from '../../entities/pool/queries.ts'
import { useOwnCount, useReservations } from '../../entities/reservation/open-reservations.ts'
import { freeOf } from '../../entities/reservation/suggested-numbers.ts'
import { ReserveButton } from '../../entities/reservation/ReserveButton.tsx'
import { WithinLimit } from '../../entities/session/limit.tsx'
import { useT } from '../../i18n/Language.tsx'
import { paths } from '../../lib/paths.ts'
import { QueryState } from '../../ui/feedback/QueryState.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { PageLink } from '../../ui/layout/PageLink.tsx'
import classes from './TeamPage.module.css'

const maxNumbers = 10

/** The next free numbers of the team's pool, or of all numbers for a team without one. */
export function FreeNumbers({ pool }: { pool: string | null }) {
  const t = useT()
  const reserved = useReservations()
  const ownCount = useOwnCount()
  const query = useQuery({
    ...nextNumbersQuery(pool ?? '', { of: 'free', count: maxNumbers }),
    enabled: pool !== null,
  })
  const all = useQuery({ ...freeOf('', undefined, maxNumbers), enabled: pool === null })
  // A pool's numbers say how far the first scan is; the list of all numbers does not.
  const status = useQuery({ ...scanStatusQuery(), enabled: pool === null })
  const name = usePoolName(pool)
  const isLoading = useFirstLoad(query, all, status)
  return (
    <Box flex={{ base: '0 1 100%', lg: '0 1 256px' }} miw="min(100%, 220px)" className={classes.free}>
      <Panel
        title={name === undefined ? t('team.free') : t('team.free.of', { pool: name })}
        actions={
          <PageLink size="sm" to={paths.numbers({ state: 'free', pool: pool ?? undefined })}>
            {t('team.free.all')}
          </PageLink>
        }
      >
        <QueryState<{ items: readonly { ext: string }[]; firstScan?: FirstScan }>
          query={pool === null ? all : query}
          isLoading={isLoading}
          // On a phone the people are below.
          loading={<Skeleton h={{ base: '2.25rem', xs: maxNumbers * 32 }} />}
        >
          {({ items, firstScan = status.data?.firstScan }) => (
            <>
              <FirstScanNote firstScan={firstScan ?? null} />
              {items.length === 0 && firstScan === undefined && (
                <QueryState query={status} loading={null}>
                  {() => null}
                </QueryState>
              )}
              {items.length === 0 && firstScan === null && (
                <Text c="dimmed">{t(pool === null ? 'team.free.none' : 'pools.free.none')}</Text>
              )}
              <div className={classes.numbers}>
                {items
                  .filter(({ ext }) => !reserved.has(ext))
                  .map(({ ext }) => (
                    <Group key={ext} justify="space-between" gap="sm" mih={32} wrap="nowrap">
                      <PageLink size="sm" to={paths.extension(ext)} fw={600}>
                        {ext}
                      </PageLink>
                      <WithinLimit
                        includes={({ includesNumber }) =>
                          includesNumber({ ext, isBound: false, department: null })
                        }
                      >
                        <ReserveButton
                          start={{ ext, pool: pool ?? undefined }}
                          size="compact-xs"
                          variant="light"
                          aria-label={t('reservations.reserve', { ext })}
                        >
                          {t('numbers.reserve')}
                        </ReserveButton>
                      </WithinLimit>
                    </Group>
                  ))}
              </div>
            </>
          )}
        </QueryState>
        <Text size="xs" c="dimmed" mt="xs">
          {t('reserve.mine', { count: ownCount, most: maxReserved })}
        </Text>
      </Panel>
    </Box>
  )
}
