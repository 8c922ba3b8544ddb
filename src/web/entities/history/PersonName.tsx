import { Anchor } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { HistoryAgent, HistoryPerson } from '#contract/history.ts'
import { useT } from '../../i18n/Language.tsx'
import { paths } from '../../lib/paths.ts'

/** An agent's name and work number as a link, with the UUID as the title, or as the text when the name is unknown. */
export function AgentName({ agent }: { agent: HistoryAgent | null }) {
  const t = useT()
  if (agent === null || (agent.agentUuid === null && agent.name === null)) return t('history.agent.none')
  if (agent.agentUuid === null) return agent.name
  return (
    <Anchor
      component={Link}
      to={paths.agent(agent.agentUuid)}
      inherit
      underline="always"
      title={agent.agentUuid}
    >
      {agent.name ?? agent.agentUuid}
      {agent.name !== null &&
        agent.workNumber !== undefined &&
        ` · ${t('agent.hint.workNumber', { workNumber: agent.workNumber })}`}
    </Anchor>
  )
}

/** A console user's name, with the ID as the title. */
export function UserName({ user: { id, name } }: { user: HistoryPerson }) {
  const t = useT()
  return <span title={id ?? undefined}>{id === 'console' ? t('history.console') : name}</span>
}
