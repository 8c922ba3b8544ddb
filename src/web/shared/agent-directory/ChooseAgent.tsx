import { useT } from '../../i18n/Language.tsx'
import { NativeSelect } from '../../ui/form/NativeSelect.tsx'
import { agentHints, agentTitle } from './agent-text.ts'
import { knownAgent, type Found, type KnownAgent } from './find-agent.ts'

interface ChooseAgentProps {
  found: Found & { why: 'ambiguous' }
  /** The `id` of a `KnownAgent`. */
  chosen: string | undefined
  onChoose: (agent: KnownAgent) => void
  /** The user can choose joiners too. */
  joiners?: boolean
}

/** Lets the user choose between agents of the same name. Each option has distinguishing hints; none is preselected. */
export function ChooseAgent({
  found: { text, candidates },
  chosen,
  onChoose,
  joiners = false,
}: ChooseAgentProps) {
  const t = useT()
  const offered = candidates.filter(({ agentUuid }) => joiners || agentUuid !== null)
  const label = t('agents.choose', { name: text })
  return (
    <NativeSelect
      aria-label={label}
      size="xs"
      value={offered.find(({ id, agentUuid }) => (agentUuid ?? id) === chosen)?.id ?? ''}
      data={[
        { value: '', label },
        ...offered.map((agent) => ({
          value: agent.id,
          label: [
            agentTitle(agent),
            ...agentHints(agent),
            ...(agent.agentUuid === null ? [t('agents.joiner')] : []),
          ].join(' · '),
        })),
      ]}
      onChange={(event) => {
        const { value } = event.currentTarget
        const agent = offered.find(({ id }) => id === value)
        if (agent !== undefined) onChoose(knownAgent(agent))
      }}
    />
  )
}
