import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listNumbers } from '#contract/numbers.ts'
import { read } from '../../api/endpoint-queries.ts'
import { PersonLink } from '../../entities/person/PersonLink.tsx'
import { NumberStateBadge } from '../../entities/extension/NumberStateBadge.tsx'
import { Message } from '../../i18n/Message.tsx'
import { useT } from '../../i18n/Language.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Time } from '../../ui/text/Time.tsx'

/** What the console knows of a number whose record can't be read now, with its age. Renders nothing for an unknown number. */
export function LastKnown({ ext }: { ext: string }) {
  const t = useT()
  const { data } = useQuery(
    read(listNumbers, { query: { search: ext, pageSize: 20 } }, { meta: { quiet: true } }),
  )
  const item = data?.items.find((each) => each.ext === ext)
  if (item === undefined) return null
  const { state, agentUuid, agentName, agentWorkNumber, agentDepartment, seenAt } = item
  return (
    <Panel title={t('detail.lastKnown')}>
      <Group gap="sm">
        <NumberStateBadge state={state} />
        {state === 'bound' && agentUuid !== null && (
          <PersonLink
            id={agentUuid}
            person={{ name: agentName, workNumber: agentWorkNumber, department: agentDepartment }}
          />
        )}
        <Text c="dimmed" span>
          <Message id="detail.lastKnown.seen" values={{ time: <Time value={seenAt} /> }} />
        </Text>
      </Group>
    </Panel>
  )
}
