import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/Progress.css'
import { IconRefresh } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { messageFor } from '../../api/message-for.ts'
import { useT } from '../../i18n/Language.tsx'
import { announce } from '../../ui/announce.ts'
import { ErrorDetail } from '../../ui/ErrorState.tsx'
import type { LookUps } from '../look-ups.ts'
import type { Reconciliation } from './outcomes.ts'

interface LookUpProgressProps {
  lookUps: LookUps
  result: Reconciliation
  /** Somebody else on the page tells of the look-ups. */
  silent: boolean
}

/** Speaks the counts once the last number has been looked up. */
function useSpokenEnd({ lookUps, result, silent }: LookUpProgressProps): void {
  const t = useT()
  const began = useRef(false)
  const { running, done, total } = lookUps
  const { missing, differs, matches, unknown } = result.counts
  useEffect(() => {
    if (running) began.current = true
    else if (began.current && total > 0 && done === total) {
      began.current = false
      if (!silent) announce(t('reconcile.ended', { missing, differs, matches, unknown }))
    }
  }, [running, done, total, silent, missing, differs, matches, unknown, t])
}

/** How far the look-ups are, and how they are stopped, gone on with, or begun anew. */
export function LookUpProgress(props: LookUpProgressProps) {
  const { lookUps, result } = props
  const t = useT()
  useSpokenEnd(props)
  const { running, done, total, error } = lookUps
  const { counts, reasons } = result
  const again = (
    <Button size="compact-sm" variant="default" onClick={lookUps.again}>
      {t('reconcile.again')}
    </Button>
  )
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <Text size="sm">{t('reconcile.looked', { done, total })}</Text>
        {running ? (
          <>
            <Progress
              value={(done / Math.max(total, 1)) * 100}
              flex="1 1 8rem"
              aria-label={t('reconcile.looking')}
            />
            <Button size="compact-sm" variant="default" onClick={lookUps.stop}>
              {t('action.cancel')}
            </Button>
          </>
        ) : counts.waiting > 0 ? (
          <Button size="compact-sm" variant="default" onClick={lookUps.again}>
            {t('reconcile.goOn')}
          </Button>
        ) : (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconRefresh size={14} aria-hidden />}
            onClick={lookUps.refresh}
          >
            {t('reconcile.refresh')}
          </Button>
        )}
      </Group>
      {error !== null && (
        <Alert variant="outline" color="red" role="alert" title={t(messageFor(error).sentence)}>
          <Stack gap="sm" align="flex-start">
            <Text size="sm">{t(messageFor(error).next)}</Text>
            <ErrorDetail error={error} />
            {again}
          </Stack>
        </Alert>
      )}
      {error === null && !running && counts.unknown > 0 && (
        <Alert variant="outline" color="yellow.9" title={t('reconcile.unknown', { count: counts.unknown })}>
          <Stack gap="sm" align="flex-start">
            <Text size="sm">{reasons.map((code) => t(`problem.${code}`)).join(' · ')}</Text>
            {again}
          </Stack>
        </Alert>
      )}
    </Stack>
  )
}
