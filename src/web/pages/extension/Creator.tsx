import { Text } from '@mantine/core'
import type { ExtensionWithPeople } from '#contract/extensions.ts'
import { useT } from '../../i18n/Language.tsx'
import { Message } from '../../i18n/Message.tsx'
import { paths } from '../../lib/paths.ts'
import { UserName } from '../../entities/history/EntryText.tsx'
import { EmptyValue } from '../../ui/text/EmptyValue.tsx'
import { Time } from '../../ui/text/Time.tsx'
import { PageLink } from '../../ui/layout/PageLink.tsx'

/** The agent that the directory knows by this service ID; otherwise the ID itself, labeled as an ID. */
export function ServiceUser({ id, names }: { id: string | null; names: ExtensionWithPeople['agentNames'] }) {
  const t = useT()
  if (id === null) return <EmptyValue />
  const name = names[id]
  if (name !== undefined)
    return (
      <PageLink to={paths.person(id)} title={id}>
        {name}
      </PageLink>
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

/** The last line of the timeline: when the service says that the number was created, unless a job of the console did it. */
export function Created({ detail }: { detail: ExtensionWithPeople }) {
  const { creationTime } = detail.extension
  if (creationTime === null || creationTime === 0) return null
  return <Message id="detail.createdAt" values={{ time: <Time value={creationTime} words="moment" /> }} />
}

/** The creator of the number: the user who ran its job, otherwise the record's `creatorId`. */
export function Creator({ detail: { extension, agentNames, creator } }: { detail: ExtensionWithPeople }) {
  if (creator === null) return <ServiceUser id={extension.creatorId} names={agentNames} />
  return (
    <span title={extension.creatorId ?? undefined}>
      <Message
        id="detail.createdBy"
        values={{
          name: <UserName user={creator.user} />,
          job: <PageLink to={paths.job(creator.job.id)}>{creator.job.name}</PageLink>,
        }}
      />
    </span>
  )
}
