import { sql } from 'kysely'
import * as z from 'zod'
import { isMacOfHead } from './audit-store.ts'
import type { Database } from '../platform/database/database.ts'
import type { Seal } from '../platform/database/encryption.ts'
import { ConfigError } from '../platform/config/startup-error.ts'

/** Runs a statement without parameters on either kind of store, and returns its rows. */
export type Query = (statement: string) => unknown

const heads = z.array(z.object({ chain: z.string(), seq: z.number(), hash: z.string(), mac: z.string() }))
const forms = z.array(z.object({ form: z.string() }))

const openJobs = `SELECT id FROM job WHERE has_secrets = 1 AND (secrets_until IS NULL OR secrets_until > 0)`
/** The prefixes of sealed values. A prefix identifies the secret. */
const sealedForms = `SELECT substr(token, 1, 12) AS form FROM token_state WHERE token LIKE 'v2.%'
  UNION SELECT substr(secret_key, 1, 12) FROM job WHERE secret_key LIKE 'v2.%' AND id IN (${openJobs})
  UNION SELECT substr(password, 1, 12) FROM job_item WHERE password LIKE 'v2.%' AND job_id IN (${openJobs})`

/** True when one of the seal's secrets wrote a chain of the audit, or the audit has no chain yet. */
async function hasSignedAuditChain(query: Query, seal: Seal): Promise<boolean> {
  const found = heads.parse(await query('SELECT chain, seq, hash, mac FROM audit_head ORDER BY at DESC'))
  return found.length === 0 || found.some(({ mac, ...end }) => isMacOfHead(seal, end, mac))
}

/** True when the seal's secrets open every sealed value in the store, and `hasSignedAuditChain` holds. */
export async function hasValidSecrets(query: Query, seal: Seal): Promise<boolean> {
  if (!(await hasSignedAuditChain(query, seal))) return false
  return forms.parse(await query(sealedForms)).every(({ form }) => seal.forms.includes(form))
}

const queryOn =
  ({ db }: Pick<Database, 'db'>): Query =>
  async (statement) =>
    (await sql.raw(statement).execute(db)).rows

/** Throws `ConfigError` when the secrets are not those of the store: its sealed values would be lost. */
export async function requireSecret(database: Pick<Database, 'db'>, seal: Seal): Promise<void> {
  if (await hasValidSecrets(queryOn(database), seal)) return
  throw new ConfigError([
    'SESSION_SECRET: the store is kept under another secret; give that one (session-secret in DATA_DIR where it was made there), or during a rotation the one of before as SESSION_SECRET_PREVIOUS',
  ])
}
