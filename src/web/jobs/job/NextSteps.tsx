import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core'
import type { Job } from '#contract/jobs.ts'
import { useT } from '../../i18n/Language.tsx'
import { usePermission } from '../../session/SessionContext.tsx'
import { reportUrl, useJobAct } from './JobActions.tsx'

/** What can be done about rows that failed, stayed in doubt, or turned out otherwise than asked for. */
export function NextSteps({ job }: { job: Job }) {
  const t = useT()
  const mayRun = usePermission('job.run')
  const { act, pending } = useJobAct(job.id)
  const { failed, review } = job.counts
  if (failed + review + job.deviating === 0) return null
  return (
    <Stack gap="sm" mb="md">
      {failed > 0 && (
        <Alert variant="outline" color="red" title={t('job.failed', { count: failed })}>
          <Text size="sm">{t('job.failed.text')}</Text>
          <Group gap="sm" mt="sm">
            {mayRun && job.retryable && (
              <Button
                size="compact-sm"
                variant="default"
                loading={pending}
                onClick={() => act({ act: 'retry', what: 'failed' })}
              >
                {t('job.retry.failed', { count: failed })}
              </Button>
            )}
            <Anchor href={reportUrl(job.id, 'failed')} download size="sm">
              {t('job.report.failed')}
            </Anchor>
          </Group>
        </Alert>
      )}
      {review > 0 && (
        <Alert variant="outline" color="var(--console-warning)" title={t('job.review', { count: review })}>
          <Text size="sm">{t('job.review.text', { seconds: job.settleSeconds })}</Text>
          {mayRun && (
            <Group gap="sm" mt="sm">
              <Button
                size="compact-sm"
                variant="default"
                loading={pending}
                onClick={() => act({ act: 'recheck' })}
              >
                {t('job.recheck')}
              </Button>
              {job.retryable && (
                <Button
                  size="compact-sm"
                  variant="default"
                  loading={pending}
                  onClick={() => act({ act: 'retry', what: 'review' })}
                >
                  {t('job.retry.review', { count: review })}
                </Button>
              )}
              <Button
                size="compact-sm"
                variant="default"
                loading={pending}
                onClick={() => act({ act: 'dismiss' })}
              >
                {t('job.dismiss', { count: review })}
              </Button>
            </Group>
          )}
        </Alert>
      )}
      {job.deviating > 0 && (
        <Alert
          variant="outline"
          color="var(--console-warning)"
          title={t('job.deviating', { count: job.deviating })}
        >
          <Text size="sm">{t('job.deviating.text')}</Text>
        </Alert>
      )}
    </Stack>
  )
}
