import type { DirectoryAgent } from '#contract/agents.ts'

/** What an agent is called: the name, else what identifies them. */
export const agentTitle = ({ name, workNumber, agentUuid, id }: DirectoryAgent): string =>
  name ?? workNumber ?? agentUuid ?? id

/** What tells agents of the same name apart: work number, extension and department, as far as they are known. */
export function agentHints({ name, workNumber, ext, department, agentUuid }: DirectoryAgent): string[] {
  const known = [name === null ? null : workNumber, ext, department].filter((hint) => hint !== null)
  return known.length > 0 || name === null ? known : [agentUuid ?? '']
}
