import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { quietHours, type Threshold } from '#contract/capacity.ts'
import { useLanguage, useT } from '../../i18n/Language.tsx'
import { usePermission } from '../../entities/session/SessionContext.tsx'
import { ActionMenu } from '../../ui/layout/ActionMenu.tsx'
import { announce } from '../../ui/feedback/announce.ts'
import { ErrorAlert } from '../../ui/feedback/ErrorAlert.tsx'
import { spaceUnits } from '../../ui/text/time-text.ts'
import { AttentionRow } from './AttentionRow.tsx'
import { ForecastValue } from '../../entities/forecast/ForecastValue.tsx'
import { scopeText, numbersPath } from './scope.ts'
import { acknowledgeMutation } from './queries.ts'
import { PageButton } from '../../ui/layout/PageLink.tsx'

/** Acknowledges an alert, which mutes it for the chosen time. */
function AcknowledgeMenu({ threshold, onDone }: { threshold: Threshold; onDone: () => void }) {
  const { t, language } = useLanguage()
  const what = scopeText(t, threshold)
  // Not as options of `mutate`: those are dropped when the row disappears before they are called.
  const acknowledge = useMutation({
    ...acknowledgeMutation(),
    onSuccess: () => {
      announce(t('alerts.acknowledged.done', { what }))
      onDone()
    },
  })
  const days = new Intl.NumberFormat(language, { style: 'unit', unit: 'day', unitDisplay: 'long' })
  return (
    <>
      <ActionMenu
        position="bottom-end"
        width={260}
        button={
          <Button
            size="compact-sm"
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
            onChoose: () => acknowledge.mutate({ scope: threshold.scope, hours }),
          })),
        ]}
      />
      <ErrorAlert error={acknowledge.error} />
    </>
  )
}

interface AlertRowProps {
  threshold: Threshold
  now: number
  /** The row disappears with the focus. */
  onAcknowledged: () => void
}

/** An unmet threshold without an acknowledgment, with the available actions. */
export function AlertRow({ threshold, now, onAcknowledged }: AlertRowProps) {
  const t = useT()
  const canAcknowledge = usePermission('settings.manage')
  const { scope, broken, free, leastFree, leastDays, forecast } = threshold
  return (
    <AttentionRow
      meaning="failed"
      title={scopeText(t, threshold)}
      actions={
        <>
          {canAcknowledge && <AcknowledgeMenu threshold={threshold} onDone={onAcknowledged} />}
          <PageButton to={numbersPath(scope, 'free')} size="compact-sm">
            {t('alerts.show')}
          </PageButton>
        </>
      }
    >
      {broken.includes('free') &&
        leastFree !== null &&
        t('alerts.sentence', { text: t('alerts.free', { count: free, least: leastFree }) })}
      {broken.includes('days') &&
        leastDays !== null &&
        t('alerts.sentence', { text: t('alerts.days', { count: leastDays }) })}
      <ForecastValue forecast={forecast} now={now} />
    </AttentionRow>
  )
}
