import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link } from 'react-router-dom'
import { quietHours, type Threshold } from '#contract/capacity.ts'
import { useLanguage } from '../../i18n/Language.tsx'
import { usePermission } from '../../entities/session/SessionContext.tsx'
import { ActionMenu } from '../../ui/layout/ActionMenu.tsx'
import { announce } from '../../ui/feedback/announce.ts'
import { ErrorAlert } from '../../ui/feedback/ErrorAlert.tsx'
import { momentText, spaceUnits } from '../../ui/text/time-text.ts'
import { colorOf, neutralColor } from '../../ui/text/meaning.ts'
import { Forecast } from './Forecast.tsx'
import { scopeText } from './forecast-labels.ts'
import { numbersPath } from './numbers-path.ts'
import { acknowledgeMutation } from './queries.ts'

/** Acknowledges an alert, which mutes it for the chosen time. */
function AcknowledgeMenu({ threshold, onDone }: { threshold: Threshold; onDone: () => void }) {
  const { t, language } = useLanguage()
  const acknowledge = useMutation(acknowledgeMutation())
  const what = scopeText(t, threshold)
  const days = new Intl.NumberFormat(language, { style: 'unit', unit: 'day', unitDisplay: 'long' })
  const acknowledgeFor = (hours: (typeof quietHours)[number]) =>
    acknowledge.mutate(
      { scope: threshold.scope, hours },
      {
        onSuccess: () => {
          announce(t('alerts.acknowledged.done', { what }))
          onDone()
        },
      },
    )
  return (
    <>
      <ActionMenu
        position="bottom-end"
        width={260}
        button={
          <Button
            size="compact-sm"
            variant="default"
            loading={acknowledge.isPending}
            aria-label={t('alerts.acknowledge.of', { what })}
          >
            {t('alerts.acknowledge')}
          </Button>
        }
        entries={[
          { heading: t('alerts.acknowledge.text') },
          ...quietHours.map((hours) => ({
            id: String(hours),
            label: t('alerts.acknowledge.hours', { span: spaceUnits(days.format(hours / 24)) }),
            onChoose: () => acknowledgeFor(hours),
          })),
        ]}
      />
      {acknowledge.error !== null && <ErrorAlert error={acknowledge.error} />}
    </>
  )
}

/** An unmet threshold, with the available actions. */
export function AlertCard({ threshold, now }: { threshold: Threshold; now: number }) {
  const { t, language } = useLanguage()
  const canAcknowledge = usePermission('settings.manage')
  const show = useRef<HTMLAnchorElement>(null)
  const { scope, broken, free, leastFree, leastDays, acknowledged, forecast } = threshold
  return (
    <Alert
      color={acknowledged === null ? colorOf('attention') : neutralColor}
      icon={<IconAlertTriangle aria-hidden />}
      title={scopeText(t, threshold)}
    >
      <Stack gap="xs">
        <Text size="sm">
          {broken.includes('free') &&
            leastFree !== null &&
            t('alerts.sentence', { text: t('alerts.free', { count: free, least: leastFree }) })}
          {broken.includes('days') &&
            leastDays !== null &&
            t('alerts.sentence', { text: t('alerts.days', { count: leastDays }) })}
          <Forecast forecast={forecast} now={now} detail />
        </Text>
        {acknowledged !== null && (
          <Text size="sm" c="dimmed">
            {t('alerts.acknowledged', {
              by: acknowledged.by,
              until: momentText(acknowledged.until, now, language),
            })}
          </Text>
        )}
        <Group gap="sm">
          <Button
            component={Link}
            ref={show}
            to={numbersPath(scope, 'free')}
            size="compact-sm"
            variant="default"
          >
            {t('alerts.show')}
          </Button>
          {canAcknowledge && acknowledged === null && (
            // The focused button disappears, so move the focus to the link.
            <AcknowledgeMenu threshold={threshold} onDone={() => show.current?.focus()} />
          )}
        </Group>
      </Stack>
    </Alert>
  )
}
