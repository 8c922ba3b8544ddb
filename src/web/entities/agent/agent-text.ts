import type { DirectoryAgent } from '#contract/agents.ts'
import type { Translate } from '../../i18n/catalogue.ts'

/** Returns an agent's name; without a name, the work number, UUID or directory ID. */
export const agentTitle = ({ name, workNumber, agentUuid, id }: DirectoryAgent): string =>
  name ?? workNumber ?? agentUuid ?? id

/** Returns what distinguishes agents of the same name: extension, work number and department, as far as known, else the UUID. */
export function agentHints(agent: DirectoryAgent, t: Translate): string[] {
  const { name, workNumber, ext, department, agentUuid } = agent
  const known = [
    ext === null ? null : t('agent.hint.ext', { ext }),
    name === null || workNumber === null ? null : t('agent.hint.workNumber', { workNumber }),
    department,
  ].filter((hint) => hint !== null)
  return known.length > 0 || name === null ? known : [agentUuid ?? '']
}
