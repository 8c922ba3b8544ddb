import { Text } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { RequestOutcome } from '#contract/service-requests.ts'
import { ApiError } from '../../api/api-error.ts'
import { useT } from '../../i18n/Language.tsx'
import { Message } from '../../i18n/Message.tsx'
import { paths } from '../../lib/paths.ts'
import { Time } from '../../ui/text/Time.tsx'

/** Says who made the request that exists already, and when (epoch milliseconds). */
function ExistingRequest({ by, at }: { by: string; at: number }) {
  return <Message id="requests.exists" values={{ by, time: <Time value={at} /> }} />
}

/** Beside the error of a refused request: the request that exists already, with a link to it; nothing for another error. */
export function ExistingRequestOf({ error, ext }: { error: Error | null; ext: string | undefined }) {
  const t = useT()
  const existing = error instanceof ApiError ? error.existingRequest : undefined
  return (
    existing !== undefined && (
      <Text component="div">
        <ExistingRequest by={existing.by} at={existing.at} />{' '}
        <Link to={paths.requests(ext === undefined ? {} : { ext })}>{t('requests.toList')}</Link>
      </Text>
    )
  )
}

/** Says why a number was refused, and which request for it exists already. */
export function RefusedNumber({
  ext,
  code,
  request,
}: Pick<RequestOutcome, 'ext' | 'request'> & { code: NonNullable<RequestOutcome['code']> }) {
  const t = useT()
  return (
    <>
      {t('label.value', { label: ext, value: t(`problem.${code}`) })}
      {request !== null && (
        <>
          {' · '}
          <ExistingRequest by={request.by.name} at={request.askedAt} />
        </>
      )}
    </>
  )
}
