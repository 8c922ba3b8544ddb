import type { DatabaseSync } from 'node:sqlite'
import type { Lists } from './lists.ts'
import type { ExtensionRow } from './schema.ts'
import { transaction } from './transaction.ts'

/**
 * Changes that people make at the service, because the API has no operation for them. Each throws when the number does not
 * exist.
 */
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
  const setEnabled = db.prepare('UPDATE extension SET enabled = ? WHERE company_id = ? AND ext = ?')
  const freeAgent = db.prepare('UPDATE agent SET ext = NULL WHERE company_id = ? AND ext = ?')
  const bindAgent = db.prepare('UPDATE agent SET ext = ? WHERE uuid = ?')
  const drop = db.prepare('DELETE FROM extension WHERE company_id = ? AND ext = ?')
  const countExtension = db.prepare('UPDATE company SET extensions = extensions - 1 WHERE id = ?')

  /** Changes a number's row and the lists it is in. */
  function change(companyId: string, ext: string, work: () => void): void {
    transaction(db, () => {
      const before = extension(companyId, ext)
      if (before === null) throw new Error(`there is no ${ext}`)
      lists.count(before, -1)
      work()
      const after = extension(companyId, ext)
      if (after !== null) lists.count(after, 1)
    })
  }
  const bind = (companyId: string, ext: string, agentUuid: string | null): void =>
    change(companyId, ext, () => {
      freeAgent.run(companyId, ext)
      setAgent.run(agentUuid === null ? 0 : 1, agentUuid === null ? 0 : now(), agentUuid, companyId, ext)
      if (agentUuid !== null) bindAgent.run(ext, agentUuid)
    })

  return {
    unbind: (companyId: string, ext: string): void => bind(companyId, ext, null),
    /** Binds a number to an agent, even when another agent has the number. */
    bind,
    /** An agent signs in with a number, or signs out (`null`). */
    use: (companyId: string, ext: string, agentUuid: string | null): void =>
      change(companyId, ext, () => setUse.run(agentUuid, companyId, ext)),
    enable: (companyId: string, ext: string, enabled: boolean): void =>
      change(companyId, ext, () => setEnabled.run(enabled ? 1 : 0, companyId, ext)),
    remove: (companyId: string, ext: string): void =>
      change(companyId, ext, () => {
        freeAgent.run(companyId, ext)
        drop.run(companyId, ext)
        countExtension.run(companyId)
      }),
  }
}
