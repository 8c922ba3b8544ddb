import { Alert, Anchor, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { ApiError, hasCode } from '../../api/api-error.ts'
import { messageFor } from '../../api/message-for.ts'
import { useT } from '../../i18n/Language.tsx'
import { Message } from '../../i18n/Message.tsx'
import { paths } from '../../lib/paths.ts'
import { ErrorDetail } from '../../ui/feedback/ErrorState.tsx'
import { Time } from '../../ui/Time.tsx'

interface RefusalProps {
  error: Error
  /** The number that was asked for. */
  ext: string
  /** It was to be bound to an agent. */
  forAgent: boolean
  /** When it appears: no field is to blame. */
  takesFocus: boolean
}

/** Who was first, where the number was taken in this console; otherwise that it was not. */
function TakenBy({ error }: { error: Error }) {
  const t = useT()
  if (!(error instanceof ApiError) || error.taken === undefined) return null
  if (error.taken === null) return <Text size="sm">{t('create.taken.elsewhere')}</Text>
  const { by, at } = error.taken
  return (
    <Text size="sm">
      <Message
        of={by === null ? 'create.taken.unknown' : 'create.taken'}
        values={{ by, time: <Time value={at} /> }}
      />
    </Text>
  )
}

const aboutTheNumber = ['extension-exists', 'extension-bound', 'creation-in-progress'] as const

/** The number was looked up first and was not there: what is bound already is the agent. */
export const isAgentBound = (error: Error, forAgent: boolean): boolean =>
  forAgent && hasCode(error, 'extension-bound')

/** Why nothing was created, in the service's own words too, and what to do. */
export function Refusal({ error, ext, forAgent, takesFocus }: RefusalProps) {
  const t = useT()
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) ref.current?.focus()
  }, [takesFocus])
  const agentBound = isAgentBound(error, forAgent)
  const { sentence, next } = agentBound
    ? ({ sentence: 'create.agentBound', next: 'create.agentBound.next' } as const)
    : messageFor(error)
  return (
    <Alert ref={ref} tabIndex={-1} color="red" variant="outline" role="alert" title={t(sentence)}>
      <Text size="sm">{t(next)}</Text>
      <TakenBy error={error} />
      {!agentBound && aboutTheNumber.some((code) => hasCode(error, code)) && (
        <Anchor component={Link} to={paths.extension(ext)} size="sm" underline="always">
          {t('create.open', { ext })}
        </Anchor>
      )}
      <ErrorDetail error={error} />
    </Alert>
  )
}
