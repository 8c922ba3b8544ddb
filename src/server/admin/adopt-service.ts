import type { Audit } from '../audit/audit-store.ts'
import { audited } from '../audit/audited.ts'
import type { Config } from '../platform/config/config.ts'
import type { Database } from '../platform/database/database.ts'
import type { Seal } from '../platform/database/encryption.ts'
import type { Actor } from '../platform/http/caller.ts'
import { sandboxIdentity, serviceIdentity } from '../service/connection.ts'
import { identitiesIn, joinIdentity } from '../service/identities.ts'
import { ServiceStore } from '../service/store.ts'

/** Returns the identity of the service that the console uses. */
async function currentIdentity(config: Config, database: Database, seal: Seal): Promise<string> {
  const { upstream, companyId } = config
  if (upstream !== null) return serviceIdentity({ sandbox: false, ...upstream, companyId })
  const saved = await new ServiceStore(database, seal).read()
  return saved?.active === true ? serviceIdentity(saved.connection) : sandboxIdentity
}

/** Lists the services whose data is in the store. */
export async function listIdentities(
  config: Config,
  database: Database,
  seal: Seal,
  say: (line: string) => void,
): Promise<void> {
  const current = await currentIdentity(config, database, seal)
  say(`current: ${current}`)
  for (const [identity, counts] of await identitiesIn(database))
    say(`${identity}\t${[...counts].map(([table, rows]) => `${table} ${rows}`).join(', ')}`)
}

/** Joins the data of another service into the current one's, on record. Throws with a sentence for the operator. */
export async function adoptService(
  from: string,
  config: Config,
  { database, seal, audit, actor }: { database: Database; seal: Seal; audit: Audit; actor: Actor },
): Promise<string> {
  const current = await currentIdentity(config, database, seal)
  if (from === current) throw new Error('that is the current service')
  if (!(await identitiesIn(database)).has(from))
    throw new Error(`the store has no data of ${from}; run adopt-service without it for a list`)
  const what = { actor, action: 'service.adopt', object: from, reason: current }
  await audited(audit, what, () => joinIdentity(database, from, current))
  return current
}
