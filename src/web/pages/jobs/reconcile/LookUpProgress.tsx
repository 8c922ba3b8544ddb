import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { messageFor } from '../../../api/message-for.ts'
import { useT } from '../../../i18n/Language.tsx'
import { useAnnounceChange } from '../../../ui/feedback/announce.ts'
import { ErrorDetail } from '../../../ui/feedback/ErrorState.tsx'
import { colorOf } from '../../../ui/text/meaning.ts'
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
  const said = error === null ? null : messageFor(error)
  return (
    <Alert
      color={colorOf(said === null ? 'attention' : 'failed')}
      role={said === null ? 'status' : 'alert'}
      title={said === null ? t('reconcile.unknown', { count: counts.unknown }) : t(said.sentence)}
    >
      <Stack gap="sm" align="flex-start">
        <Text>{said === null ? reasons.map((code) => t(`problem.${code}`)).join(' · ') : t(said.next)}</Text>
        <ErrorDetail error={error} />
        <Button size="compact-sm" onClick={again}>
          {t('reconcile.again')}
        </Button>
      </Stack>
    </Alert>
  )
}
