import { Alert, Progress, Stack, Text } from '@mantine/core'
import type { Status } from '#contract/status.ts'
import { useLanguage } from '../../i18n/Language.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Field, FieldList } from '../../ui/text/Field.tsx'
import { Time } from '../../ui/text/Time.tsx'
import { StateBadge } from '../../ui/text/StateBadge.tsx'
import { colorOf } from '../../ui/text/meaning.ts'
import { durationText } from '../../ui/text/time-text.ts'

type Token = Status['tokens'][number]

const meanings = {
  none: 'ended',
  valid: 'done',
  renewing: 'running',
  contention: 'failed',
  cooldown: 'failed',
} as const

/** One of the console's tokens for the service: its age and remaining lifetime, never the token itself. */
export function TokenCard({ token, now }: { token: Token; now: number }) {
  const { t, language } = useLanguage()
  const { issuedAt, expiresAt } = token
  const life =
    issuedAt !== null && expiresAt !== null && expiresAt > now
      ? {
          left: expiresAt - now,
          whole: expiresAt - issuedAt,
          text: t('status.token.left', { span: durationText(expiresAt - now, language) }),
        }
      : null
  return (
    <Panel
      title={t(`status.token.${token.kind}`)}
      actions={
        <StateBadge meaning={meanings[token.state]}>{t(`status.token.state.${token.state}`)}</StateBadge>
      }
    >
      <Stack gap="sm">
        {token.contentionAt.length > 0 && (
          <Alert variant="light" color={colorOf('failed')} title={t('status.token.contention')}>
            {t('status.token.contention.text')}
            <ul aria-label={t('status.token.contention.times')}>
              {token.contentionAt.map((at) => (
                <li key={at}>
                  <Time value={at} />
                </li>
              ))}
            </ul>
          </Alert>
        )}
        {life !== null && (
          <>
            <Text>{life.text}</Text>
            <Progress value={(100 * life.left) / life.whole} aria-label={life.text} />
          </>
        )}
        <FieldList>
          <Field label={t('status.token.issued')}>
            <Time value={issuedAt} full />
          </Field>
          <Field label={t('status.token.expires')}>
            <Time value={expiresAt} full />
          </Field>
          <Field label={t('status.token.generation')}>{token.generation}</Field>
          {token.cooldownUntil !== null && token.cooldownUntil > now && (
            <Field label={t('status.token.cooldown')}>
              <Time value={token.cooldownUntil} full />
            </Field>
          )}
          {token.lastError !== null && <Field label={t('status.lastError')}>{token.lastError}</Field>}
        </FieldList>
      </Stack>
    </Panel>
  )
}
