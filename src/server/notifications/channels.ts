import { randomBytes, randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import * as z from 'zod'
import { maxWebhooks, tlsModes, type Webhook } from '#contract/notification-channels.ts'
import { type NotificationKind, notificationKinds } from '#contract/notification-kinds.ts'
import type { Database, StoreTransaction } from '../platform/database/database.ts'
import { sealedFor, type Seal } from '../platform/database/encryption.ts'
import { Resource, type Edit } from '../platform/database/resource.ts'
import type { Tables } from '../platform/database/schema.ts'
import { fieldRefused } from '../platform/problems.ts'

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
  version: number
}
/** A webhook with what is needed to send. */
export type Target = Webhook & { secret: string | null }

const mailServers = new Resource<Selectable<Tables['mail_server']>>('mail_server')
const webhooks = new Resource<Selectable<Tables['webhook']>>('webhook', {
  most: {
    among: [],
    count: maxWebhooks,
    problem: () => fieldRefused('url', `there are ${maxWebhooks} webhooks already; remove one first`),
  },
})

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
  readonly #seal: Seal

  constructor({ db }: Pick<Database, 'db'>, seal: Seal) {
    this.#db = db
    this.#seal = seal
  }

  async mail(from: Database['db'] = this.#db): Promise<MailServer | null> {
    const row = await mailServers.find(from, { id })
    if (row === undefined) return null
    const { host, port, password } = row
    return {
      host,
      port,
      tls: tlsModes.find((mode) => mode === row.tls) ?? 'tls',
      user: row.user_name,
      password: password === null ? null : this.#seal.open(password, sealedFor.mail(host, port)),
      sender: row.sender,
      version: row.version,
    }
  }

  async webhooks(from: Database['db'] = this.#db): Promise<Target[]> {
    const rows = await from.selectFrom('webhook').selectAll().orderBy('created_at').execute()
    return rows.map((row) => this.#toTarget(row))
  }

  /** Throws `not-found`. */
  async webhook(webhookId: string): Promise<Target> {
    return this.#toTarget(await webhooks.get(this.#db, { id: webhookId }))
  }

  /** Without a password, keeps the one that is saved for this server and user. Returns the server before. Throws `edit-conflict`. */
  async setMail(
    transaction: StoreTransaction,
    { password, ...server }: Omit<MailServer, 'password' | 'version'> & { password?: string | undefined },
    edit: Edit,
  ): Promise<MailServer | null> {
    const before = await this.mail(transaction)
    const { host, port, tls, user, sender } = server
    const isSame = before?.host === host && before.port === port && before.user === user
    const saved = isSame ? before.password : null
    const secret = user === null ? null : (password ?? saved)
    const row = {
      host,
      port,
      tls,
      user_name: user,
      password: secret === null ? null : this.#seal.seal(secret, sealedFor.mail(host, port)),
      sender,
    }
    await mailServers.put(transaction, { id }, row, edit)
    return before
  }

  async removeMail(transaction: StoreTransaction): Promise<void> {
    await mailServers.remove(transaction, { id })
  }

  /** Returns the webhook with its secret, which is readable only now. */
  async add(
    transaction: StoreTransaction,
    url: string,
    kinds: readonly NotificationKind[],
    at: number,
  ): Promise<{ webhook: Target; secret: string }> {
    const webhookId = randomUUID()
    const secret = `whsec_${randomBytes(32).toString('base64')}`
    const row = {
      url,
      secret: this.#seal.seal(secret, sealedFor.webhook(webhookId, url)),
      kinds: JSON.stringify(kinds),
      created_at: at,
    }
    const added = await webhooks.put(transaction, { id: webhookId }, row, { version: 0, at })
    return { webhook: this.#toTarget(added), secret }
  }

  /** Returns the webhook before and after. Throws `not-found` and `edit-conflict`. */
  async change(
    transaction: StoreTransaction,
    webhookId: string,
    { kinds, on }: { kinds?: readonly NotificationKind[] | undefined; on?: boolean | undefined },
    edit: Edit,
  ): Promise<{ before: Target; after: Target }> {
    const { off_at: offAt } = await webhooks.get(transaction, { id: webhookId })
    const values = {
      ...(kinds === undefined ? {} : { kinds: JSON.stringify(kinds) }),
      ...(on === true ? { off_at: null, off_because: null, failing_since: null } : {}),
      ...(on === false && offAt === null ? { off_at: edit.at, off_because: 'user' } : {}),
    }
    const { before, after } = await webhooks.change(transaction, { id: webhookId }, values, edit)
    if (on === false) await failWaiting(transaction, webhookId)
    return { before: this.#toTarget(before), after: this.#toTarget(after) }
  }

  async remove(transaction: StoreTransaction, webhookId: string): Promise<void> {
    await transaction.deleteFrom('delivery').where('webhook_id', '=', webhookId).execute()
    await webhooks.remove(transaction, { id: webhookId })
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
      version: row.version,
      offBecause: row.off_because === 'user' || row.off_because === 'failures' ? row.off_because : null,
      secret: this.#seal.open(row.secret, sealedFor.webhook(row.id, row.url)),
    }
  }
}
