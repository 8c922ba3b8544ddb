import type { Extension } from '#contract/records.ts'

export interface PeopleDeps {
  agentNames: (uuids: readonly string[]) => Promise<ReadonlyMap<string, string>>
  /** What distinguishes agents of the same name, by UUID, for those in the directory. */
  agentsOf: (
    uuids: readonly string[],
  ) => Promise<ReadonlyMap<string, { workNumber: string | undefined; department: string | undefined }>>
  users: { namesOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>> }
  jobs: {
    creation: (
      ext: string,
    ) => Promise<{ id: string; name: string; user_id: string; user_name: string } | undefined>
  }
}

/** Returns a function that reads who is behind a record: the agents that its service IDs name, and the user who created the number. */
export function createRecordPeople({ agentNames, agentsOf, users, jobs }: PeopleDeps) {
  async function creatorOf(ext: string) {
    const job = await jobs.creation(ext)
    if (job === undefined) return null
    const { id, name, user_id: userId, user_name: nameThen } = job
    const userName = (await users.namesOf([userId])).get(userId) ?? nameThen
    return { user: { id: userId, name: userName }, job: { id, name } }
  }

  return async ({ ext, agentUuid, agentName, creatorId, updateUserId, currentUsingAgentUuid }: Extension) => {
    const ids = [creatorId, updateUserId, currentUsingAgentUuid].filter((id) => id !== null)
    const [names, creator, agents] = await Promise.all([
      agentNames(ids),
      creatorOf(ext),
      agentsOf(agentUuid === null ? [] : [agentUuid]),
    ])
    const { workNumber = null, department = null } = agents.get(agentUuid ?? '') ?? {}
    // The directory learns the record's own agent only from this answer.
    const own = agentUuid === null || agentName === null ? {} : { [agentUuid]: agentName }
    const holder = agentUuid === null ? null : { agentUuid, agentName, workNumber, department }
    return { agentNames: { ...own, ...Object.fromEntries(names) }, holder, creator }
  }
}
