import { Alert, Group } from '@mantine/core'
import type { Person } from '#contract/people.ts'
import { Message } from '../../i18n/Message.tsx'
import { PlainNumber } from '../../entities/extension/NumberLink.tsx'
import { colorOf } from '../../ui/text/meaning.ts'
import { Time } from '../../ui/text/Time.tsx'

/** Lists the numbers reserved for the agent with their expiry. Renders nothing when there are none. */
export function ReservedNumbers({ agent: { reserved } }: { agent: Person }) {
  if (reserved.length === 0) return null
  return (
    <Alert color={colorOf('reserved')}>
      <Group gap="xs" style={{ columnGap: '1.5rem' }}>
        {reserved.map(({ ext, expiresAt }) => (
          <Group key={ext} gap={6}>
            <Message
              id="person.reserved"
              values={{ ext: <PlainNumber ext={ext} />, time: <Time value={expiresAt} words="moment" /> }}
            />
          </Group>
        ))}
      </Group>
    </Alert>
  )
}
