/** Returns the directory's names by agent UUID; agents unknown to the directory are absent. */
export type AgentNames = (agentUuids: readonly string[]) => Promise<ReadonlyMap<string, string>>

interface NamedAgent {
  agentUuid: string | null
  agentName: string | null
}

/** Returns the items, with the directory's name wherever an item has an agent but no name. */
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
