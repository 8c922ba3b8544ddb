import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import type { Job } from '#contract/jobs.ts'
import { useT } from '../../../i18n/Language.tsx'
import { usePermission } from '../../../entities/session/SessionContext.tsx'
import { useJobCommand } from './JobActions.tsx'
import { ReportButton } from './ReportButton.tsx'
import { colorOf } from '../../../ui/text/meaning.ts'

/** The available actions for rows that failed, need review, or were created with differences. */
export function NextSteps({ job }: { job: Job }) {
  const t = useT()
  const canRun = usePermission('job.run')
  const { command, pending } = useJobCommand(job.id)
  const { failed, needsReview } = job.counts
  if (failed + needsReview + job.mismatched === 0) return null
  return (
    <Stack gap="sm" mb="md">
      {failed > 0 && (
        <Alert color={colorOf('failed')} title={t('job.failed', { count: failed })}>
          <Text>{t('job.failed.text')}</Text>
          <Group gap="sm" mt="sm">
            {canRun && job.retryable && (
              <Button
                size="compact-sm"
                loading={pending}
                onClick={() => command({ command: 'retry', what: 'failed' })}
              >
                {t('job.retry.failed', { count: failed })}
              </Button>
            )}
            <ReportButton id={job.id} state="failed" size="compact-sm" label={t('job.report.failed')} />
          </Group>
        </Alert>
      )}
      {needsReview > 0 && (
        <Alert title={t('job.needsReview', { count: needsReview })}>
          <Text>{t('job.needsReview.text', { seconds: job.visibilityTimeoutSeconds })}</Text>
          {canRun && (
            <Group gap="sm" mt="sm">
              <Button size="compact-sm" loading={pending} onClick={() => command({ command: 'recheck' })}>
                {t('job.recheck')}
              </Button>
              {job.retryable && (
                <Button
                  size="compact-sm"
                  loading={pending}
                  onClick={() => command({ command: 'retry', what: 'needsReview' })}
                >
                  {t('job.retry.needsReview', { count: needsReview })}
                </Button>
              )}
              <Button size="compact-sm" loading={pending} onClick={() => command({ command: 'dismiss' })}>
                {t('job.dismiss', { count: needsReview })}
              </Button>
            </Group>
          )}
        </Alert>
      )}
      {job.mismatched > 0 && (
        <Alert title={t('job.mismatched', { count: job.mismatched })}>
          <Text>{t('job.mismatched.text')}</Text>
        </Alert>
      )}
    </Stack>
  )
}
