import { Badge, Group } from '@mantine/core'
import type { AgentSort, AgentState, DirectoryAgent } from '#contract/people.ts'
import type { Translate } from '../../i18n/catalogue.ts'
import { paths } from '../../lib/paths.ts'
import { agentTitle } from '../../entities/person/agent-text.ts'
import { LabelList } from '../../entities/label/LabelList.tsx'
import { PlainNumber } from '../../entities/extension/NumberLink.tsx'
import { EmptyValue } from '../../ui/text/EmptyValue.tsx'
import type { Meaning } from '../../ui/text/meaning.ts'
import type { Column } from '../../ui/table/DataTable.tsx'
import type { Sorting } from '../../ui/table/sorting.ts'
import { StateBadge } from '../../ui/text/StateBadge.tsx'
import { PageLink } from '../../ui/layout/PageLink.tsx'

const meanings = { number: 'bound', reserved: 'reserved', none: 'waiting' } as const satisfies Record<
  AgentState,
  Meaning
>

function AgentStateBadge({ agent: { state }, t }: { agent: DirectoryAgent; t: Translate }) {
  return <StateBadge meaning={meanings[state]}>{t(`agents.state.${state}`)}</StateBadge>
}

/** Columns of the directory: the agent, their numbers, and their department. */
export const agentColumns = (t: Translate, sorting: Sorting<AgentSort>): Column<DirectoryAgent>[] => [
  {
    id: 'name',
    header: t('agent.field.name'),
    width: 160,
    ...sorting('name'),
    cell: (agent) => (
      <Group gap="xs" wrap="nowrap" maw={260}>
        <PageLink to={paths.person(agent.agentUuid ?? agent.id)} fw={600} truncate title={agentTitle(agent)}>
          {agentTitle(agent)}
        </PageLink>
        {agent.agentUuid === null && <Badge>{t('agents.joiner')}</Badge>}
      </Group>
    ),
  },
  {
    id: 'workNumber',
    header: t('agents.workNumber'),
    width: 90,
    ...sorting('workNumber'),
    cell: ({ workNumber }) => workNumber ?? <EmptyValue />,
    isEmpty: ({ workNumber }) => workNumber === null,
  },
  {
    id: 'ext',
    header: t('agents.extension'),
    width: 110,
    ...sorting('ext'),
    cell: ({ ext, numbers, reserved }) =>
      ext !== null ? (
        <>
          <PlainNumber ext={ext} />
          {numbers > 1 && ` ${t('agents.more', { count: numbers - 1 })}`}
        </>
      ) : reserved[0] === undefined ? (
        <EmptyValue />
      ) : (
        <PlainNumber ext={reserved[0].ext} />
      ),
  },
  {
    id: 'state',
    header: t('agents.state'),
    width: 120,
    ...sorting('state'),
    cell: (agent) => <AgentStateBadge agent={agent} t={t} />,
  },
  {
    id: 'department',
    header: t('agent.field.department'),
    width: 140,
    ...sorting('department'),
    cell: ({ department }) =>
      department === null ? <EmptyValue /> : <span title={department}>{department}</span>,
    isEmpty: ({ department }) => department === null,
  },
  {
    id: 'labels',
    header: t('labels.title'),
    width: 130,
    cell: ({ labels }) => <LabelList labels={labels} to={(label) => paths.people({ label })} />,
    isEmpty: ({ labels }) => labels.length === 0,
  },
]
