import { Alert, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { ApiError, hasCode } from '../../api/api-error.ts'
import { messageFor } from '../../api/message-for.ts'
import { useT } from '../../i18n/Language.tsx'
import { Message } from '../../i18n/Message.tsx'
import { paths } from '../../lib/paths.ts'
import { ErrorDetail } from '../../ui/feedback/ErrorState.tsx'
import { Time } from '../../ui/text/Time.tsx'
import { colorOf } from '../../ui/text/meaning.ts'
import { PageLink } from '../../ui/layout/PageLink.tsx'

interface RefusalProps {
  error: Error
  /** The requested number. */
  ext: string
  /** Takes the focus on mount, when no field caused the refusal. */
  takesFocus: boolean
}

/** Shows the user who created the number in this console, or that it was created elsewhere. */
function TakenBy({ error }: { error: Error }) {
  const t = useT()
  if (!(error instanceof ApiError) || error.created === undefined) return null
  if (error.created === null) return <Text>{t('create.createdElsewhere')}</Text>
  const { by, at } = error.created
  return (
    <Text>
      <Message
        of={by === null ? 'create.createdHere' : 'create.createdBy'}
        values={{ by, time: <Time value={at} /> }}
      />
    </Text>
  )
}

const aboutTheNumber = ['extension-exists', 'extension-bound', 'creation-in-progress'] as const

/** Shows why nothing was created, with the service's own message, and the next step. */
export function Refusal({ error, ext, takesFocus }: RefusalProps) {
  const t = useT()
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) ref.current?.focus()
  }, [takesFocus])
  const { sentence, next } = messageFor(error)
  return (
    <Alert ref={ref} tabIndex={-1} color={colorOf('failed')} role="alert" title={t(sentence)}>
      <Text>{t(next)}</Text>
      <TakenBy error={error} />
      {aboutTheNumber.some((code) => hasCode(error, code)) && (
        <PageLink size="sm" to={paths.extension(ext)} underline="always">
          {t('create.open', { ext })}
        </PageLink>
      )}
      <ErrorDetail error={error} />
    </Alert>
  )
}
