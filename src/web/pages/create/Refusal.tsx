import { Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { ApiError, hasCode } from '../../api/api-error.ts'
import { fieldNames, type FieldName } from '../../entities/creation/values.ts'
import { useT } from '../../i18n/Language.tsx'
import { Message } from '../../i18n/Message.tsx'
import { paths } from '../../lib/paths.ts'
import { ErrorAlert } from '../../ui/feedback/ErrorAlert.tsx'
import { ErrorDetail } from '../../ui/feedback/ErrorState.tsx'
import { PageLink } from '../../ui/layout/PageLink.tsx'
import { Time } from '../../ui/text/Time.tsx'

interface RefusalProps {
  error: Error
  /** The requested number. */
  ext: string
  /** Takes the focus on mount, when no field caused the refusal. */
  takesFocus: boolean
}

/** Shows the user who created the number in this console, or that it was created elsewhere. */
function CreatedBy({ error }: { error: Error }) {
  const t = useT()
  if (!(error instanceof ApiError) || error.created === undefined) return null
  if (error.created === null) return <Text>{t('create.createdElsewhere')}</Text>
  const { by, at } = error.created
  return (
    <Text>
      <Message
        id={by === null ? 'create.createdHere' : 'create.createdBy'}
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
  return (
    <div ref={ref} tabIndex={-1}>
      <ErrorAlert error={error}>
        <CreatedBy error={error} />
        {aboutTheNumber.some((code) => hasCode(error, code)) && (
          <PageLink size="sm" to={paths.extension(ext)} underline="always">
            {t('create.open', { ext })}
          </PageLink>
        )}
        <ErrorDetail error={error} />
      </ErrorAlert>
    </div>
  )
}

/** The field that an error code of the service concerns. */
const fieldOfCode: Partial<Record<string, FieldName>> = {
  'extension-exists': 'ext',
  'extension-bound': 'ext',
  'creation-in-progress': 'ext',
  'agent-bound': 'agentID',
  'agent-not-found': 'agentID',
  'company-unknown': 'companyId',
}

/** Returns the fields that the server refused. */
export function refusedFields(error: Error): FieldName[] {
  if (!(error instanceof ApiError)) return []
  const field = fieldOfCode[error.code]
  return fieldNames.filter((name) => name === field || error.errors.some(({ path }) => path === name))
}
