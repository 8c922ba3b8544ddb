/** The directory's names by uuid, of those of these agents whom it knows. */
export type AgentNames = (agentUuids: readonly string[]) => Promise<ReadonlyMap<string, string>>

interface NamedAgent {
  agentUuid: string | null
  agentName: string | null
}

/** Items about agents, those without a name with the directory's. */
export async function withAgentNames<Item extends NamedAgent>(
  items: readonly Item[],
  agentNames: AgentNames,
): Promise<Item[]> {
  const unnamed = items.flatMap(({ agentUuid, agentName }) =>
    agentUuid !== null && agentName === null ? [agentUuid] : [],
  )
  const names = unnamed.length === 0 ? new Map<string, string>() : await agentNames([...new Set(unnamed)])
  return items.map((item) => ({
    ...item,
    agentName: item.agentName ?? names.get(item.agentUuid ?? '') ?? null,
  }))
}
