import { Alert, Text } from '@mantine/core'
import type { Attempt } from '#contract/notification-channels.ts'
import type { Translate } from '../../i18n/catalogue.ts'
import { useT } from '../../i18n/Language.tsx'
import { colorOf } from '../../ui/text/meaning.ts'

/** What failures that have a sentence are called by the server. */
const failureReasons = {
  EAUTH: 'auth',
  ECONNECTION: 'unreachable',
  ECONNREFUSED: 'unreachable',
  EDNS: 'unreachable',
  EENVELOPE: 'refused',
  ENOTFOUND: 'unreachable',
  ENORECIPIENT: 'recipient',
  EPRIVATE: 'private',
  ESTATUS: 'status',
  ETIMEDOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  ETLS: 'tls',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'tls',
} as const
const isKnown = (failure: string): failure is keyof typeof failureReasons => failure in failureReasons

/** Returns why an attempt failed; null when it did not. */
export function failureText(t: Translate, { status, failure }: Attempt): string | null {
  if (failure === null) return null
  const reason = isKnown(failure)
    ? t(`notifications.failure.${failureReasons[failure]}`)
    : t('notifications.failure.other', { code: failure })
  return status === null ? reason : t('notifications.failure.with', { reason, status: String(status) })
}

/** How a test ended. */
export function AttemptResult({ attempt, done }: { attempt: Attempt; done: string }) {
  const t = useT()
  const failure = failureText(t, attempt)
  return (
    <Alert color={colorOf(failure === null ? 'done' : 'failed')}>
      <Text component="output">{failure ?? done}</Text>
    </Alert>
  )
}
