import { Alert, Group } from '@mantine/core'
import type { Person } from '#contract/people.ts'
import { Message } from '../../i18n/Message.tsx'
import { paths } from '../../lib/paths.ts'
import { PageLink } from '../../ui/layout/PageLink.tsx'
import { colorOf } from '../../ui/text/meaning.ts'
import { Time } from '../../ui/text/Time.tsx'

/** Lists the numbers reserved for the person with their expiry. Renders nothing when there are none. */
export function ReservedNumbers({ person: { reserved } }: { person: Person }) {
  if (reserved.length === 0) return null
  return (
    <Alert color={colorOf('reserved')}>
      <Group gap="xs" style={{ columnGap: '1.5rem' }}>
        {reserved.map(({ ext, expiresAt }) => (
          <span key={ext}>
            <Message
              id="person.reserved"
              values={{
                ext: (
                  <PageLink to={paths.extension(ext)} fw={600}>
                    {ext}
                  </PageLink>
                ),
                time: <Time value={expiresAt} words="moment" />,
              }}
            />
          </span>
        ))}
      </Group>
    </Alert>
  )
}
