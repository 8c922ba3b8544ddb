import { Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import * as z from 'zod/mini'
import type { Extension } from '#contract/records.ts'
import { agentUuid } from '#contract/text.ts'
import { useT } from '../../i18n/Language.tsx'
import { Message } from '../../i18n/Message.tsx'
import { paths } from '../../lib/paths.ts'
import { directoryAgent } from '../../shared/agent-directory/queries.ts'
import { UserName } from '../../shared/history/PersonName.tsx'
import { creatorQuery } from '../../shared/history/queries.ts'
import { EmptyValue } from '../../ui/EmptyValue.tsx'

/** The agent that the directory knows by this service id; otherwise the id itself, labeled as an id. */
export function ServiceUser({ id }: { id: string | null }) {
  const t = useT()
  const isUuid = z.safeParse(agentUuid, id).success
  const { data } = useQuery({ ...directoryAgent(id ?? ''), enabled: isUuid })
  if (id === null) return <EmptyValue />
  if (data?.name != null)
    return (
      <Anchor component={Link} to={paths.agent(id)} inherit title={id}>
        {data.name}
      </Anchor>
    )
  return (
    <>
      {id}{' '}
      <Text span size="xs" c="dimmed">
        {t('detail.serviceId')}
      </Text>
    </>
  )
}

/** The creator of the number: the user who ran its job, otherwise the record's `creatorId`. */
export function Creator({ extension: { ext, creatorId } }: { extension: Extension }) {
  const { data: created } = useQuery(creatorQuery(ext))
  if (created === undefined || created === null) return <ServiceUser id={creatorId} />
  return (
    <span title={creatorId ?? undefined}>
      <Message
        of="detail.createdBy"
        values={{
          name: <UserName user={created.by} />,
          job: (
            <Anchor component={Link} to={paths.job(created.job.id)} inherit>
              {created.job.name}
            </Anchor>
          ),
        }}
      />
    </span>
  )
}
