import { Box, SimpleGrid, Stack, Text } from '@mantine/core'
import { allNumbers, type Capacity } from '#contract/capacity.ts'
import { countedStates, totalOf } from '#contract/number-states.ts'
import { useLanguage } from '../../i18n/Language.tsx'
import { Message } from '../../i18n/Message.tsx'
import { FirstScanNote } from '../../entities/extension/FirstScanNote.tsx'
import { Time } from '../../ui/text/Time.tsx'
import { ForecastValue } from '../../entities/forecast/ForecastValue.tsx'
import { numbersPath } from './scope.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { PageLink } from '../../ui/layout/PageLink.tsx'

/** The counts of all numbers, and how accurate they are. */
export function CountsPanel({
  overview: { whole, crawledAt, firstScan, boundScan, snapshots, now },
}: {
  overview: Capacity
}) {
  const { t, language } = useLanguage()
  const number = new Intl.NumberFormat(language)
  const counts = [
    ...countedStates.map((state) => [`inventory.state.${state}`, whole[state], state] as const),
    ['overview.total', totalOf(whole), undefined] as const,
  ]
  return (
    <Panel title={t('overview.all')}>
      <Stack gap="sm">
        <SimpleGrid component="dl" cols={{ base: 2, xs: 3, md: 6 }} m={0} spacing="md" verticalSpacing="sm">
          {counts.map(([key, value, state]) => (
            <div key={key}>
              <Text component="dt" c="dimmed">
                {t(key)}
              </Text>
              <Text component="dd" m={0} fz="1.5rem" fw={600} lh={1.3}>
                {state === undefined ? (
                  number.format(value)
                ) : (
                  <PageLink to={numbersPath(allNumbers, state)}>{number.format(value)}</PageLink>
                )}
              </Text>
            </div>
          ))}
          <div style={{ gridColumn: '1 / -1' }}>
            <Text component="dt" c="dimmed">
              {t('overview.runsOut')}
            </Text>
            <Text component="dd" m={0} size="md">
              <ForecastValue forecast={whole.forecast} now={now} detail />
            </Text>
          </div>
        </SimpleGrid>
        <FirstScanNote firstScan={firstScan} boundScan={boundScan} />
        {crawledAt !== null && (
          <Text component="div">
            <Message of="overview.crawled" values={{ time: <Time value={crawledAt} /> }} />
          </Text>
        )}
        <Text component="details" c="dimmed">
          <summary>{t('overview.how')}</summary>
          <Box component="ul" m="xs 0 0" ps="1.25rem">
            <li>{t('overview.known')}</li>
            <li>{t('overview.reserved.text')}</li>
            <li>{t('overview.unavailable.text')}</li>
            <li>{t('overview.unknown.text')}</li>
            <li>
              {snapshots.latest === null ? (
                t('overview.snapshots.none')
              ) : (
                <Message
                  of="overview.snapshots"
                  values={{ count: snapshots.count, time: <Time value={snapshots.latest} /> }}
                />
              )}
            </li>
            <li>{t('overview.forecastHow')}</li>
          </Box>
        </Text>
      </Stack>
    </Panel>
  )
}
