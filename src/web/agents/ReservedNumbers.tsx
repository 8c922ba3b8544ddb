import { Alert } from '@mantine/core'
import type { DirectoryAgent } from '#contract/agents.ts'
import { Message } from '../i18n/Message.tsx'
import { NumberLink } from '../shared/NumberLink.tsx'
import { colorOf } from '../ui/meaning.ts'
import { Time } from '../ui/Time.tsx'

/** Numbers reserved for the agent, and until when; nothing where there are none. */
export function ReservedNumbers({ agent: { reserved } }: { agent: DirectoryAgent }) {
  if (reserved.length === 0) return null
  return (
    <Alert variant="outline" color={colorOf('reserved')} mt="md">
      <Message
        of="agent.reserved"
        values={{
          numbers: reserved.map(({ ext, expiresAt }) => (
            <span key={ext}>
              <NumberLink ext={ext} /> (<Time value={expiresAt} />){' '}
            </span>
          )),
        }}
      />
    </Alert>
  )
}
