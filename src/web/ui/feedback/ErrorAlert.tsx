import { Alert, Button, Group, type AlertProps } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { ApiError, hasCode } from '../../api/api-error.ts'
import { messageFor } from '../../api/message-for.ts'
import { useT } from '../../i18n/Language.tsx'
import { Message } from '../../i18n/Message.tsx'
import { Time } from '../text/Time.tsx'
import { colorOf } from '../text/meaning.ts'

interface ErrorAlertProps extends Pick<AlertProps, 'mb'> {
  /** Nothing is shown without one. */
  error: unknown
  /** Tries the action again. */
  retry?: () => void
  children?: ReactNode
}

function TryAgainAt({ seconds }: { seconds: number }) {
  const [shownAt] = useState(Date.now)
  return (
    <Message
      id="problem.waitUntil"
      values={{ time: <Time value={shownAt + seconds * 1000} words="ahead" /> }}
    />
  )
}

/** Shows why an action failed, beside the action: one sentence, the next step, and `children` for details or buttons. */
export function ErrorAlert({ error, retry, children, mb }: ErrorAlertProps) {
  const t = useT()
  if (error === null) return null
  const { sentence, next, values } = messageFor(error)
  return (
    <Alert color={colorOf('failed')} role="alert" mb={mb} title={t(sentence)}>
      {hasCode(error, 'too-many-requests') && error instanceof ApiError && error.retryAfter !== null ? (
        <TryAgainAt key={error.requestId} seconds={error.retryAfter} />
      ) : (
        t(next, values)
      )}
      {children}
      {retry !== undefined && (
        <Group mt="xs">
          <Button size="compact-sm" onClick={retry}>
            {t('action.retry')}
          </Button>
        </Group>
      )}
    </Alert>
  )
}
