import { Alert, Button, Stack, Text } from '@mantine/core'
import { messageFor } from '../../../api/message-for.ts'
import { useT } from '../../../i18n/Language.tsx'
import { useAnnounceChange } from '../../../ui/feedback/announce.ts'
import { ErrorDetail } from '../../../ui/feedback/ErrorState.tsx'
import { ProgressRow } from '../../../ui/feedback/ProgressRow.tsx'
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
  const { running, isDone, done, total } = lookUps
  const { missing, differs, notCompared, matches, unknown, waiting } = result.counts
  useAnnounceChange(
    isDone,
    isDone && !silent ? t('reconcile.ended', { missing, differs, notCompared, matches, unknown }) : null,
  )
  if (total === 0) return null
  const action = running
    ? { button: t('action.cancel'), onClick: lookUps.stop }
    : waiting > 0
      ? { button: t('reconcile.resume'), onClick: lookUps.again }
      : { button: t('plan.lookAgain'), onClick: lookUps.refresh }
  return (
    <ProgressRow
      text={t('reconcile.looked', { done, count: total })}
      label={t('reconcile.looking')}
      value={running ? done / total : null}
      {...action}
    />
  )
}

/** Explains why some numbers could not be looked up, and offers to retry them. */
export function LookUpErrors({ lookUps, result }: Omit<LookUpProgressProps, 'silent'>) {
  const t = useT()
  const { running, error, again } = lookUps
  const { counts, reasons } = result
  if (running || (error === null && counts.unknown === 0)) return null
  const failure = error === null ? null : messageFor(error)
  return (
    <Alert
      color={colorOf(failure === null ? 'attention' : 'failed')}
      role={failure === null ? 'status' : 'alert'}
      title={failure === null ? t('reconcile.unknown', { count: counts.unknown }) : t(failure.sentence)}
    >
      <Stack gap="sm" align="flex-start">
        <Text>
          {failure === null ? reasons.map((code) => t(`problem.${code}`)).join(' · ') : t(failure.next)}
        </Text>
        <ErrorDetail error={error} />
        <Button size="compact-sm" onClick={again}>
          {t('reconcile.again')}
        </Button>
      </Stack>
    </Alert>
  )
}
