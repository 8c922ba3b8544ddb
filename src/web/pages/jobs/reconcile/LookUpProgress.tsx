import { Alert, Button, Group, Progress, Text } from '@mantine/core'
import { useT } from '../../../i18n/Language.tsx'
import { useAnnounceChange } from '../../../ui/feedback/announce.ts'
import { ErrorAlert } from '../../../ui/feedback/ErrorAlert.tsx'
import { ErrorDetail } from '../../../ui/feedback/ErrorState.tsx'
import type { LookUps } from '../look-ups.ts'
import type { Reconciliation } from './outcomes.ts'

interface LookUpProgressProps {
  lookUps: LookUps
  result: Reconciliation
  /** True when another part of the page announces the look-ups. */
  silent: boolean
}

/** The progress of the look-ups, with buttons to stop, continue and restart them. */
export function LookUpProgress({ lookUps, result, silent }: LookUpProgressProps) {
  const t = useT()
  const { running, done, total } = lookUps
  const isDone = !running && total > 0 && done === total
  const { missing, differs, matches, unknown } = result.counts
  useAnnounceChange(
    isDone,
    isDone && !silent ? t('reconcile.ended', { missing, differs, matches, unknown }) : null,
  )
  const button = (text: string, run: () => void) => (
    <Button size="compact-sm" onClick={run}>
      {text}
    </Button>
  )
  if (total === 0) return null
  return (
    <Group gap="sm">
      <Text>{t('reconcile.looked', { done, count: total })}</Text>
      {running && (
        <Progress value={(done / total) * 100} flex="1 1 8rem" aria-label={t('reconcile.looking')} />
      )}
      {running
        ? button(t('action.cancel'), lookUps.stop)
        : result.counts.waiting > 0
          ? button(t('reconcile.resume'), lookUps.again)
          : button(t('plan.lookAgain'), lookUps.refresh)}
    </Group>
  )
}

/** Explains why some numbers could not be looked up, and offers to retry them. */
export function LookUpErrors({ lookUps, result }: Omit<LookUpProgressProps, 'silent'>) {
  const t = useT()
  const { running, error, again } = lookUps
  const { counts, reasons } = result
  if (running || (error === null && counts.unknown === 0)) return null
  const retry = (
    <Group mt="sm">
      <Button size="compact-sm" onClick={again}>
        {t('reconcile.again')}
      </Button>
    </Group>
  )
  return error === null ? (
    <Alert role="status" title={t('reconcile.unknown', { count: counts.unknown })}>
      <Text>{reasons.map((code) => t(`problem.${code}`)).join(' · ')}</Text>
      {retry}
    </Alert>
  ) : (
    <ErrorAlert error={error}>
      <ErrorDetail error={error} />
      {retry}
    </ErrorAlert>
  )
}
