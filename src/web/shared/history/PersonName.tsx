import { Anchor } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { HistoryAgent, HistoryPerson } from '#contract/history.ts'
import { useT } from '../../i18n/Language.tsx'
import { paths } from '../../lib/paths.ts'

/** An agent by name and work number, with a link; the uuid on hover, and in place of a name that is not known. */
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
      {agent.name === null ? agent.agentUuid : [agent.name, agent.workNumber ?? []].flat().join(' · ')}
    </Anchor>
  )
}

/** A user of the console by name; the id on hover. */
export function UserName({ user: { id, name } }: { user: HistoryPerson }) {
  const t = useT()
  return <span title={id ?? undefined}>{id === 'console' ? t('history.console') : name}</span>
}
