import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { readCapacity, snoozeAlert, type Threshold } from '#contract/capacity.ts'
import { write } from '../../api/endpoint-queries.ts'
import { useT } from '../../i18n/Language.tsx'
import { usePermission } from '../../entities/session/SessionContext.tsx'
import { announce } from '../../ui/feedback/announce.ts'
import { ErrorAlert } from '../../ui/feedback/ErrorAlert.tsx'
import { AttentionRow } from './AttentionRow.tsx'
import { ForecastValue } from '../../entities/capacity/ForecastValue.tsx'
import { scopeText, numbersPath } from '../../entities/capacity/scope.ts'
import { PageButton } from '../../ui/layout/PageLink.tsx'

/** Mutes an alert for a week. */
function SnoozeButton({ threshold, onDone }: { threshold: Threshold; onDone: () => void }) {
  const t = useT()
  const name = scopeText(t, threshold)
  // Not as options of `mutate`: those are dropped when the row disappears before they are called.
  const snooze = useMutation({
    ...write(snoozeAlert, readCapacity.path),
    onSuccess: () => {
      announce(t('alerts.snoozed.done', { what: name }))
      onDone()
    },
  })
  return (
    <>
      <Button
        size="compact-sm"
        loading={snooze.isPending}
        aria-label={t('alerts.snooze.of', { what: name })}
        onClick={() => snooze.mutate({ body: { scope: threshold.scope } })}
      >
        {t('alerts.snooze')}
      </Button>
      <ErrorAlert error={snooze.error} />
    </>
  )
}

interface AlertRowProps {
  threshold: Threshold
  now: number
  /** The row disappears with the focus. */
  onSnoozed: () => void
}

/** An unmet threshold that is not snoozed, with the available actions. */
export function AlertRow({ threshold, now, onSnoozed }: AlertRowProps) {
  const t = useT()
  const canSnooze = usePermission('settings.manage')
  const { scope, broken, free, leastFree, leastDays, forecast } = threshold
  return (
    <AttentionRow
      meaning="failed"
      title={scopeText(t, threshold)}
      actions={
        <>
          {canSnooze && <SnoozeButton threshold={threshold} onDone={onSnoozed} />}
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
      {forecast !== null && <ForecastValue forecast={forecast} now={now} />}
    </AttentionRow>
  )
}
