import { Button, Group, Progress, Text } from '@mantine/core'
import { useT } from '../../../i18n/Language.tsx'
import { useAnnounceChange } from '../../../ui/feedback/announce.ts'
import { ErrorAlert } from '../../../ui/feedback/ErrorAlert.tsx'
import type { Check } from '../use-check.ts'

/** The progress of a check, with buttons to stop, continue and repeat it. */
export function CheckProgress({ check }: { check: Check }) {
  const t = useT()
  const { running, stopped, error, progress, checks, certain } = check
  const { of, done, total } = progress
  const isDone = !running && !stopped
  const summary = t('check.done', { ready: certain.length, count: checks.size })
  useAnnounceChange(isDone, isDone ? summary : null, false)
  const button = (text: string, run: () => void) => (
    <Button size="compact-sm" onClick={run}>
      {text}
    </Button>
  )
  if (error !== null)
    return (
      <ErrorAlert error={error}>
        <Group mt="xs">{button(t('action.retry'), check.again)}</Group>
      </ErrorAlert>
    )
  return (
    <Group gap="sm">
      {running ? (
        <>
          <Progress
            value={(done / Math.max(total, 1)) * 100}
            flex="1 1 8rem"
            aria-label={t('check.running')}
          />
          <Text>{t(`check.${of}`, { done, total })}</Text>
          {button(t('action.cancel'), check.stop)}
        </>
      ) : (
        <>
          <Text>{stopped ? t('check.stopped') : summary}</Text>
          {stopped ? button(t('check.continue'), check.again) : button(t('check.again'), check.refresh)}
        </>
      )}
    </Group>
  )
}
