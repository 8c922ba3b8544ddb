import { Alert, Anchor, Text } from '@mantine/core'
import type { Ref } from 'react'
import { Link } from 'react-router-dom'
import { hasCode } from '../../api/api-error.ts'
import { messageFor } from '../../api/message-for.ts'
import { useT } from '../../i18n/Language.tsx'
import { paths } from '../../paths.ts'
import { ErrorDetail } from '../../ui/ErrorState.tsx'

interface RefusalProps {
  error: Error
  /** The number that was asked for. */
  ext: string
  ref: Ref<HTMLDivElement>
}

const aboutTheNumber = ['extension-exists', 'extension-bound', 'creation-in-progress'] as const

/** Why nothing was created, in the service's own words too, and what to do. */
export function Refusal({ error, ext, ref }: RefusalProps) {
  const t = useT()
  const { sentence, next } = messageFor(error)
  return (
    <Alert ref={ref} tabIndex={-1} color="red" variant="outline" role="alert" title={t(sentence)}>
      <Text size="sm">{t(next)}</Text>
      {aboutTheNumber.some((code) => hasCode(error, code)) && (
        <Anchor component={Link} to={paths.extension(ext)} size="sm" underline="always">
          {t('create.open', { ext })}
        </Anchor>
      )}
      <ErrorDetail error={error} />
    </Alert>
  )
}
