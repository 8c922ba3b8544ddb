import { Alert, type AlertProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { messageFor } from '../api/message-for.ts'
import { useT } from '../i18n/Language.tsx'

interface FailureProps extends Pick<AlertProps, 'mb'> {
  error: unknown
  children?: ReactNode
}

/** What went wrong with an act, beside it: one sentence, the next step, and what else there is to say or do. */
export function Failure({ error, children, mb }: FailureProps) {
  const t = useT()
  const { sentence, next } = messageFor(error)
  return (
    <Alert variant="outline" color="red" role="alert" mb={mb} title={t(sentence)}>
      {t(next)}
      {children}
    </Alert>
  )
}
