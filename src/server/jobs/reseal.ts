import type { Database } from '../platform/database/database.ts'
import { sealedFor, type Seal } from '../platform/database/encryption.ts'

const rowsAtOnce = 500

/**
 * Seals the secrets of jobs again under the current secret. Keeps a value that no secret opens. Replaces a value only if it is
 * unchanged since the read, because other replicas may be running.
 */
export async function resealJobs({ db }: Pick<Database, 'db'>, seal: Seal): Promise<void> {
  /** Seals up to `rowsAtOnce` rows after a position again. Returns the last position; `null` when no rows are left. */
  async function resealItems(jobId: string, after: number): Promise<number | null> {
    const rows = await db
      .selectFrom('job_item')
      .select(['position', 'password'])
      .where('job_id', '=', jobId)
      .where('position', '>', after)
      .where('password', 'not like', `${seal.form}%`)
      .orderBy('position')
      .limit(rowsAtOnce)
      .execute()
    for (const { position, password } of rows) {
      const sealed = seal.reseal(password, sealedFor.itemPassword(jobId, position))
      if (sealed !== null)
        await db
          .updateTable('job_item')
          .set({ password: sealed })
          .where('job_id', '=', jobId)
          .where('position', '=', position)
          .where('password', '=', password)
          .execute()
    }
    return rows.at(-1)?.position ?? null
  }

  const jobs = await db
    .selectFrom('job')
    .select(['id', 'secret_key'])
    .where('has_secrets', '=', 1)
    .where((where) => where.or([where('secrets_until', 'is', null), where('secrets_until', '>', 0)]))
    .execute()
  for (const { id, secret_key: key } of jobs) {
    const sealed = seal.reseal(key, sealedFor.jobKey(id))
    if (sealed !== null)
      await db
        .updateTable('job')
        .set({ secret_key: sealed })
        .where('id', '=', id)
        .where('secret_key', '=', key)
        .execute()
    for (let at: number | null = -1; at !== null;) at = await resealItems(id, at)
  }
}
