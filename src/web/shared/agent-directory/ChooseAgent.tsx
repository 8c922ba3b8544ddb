import { NativeSelect } from '@mantine/core'
import { useT } from '../../i18n/Language.tsx'
import { agentHints, agentTitle } from './agent-text.ts'
import type { Found, KnownAgent } from './find-agent.ts'

interface ChooseAgentProps {
  found: Found & { why: 'ambiguous' }
  chosen: string | undefined
  onChoose: (agent: KnownAgent) => void
}

/** Which of several agents of one name is meant: each with what tells them apart, none chosen for the reader. */
export function ChooseAgent({ found: { text, candidates }, chosen, onChoose }: ChooseAgentProps) {
  const t = useT()
  const label = t('agents.choose', { name: text })
  return (
    <NativeSelect
      aria-label={label}
      size="xs"
      value={chosen ?? ''}
      data={[
        { value: '', label },
        ...candidates.flatMap((agent) =>
          agent.agentUuid === null
            ? []
            : [{ value: agent.agentUuid, label: [agentTitle(agent), ...agentHints(agent)].join(' · ') }],
        ),
      ]}
      onChange={(event) => {
        const uuid = event.currentTarget.value
        const agent = candidates.find(({ agentUuid }) => agentUuid === uuid)
        if (agent !== undefined) onChoose({ uuid, name: agent.name })
      }}
    />
  )
}
