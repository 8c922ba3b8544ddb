import type { HistoryAgent, HistoryPerson } from '#contract/history.ts'
import { useT } from '../../i18n/Language.tsx'
import { PersonLink } from '../agent/PersonLink.tsx'

/** An agent's name and work number as a link. */
export function AgentName({ agent }: { agent: HistoryAgent | null }) {
  const t = useT()
  if (agent?.outside === true) return t('limit.outside')
  if (agent === null || (agent.agentUuid === null && agent.name === null)) return t('history.agent.none')
  if (agent.agentUuid === null) return agent.name
  return <PersonLink id={agent.agentUuid} person={agent} />
}

/** A console user's name, with the ID as the title. */
export function UserName({ user: { id, name } }: { user: HistoryPerson }) {
  const t = useT()
  return <span title={id ?? undefined}>{id === 'console' ? t('history.console') : name}</span>
}
