import type { DirectoryAgent } from '#contract/agents.ts'

/** Returns an agent's name; without a name, the work number, UUID or directory ID. */
export const agentTitle = ({ name, workNumber, agentUuid, id }: DirectoryAgent): string =>
  name ?? workNumber ?? agentUuid ?? id

/** Returns hints that distinguish agents of the same name: the known work number, extension and department, else the UUID. */
export function agentHints({ name, workNumber, ext, department, agentUuid }: DirectoryAgent): string[] {
  const known = [name === null ? null : workNumber, ext, department].filter((hint) => hint !== null)
  return known.length > 0 || name === null ? known : [agentUuid ?? '']
}
