import type { Selectable } from 'kysely'
import * as z from 'zod'
import { profileSchema } from '#upstream/profile.ts'
import { ConfigError } from '../platform/config/startup-error.ts'
import type { Database, StoreTransaction } from '../platform/database/database.ts'
import { Resource } from '../platform/database/resource.ts'
import type { Tables } from '../platform/database/schema.ts'
import { sealedFor, type Seal } from '../platform/database/encryption.ts'
import { changedParts, serviceIdentity, type Connection, type ServiceAddress } from './connection.ts'

export interface Saved {
  /** False while the console uses the sandbox. */
  active: boolean
  version: number
  connection: Connection
}

const id = 1
const stepStates = z.record(z.string(), z.string())
const stepNames = z.array(z.string())

const connections = new Resource<Selectable<Tables['service_connection']>>('service_connection')

/** The saved connection, with its secrets sealed. */
export class ServiceStore {
  readonly #db: Database['db']
  readonly #clock: Database['clock']
  readonly #seal: Seal

  constructor({ db, clock }: Pick<Database, 'db' | 'clock'>, seal: Seal) {
    this.#db = db
    this.#clock = clock
    this.#seal = seal
  }

  /** Returns the saved connection; null for none. Throws `ConfigError` when its secrets can't be read. */
  async read(): Promise<Saved | null> {
    const row = await connections.find(this.#db, { id })
    if (row === undefined) return null
    const { url, extensions_url: extensionsUrl, authorization_value: authorization } = row
    const context = (column: Parameters<typeof sealedFor.service>[0]) =>
      sealedFor.service(column, url, extensionsUrl)
    return {
      active: row.active === 1,
      version: row.version,
      connection: {
        sandbox: false,
        url,
        extensionsUrl,
        appId: row.app_id,
        appKey: this.#open(row.app_key, context('app_key')),
        companyId: row.company_id,
        authorization:
          authorization === null ? null : this.#open(authorization, context('authorization_value')),
        profile: profileSchema.parse(JSON.parse(row.profile)),
      },
    }
  }

  /** Returns the version of the saved connection; 0 for none. */
  async version(): Promise<number> {
    return (await connections.find(this.#db, { id }))?.version ?? 0
  }

  /** Returns the `account` that a service's data has in the store. */
  async accountOf(address: ServiceAddress): Promise<string> {
    const identity = serviceIdentity(address)
    const alias = await this.#db
      .selectFrom('service_alias')
      .select('account')
      .where('identity', '=', identity)
      .executeTakeFirst()
    return alias?.account ?? identity
  }

  /**
   * Saves the connection. Throws `edit-conflict` when it was changed since `version`.
   * @param account whose data the connection's service has; that of its address by default
   */
  async save({ active, version, connection }: Saved, account?: string): Promise<void> {
    const { url, extensionsUrl, authorization } = connection
    const sealed = (column: Parameters<typeof sealedFor.service>[0], text: string) =>
      this.#seal.seal(text, sealedFor.service(column, url, extensionsUrl))
    const row = {
      url,
      extensions_url: extensionsUrl,
      app_id: connection.appId,
      app_key: sealed('app_key', connection.appKey),
      company_id: connection.companyId,
      authorization_value: authorization === null ? null : sealed('authorization_value', authorization),
      profile: JSON.stringify(changedParts(connection.profile)),
      active: active ? 1 : 0,
    }
    await this.#db.transaction().execute(async (transaction) => {
      await connections.put(transaction, { id }, row, { version, at: this.#clock() })
      if (account !== undefined)
        await transaction
          .insertInto('service_alias')
          .values({ identity: serviceIdentity(connection), account })
          .onConflict((conflict) => conflict.column('identity').doUpdateSet({ account }))
          .execute()
    })
  }

  /** Returns when the service was last checked, and which steps failed and changed; null for never. */
  async lastCheck(account: string) {
    const row = await this.#db
      .selectFrom('service_check')
      .selectAll()
      .where('account', '=', account)
      .executeTakeFirst()
    if (row === undefined) return null
    return {
      at: row.at,
      states: stepStates.parse(JSON.parse(row.states)),
      changed: stepNames.parse(JSON.parse(row.changed)),
    }
  }

  async saveCheck(
    transaction: StoreTransaction,
    account: string,
    { at, states, changed }: { at: number; states: Record<string, string>; changed: readonly string[] },
  ): Promise<void> {
    const row = { at, states: JSON.stringify(states), changed: JSON.stringify(changed) }
    await transaction
      .insertInto('service_check')
      .values({ account, ...row })
      .onConflict((conflict) => conflict.column('account').doUpdateSet(row))
      .execute()
  }

  #open(sealed: string, context: string): string {
    const text = this.#seal.open(sealed, context)
    if (text !== null) return text
    throw new ConfigError([
      'SESSION_SECRET: the app key of the saved service is encrypted with another SESSION_SECRET, or its row was edited; give that one, or set UPSTREAM_URL',
    ])
  }
}
