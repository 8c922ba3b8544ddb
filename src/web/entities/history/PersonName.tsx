import { Anchor } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { HistoryAgent, HistoryPerson } from '#contract/history.ts'
import { useT } from '../../i18n/Language.tsx'
import { paths } from '../../lib/paths.ts'
import { usePermission } from '../session/SessionContext.tsx'

/** An agent's name and work number as a link. Administrators also see the UUID, as the title or in place of the name. */
export function AgentName({ agent }: { agent: HistoryAgent | null }) {
  const t = useT()
  const canSeeIds = usePermission('status.read')
  if (agent?.outside === true) return t('limit.outside')
  if (agent === null || (agent.agentUuid === null && agent.name === null)) return t('history.agent.none')
  if (agent.agentUuid === null) return agent.name
  return (
    <Anchor
      component={Link}
      to={paths.agent(agent.agentUuid)}
      inherit
      underline="always"
      title={canSeeIds ? agent.agentUuid : undefined}
    >
      {agent.name ?? (canSeeIds ? agent.agentUuid : t('history.agent.none'))}
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
