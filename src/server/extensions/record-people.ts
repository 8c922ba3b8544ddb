import type { Extension } from '#contract/records.ts'
import type { Console } from '../features.ts'
import { namesIn, readPeople } from '../people/named.ts'

/** The user who created the number, and the job; null for a number that was not created here. */
async function creatorOf({ auth, jobs }: Console, ext: string) {
  const job = await jobs.ledger.creation(ext)
  if (job === undefined) return null
  const { id, name, user_id: userId, user_name: nameThen } = job
  const userName = (await auth.users.namesOf([userId])).get(userId) ?? nameThen
  return { user: { id: userId, name: userName }, job: { id, name } }
}

/** Returns who is behind a record: the agents that its service IDs name, and the user who created the number. */
export async function recordPeople(
  console: Console,
  { ext, agentUuid, agentName, creatorId, updateUserId, currentUsingAgentUuid }: Extension,
) {
  const ids = [creatorId, updateUserId, currentUsingAgentUuid].filter((id) => id !== null)
  const [people, creator] = await Promise.all([
    readPeople(console.database.db, console.account, agentUuid === null ? ids : [...ids, agentUuid]),
    creatorOf(console, ext),
  ])
  const { workNumber = null, department = null } = people.get(agentUuid ?? '') ?? {}
  // The directory learns the record's own agent only from this answer.
  const ownName = agentUuid === null || agentName === null ? {} : { [agentUuid]: agentName }
  const holder = agentUuid === null ? null : { agentUuid, agentName, workNumber, department }
  return { agentNames: { ...ownName, ...namesIn(people) }, holder, creator }
}
