import type { Database } from './database.ts'
import { sealedFor, type Seal } from './encryption.ts'

const rowsAtOnce = 500

/**
 * Seals tokens and the secrets of jobs and of the saved connection again under the current secret. Keeps a value that no secret opens. Replaces a value
 * only if it is unchanged since the read, because other replicas may be running.
 */
export async function resealStore({ db }: Pick<Database, 'db'>, seal: Seal): Promise<void> {
  const other = `${seal.form}%`
  const again = (sealed: string | null, context: string): string | null => {
    const text = sealed === null ? null : seal.open(sealed, context)
    return text === null ? null : seal.seal(text, context)
  }

  const tokens = await db
    .selectFrom('token_state')
    .select(['key', 'token'])
    .where('token', 'not like', other)
    .execute()
  for (const { key, token } of tokens) {
    const sealed = again(token, sealedFor.token(key))
    if (sealed !== null)
      await db
        .updateTable('token_state')
        .set({ token: sealed })
        .where('key', '=', key)
        .where('token', '=', token)
        .execute()
  }

  const connection = await db.selectFrom('service_connection').selectAll().executeTakeFirst()
  for (const column of ['app_key', 'authorization_value'] as const) {
    const value = connection?.[column] ?? null
    if (connection === undefined || value === null || value.startsWith(seal.form)) continue
    const sealed = again(value, sealedFor.service(column, connection.url, connection.extensions_url))
    if (sealed !== null)
      await db
        .updateTable('service_connection')
        .set({ [column]: sealed })
        .where(column, '=', value)
        .execute()
  }

  async function resealKey(jobId: string): Promise<void> {
    const row = await db
      .selectFrom('job')
      .select('secret_key')
      .where('id', '=', jobId)
      .where('secret_key', 'not like', other)
      .executeTakeFirst()
    const sealed = again(row?.secret_key ?? null, sealedFor.jobKey(jobId))
    if (row !== undefined && sealed !== null)
      await db
        .updateTable('job')
        .set({ secret_key: sealed })
        .where('id', '=', jobId)
        .where('secret_key', '=', row.secret_key)
        .execute()
  }

  /** Reseals up to `rowsAtOnce` rows after a position. Returns the last position; `null` when no rows are left. */
  async function resealItems(jobId: string, after: number): Promise<number | null> {
    const rows = await db
      .selectFrom('job_item')
      .select(['position', 'password'])
      .where('job_id', '=', jobId)
      .where('position', '>', after)
      .where('password', 'not like', other)
      .orderBy('position')
      .limit(rowsAtOnce)
      .execute()
    for (const { position, password } of rows) {
      const sealed = again(password, sealedFor.itemPassword(jobId, position))
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
    .select('id')
    .where('has_secrets', '=', 1)
    .where((where) => where.or([where('secrets_until', 'is', null), where('secrets_until', '>', 0)]))
    .execute()
  for (const { id } of jobs) {
    await resealKey(id)
    for (let at: number | null = -1; at !== null;) at = await resealItems(id, at)
  }
}
