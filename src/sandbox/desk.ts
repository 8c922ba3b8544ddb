import type { DatabaseSync } from 'node:sqlite'
import type { Lists } from './lists.ts'
import type { ExtensionRow } from './schema.ts'

/** Changes that people make at the service, because the API has no operation for them. */
export function createDesk(
  db: DatabaseSync,
  lists: Lists,
  extension: (companyId: string, ext: string) => ExtensionRow | null,
  now: () => number,
) {
  const setAgent = db.prepare(
    'UPDATE extension SET bind_status = ?, bind_time = ?, agent_uuid = ? WHERE company_id = ? AND ext = ?',
  )
  const setUse = db.prepare('UPDATE extension SET using_uuid = ? WHERE company_id = ? AND ext = ?')
  const freeAgent = db.prepare('UPDATE agent SET ext = NULL WHERE company_id = ? AND ext = ?')
  const bindAgent = db.prepare('UPDATE agent SET ext = ? WHERE uuid = ?')
  const drop = db.prepare('DELETE FROM extension WHERE company_id = ? AND ext = ?')
  const countExtension = db.prepare('UPDATE company SET extensions = extensions - 1 WHERE id = ?')

  /** Returns the number's row; throws when the number does not exist. */
  function rowOf(companyId: string, ext: string): ExtensionRow {
    const row = extension(companyId, ext)
    if (row === null) throw new Error(`there is no ${ext}`)
    return row
  }
  function change(companyId: string, ext: string, agentUuid: string | null): void {
    lists.count(rowOf(companyId, ext), -1)
    freeAgent.run(companyId, ext)
    setAgent.run(agentUuid === null ? 0 : 1, agentUuid === null ? 0 : now(), agentUuid, companyId, ext)
    if (agentUuid !== null) bindAgent.run(ext, agentUuid)
    lists.count(rowOf(companyId, ext), 1)
  }

  return {
    /** Throws when the number does not exist. */
    unbind: (companyId: string, ext: string): void => change(companyId, ext, null),
    /** Binds a number to an agent, even when another agent has the number. Throws when the number does not exist. */
    bind: change,
    /** An agent signs in with a number, or signs out (`null`). Throws when the number does not exist. */
    use: (companyId: string, ext: string, agentUuid: string | null): void => {
      lists.count(rowOf(companyId, ext), -1)
      setUse.run(agentUuid, companyId, ext)
      lists.count(rowOf(companyId, ext), 1)
    },
    /** Throws when the number does not exist. */
    remove: (companyId: string, ext: string): void => {
      lists.count(rowOf(companyId, ext), -1)
      freeAgent.run(companyId, ext)
      drop.run(companyId, ext)
      countExtension.run(companyId)
    },
  }
}
