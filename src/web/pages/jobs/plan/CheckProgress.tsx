import { useT } from '../../../i18n/Language.tsx'
import { useAnnounceChange } from '../../../ui/feedback/announce.ts'
import { ErrorAlert } from '../../../ui/feedback/ErrorAlert.tsx'
import { ProgressRow } from '../../../ui/feedback/ProgressRow.tsx'
import type { Check } from '../use-check.ts'

/** The progress of a check, with buttons to stop, continue and repeat it. */
export function CheckProgress({ check }: { check: Check }) {
  const t = useT()
  const { running, stopped, error, subject, done, total, checks, certain } = check
  const isDone = !running && !stopped
  const summary = t('check.done', { ready: certain.length, count: checks.size })
  useAnnounceChange(isDone, isDone ? summary : null, false)
  if (error !== null) return <ErrorAlert error={error} retry={check.again} />
  const row = running
    ? { text: t(`check.${subject}`, { done, total }), button: t('action.cancel'), onClick: check.stop }
    : stopped
      ? { text: t('check.stopped'), button: t('check.continue'), onClick: check.again }
      : { text: summary, button: t('check.again'), onClick: check.refresh }
  return (
    <ProgressRow {...row} label={t('check.running')} value={running ? done / Math.max(total, 1) : null} />
  )
}
