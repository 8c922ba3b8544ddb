import { Text } from '@mantine/core'
import type { Job } from '#contract/jobs.ts'
import { useT } from '../../i18n/Language.tsx'
import { Message } from '../../i18n/Message.tsx'
import { Time } from '../../ui/text/Time.tsx'

type Credentials = Job['credentials']

/** Says that generated passwords wait and until when, or that they were deleted. Renders nothing for a job without any. */
export function PasswordState({ credentials: { offered, until, deleted } }: { credentials: Credentials }) {
  const t = useT()
  if (offered > 0)
    return until === null ? (
      t('credentials.waiting.open', { count: offered })
    ) : (
      <Message
        id="credentials.waiting"
        values={{ count: offered, time: <Time value={until} words="moment" /> }}
      />
    )
  if (deleted === null) return null
  const time = <Time value={deleted.at} words="moment" />
  return deleted.by === null ? (
    <Message id="credentials.deleted" values={{ time }} />
  ) : (
    <Message id="credentials.deleted.by" values={{ time, name: deleted.by }} />
  )
}

/** Says to whom the passwords were sent, as a download or for printing, and when. */
export function Retrieval({ how, by, at }: Credentials['retrievals'][number]) {
  const values = { name: by, time: <Time value={at} words="moment" /> }
  return <Message id={how === 'printed' ? 'credentials.printed' : 'credentials.downloaded'} values={values} />
}

/** True for a job with generated passwords to speak of. */
export const hasPasswords = ({ offered, deleted }: Credentials): boolean => offered > 0 || deleted !== null

/** The state of a job's passwords and their latest retrieval, for a list of jobs. */
export function PasswordSummary({ credentials }: { credentials: Credentials }) {
  const latest = credentials.retrievals.at(-1)
  if (!hasPasswords(credentials)) return null
  return (
    <Text size="xs" c="dimmed" component="div">
      <div>
        <PasswordState credentials={credentials} />
      </div>
      {latest !== undefined && (
        <div>
          <Retrieval {...latest} />
        </div>
      )}
    </Text>
  )
}
