import { randomBytes, randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import * as z from 'zod'
import { maxWebhooks, tlsModes, type Webhook } from '#contract/notification-channels.ts'
import { type NotificationKind, notificationKinds } from '#contract/notification-kinds.ts'
import type { Database, StoreTransaction } from '../platform/database/database.ts'
import { sealedFor, type Seal } from '../platform/database/encryption.ts'
import type { Tables } from '../platform/database/schema.ts'
import { fieldRefused, ProblemError } from '../platform/problems.ts'

const id = 1
const kindNames = z.array(z.string())

export interface MailServer {
  host: string
  port: number
  tls: (typeof tlsModes)[number]
  user: string | null
  /** Null when there is none, or no secret opens it. */
  password: string | null
  sender: string
}
/** A webhook with what is needed to send. */
export type Target = Webhook & { secret: string | null }

/** Where a read takes place: the store, or a transaction of a change. */
type Reader = Pick<Database['db'], 'selectFrom'>

/** Fails the waiting messages of a webhook that was turned off. */
export async function failWaiting(db: Pick<Database['db'], 'updateTable'>, webhookId: string): Promise<void> {
  await db
    .updateTable('delivery')
    .set({ state: 'failed' })
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'waiting')
    .execute()
}

/** The mail server and the webhooks, with their secrets sealed. */
export class Channels {
  readonly #db: Database['db']
  readonly #now: Database['now']
  readonly #seal: Seal

  constructor({ db, now }: Pick<Database, 'db' | 'now'>, seal: Seal) {
    this.#db = db
    this.#now = now
    this.#seal = seal
  }

  async mail(from: Reader = this.#db): Promise<MailServer | null> {
    const row = await from.selectFrom('mail_server').selectAll().executeTakeFirst()
    if (row === undefined) return null
    const { host, port, password } = row
    return {
      host,
      port,
      tls: tlsModes.find((mode) => mode === row.tls) ?? 'tls',
      user: row.user_name,
      password: password === null ? null : this.#seal.open(password, sealedFor.mail(host, port)),
      sender: row.sender,
    }
  }

  async webhooks(from: Reader = this.#db): Promise<Target[]> {
    const rows = await from.selectFrom('webhook').selectAll().orderBy('created_at').execute()
    return rows.map((row) => this.#toTarget(row))
  }

  async webhook(webhookId: string, from: Reader = this.#db): Promise<Target> {
    const row = await from.selectFrom('webhook').selectAll().where('id', '=', webhookId).executeTakeFirst()
    if (row === undefined) throw new ProblemError('not-found')
    return this.#toTarget(row)
  }

  /** Without a password, keeps the one that is saved for this server and user. Returns the server before. */
  async setMail(
    transaction: StoreTransaction,
    { password, ...server }: Omit<MailServer, 'password'> & { password: string | undefined },
  ): Promise<MailServer | null> {
    const before = await this.mail(transaction)
    const { host, port, tls, user, sender } = server
    const isSame = before?.host === host && before.port === port && before.user === user
    const kept = isSame ? before.password : null
    const secret = user === null ? null : (password ?? kept)
    const row = {
      host,
      port,
      tls,
      user_name: user,
      password: secret === null ? null : this.#seal.seal(secret, sealedFor.mail(host, port)),
      sender,
    }
    await transaction
      .insertInto('mail_server')
      .values({ id, ...row })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute()
    return before
  }

  async removeMail(transaction: StoreTransaction): Promise<void> {
    await transaction.deleteFrom('mail_server').execute()
  }

  /** Returns the webhook with its secret, which is readable only now. */
  async add(
    transaction: StoreTransaction,
    url: string,
    kinds: readonly NotificationKind[],
  ): Promise<{ webhook: Target; secret: string }> {
    if ((await this.webhooks(transaction)).length >= maxWebhooks)
      throw fieldRefused('url', `there are ${maxWebhooks} webhooks already; remove one first`)
    const webhookId = randomUUID()
    const secret = `whsec_${randomBytes(32).toString('base64')}`
    await transaction
      .insertInto('webhook')
      .values({
        id: webhookId,
        url,
        secret: this.#seal.seal(secret, sealedFor.webhook(webhookId, url)),
        kinds: JSON.stringify(kinds),
        created_at: this.#now,
      })
      .execute()
    return { webhook: await this.webhook(webhookId, transaction), secret }
  }

  /** Returns the webhook before and after. */
  async change(
    transaction: StoreTransaction,
    webhookId: string,
    { kinds, on }: { kinds?: readonly NotificationKind[] | undefined; on?: boolean | undefined },
  ): Promise<{ before: Target; after: Target }> {
    const before = await this.webhook(webhookId, transaction)
    await transaction
      .updateTable('webhook')
      .set({
        kinds: JSON.stringify(kinds ?? before.kinds),
        ...(on === true ? { off_at: null, off_because: null, failing_since: null } : {}),
        ...(on === false && before.offAt === null ? { off_at: this.#now, off_because: 'user' } : {}),
      })
      .where('id', '=', webhookId)
      .execute()
    if (on === false) await failWaiting(transaction, webhookId)
    return { before, after: await this.webhook(webhookId, transaction) }
  }

  async remove(transaction: StoreTransaction, webhookId: string): Promise<void> {
    await transaction.deleteFrom('delivery').where('webhook_id', '=', webhookId).execute()
    await transaction.deleteFrom('webhook').where('id', '=', webhookId).execute()
  }

  #toTarget(row: Selectable<Tables['webhook']>): Target {
    const kinds = kindNames.parse(JSON.parse(row.kinds))
    return {
      id: row.id,
      url: row.url,
      kinds: notificationKinds.filter((kind) => kinds.includes(kind)),
      createdAt: row.created_at,
      failingSince: row.failing_since,
      offAt: row.off_at,
      offBecause: row.off_because === 'user' || row.off_because === 'failures' ? row.off_because : null,
      secret: this.#seal.open(row.secret, sealedFor.webhook(row.id, row.url)),
    }
  }
}
