import { Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLanguage } from '../../i18n/Language.tsx'
import { Message } from '../../i18n/Message.tsx'
import { paths } from '../../lib/paths.ts'
import { usePermission } from '../../entities/session/SessionContext.tsx'
import { useNow } from '../../ui/text/clock.ts'
import { QueryState } from '../../ui/feedback/QueryState.tsx'
import { Time } from '../../ui/text/Time.tsx'
import { durationText, spaceUnits } from '../../ui/text/time-text.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { healthQuery } from './queries.ts'
import { Field, FieldList } from '../../ui/text/Field.tsx'
import { StateBadge } from '../../ui/text/StateBadge.tsx'
import { PageLink } from '../../ui/layout/PageLink.tsx'

const meanings = { good: 'done', failing: 'attention', paused: 'failed', uncalled: 'unknown' } as const

/** A valid token's remaining lifetime and its issue time. */
function ValidToken({ expiresAt, issuedAt }: { expiresAt: number; issuedAt: number | null }) {
  const { t, language } = useLanguage()
  const now = useNow()
  const span = durationText(expiresAt - now, language)
  return issuedAt === null ? (
    t('health.token.valid', { span })
  ) : (
    <Message of="health.token.validSince" values={{ span, time: <Time value={issuedAt} /> }} />
  )
}

/** Whether the service answers, and the state of its token for users with `status.read`. */
export function HealthPanel() {
  const { t, language } = useLanguage()
  const query = useQuery(healthQuery())
  const canRead = usePermission('status.read')
  const milliseconds = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: 'millisecond',
    maximumFractionDigits: 0,
  })
  return (
    <Panel title={t('health.title')}>
      <QueryState query={query} loading={<Skeleton h={160} />}>
        {({ state, parts, lastSuccessAt, latencyMs, token }) => (
          <Stack gap="sm">
            <div>
              <StateBadge size="lg" meaning={meanings[state]}>
                {t(`health.${state}`)}
              </StateBadge>
            </div>
            <Text>{t(`health.${state}.text`)}</Text>
            <FieldList>
              <Field label={t('health.lastSuccess')}>
                <Time value={lastSuccessAt} />
              </Field>
              {latencyMs !== null && (
                <Field label={t('health.latency')}>{spaceUnits(milliseconds.format(latencyMs))}</Field>
              )}
              {parts
                .filter((part) => part.state !== 'closed')
                .map(({ family, state: how, since }) => (
                  <Field key={family} label={t(`status.breakers.${family}`)}>
                    <Message
                      of="health.part"
                      values={{
                        state: t(`status.breakers.${how}`),
                        time: <Time value={since} words="moment" />,
                      }}
                    />
                  </Field>
                ))}
              {token !== null && (
                <Field label={t('health.token')}>
                  {token.state === 'valid' && token.expiresAt !== null ? (
                    <ValidToken expiresAt={token.expiresAt} issuedAt={token.issuedAt} />
                  ) : (
                    t(`status.token.state.${token.state}`)
                  )}
                </Field>
              )}
            </FieldList>
            <Text size="xs" c="dimmed">
              {t('health.note')}
            </Text>
            {canRead && (
              <PageLink size="sm" to={paths.connection()}>
                {t('status.title')}
              </PageLink>
            )}
          </Stack>
        )}
      </QueryState>
    </Panel>
  )
}
