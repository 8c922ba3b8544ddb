import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { secondFactorForm } from '#contract/text.ts'
import { countOf, type Database } from '../platform/database/database.ts'
import { sealedFor, type Seal } from '../platform/database/encryption.ts'
import { ProblemError } from '../platform/problems.ts'
import { hashOf } from './sessions.ts'

/** How long an app shows each code, s. A code is accepted one step early or late. */
const period = 30
const secretBytes = 20
const backupCodes = 10
const letters = 'abcdefghijklmnopqrstuvwxyz234567'

const appOf = (secret: string, label: string) =>
  new TOTP({ issuer: 'Extension Console', label, secret: Secret.fromBase32(secret), period })

/** Returns a code of 120 random bits. */
const randomBackupCode = (): string =>
  Array.from(randomBytes(24), (byte, at) => `${at % 6 === 0 && at > 0 ? '-' : ''}${letters[byte % 32]}`).join(
    '',
  )

/** Keeps authenticator apps (RFC 6238) and backup codes. */
export class SecondFactor {
  readonly #db: Database['db']
  readonly #seal: Pick<Seal, 'seal' | 'open'>

  constructor({ db }: Pick<Database, 'db'>, seal: Pick<Seal, 'seal' | 'open'>) {
    this.#db = db
    this.#seal = seal
  }

  async isOn(userId: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('authenticator')
      .select('is_on')
      .where('user_id', '=', userId)
      .executeTakeFirst()
    return row?.is_on === 1
  }

  /** Returns the app's `otpauth:` URI and the backup codes. Throws `second-factor-on`. It is on once a code confirms it. */
  async begin(userId: string, email: string): Promise<{ uri: string; backupCodes: string[] }> {
    const secret = new Secret({ size: secretBytes }).base32
    const row = { secret: this.#seal.seal(secret, sealedFor.authenticator(userId)), step: 0, is_on: 0 }
    const { numInsertedOrUpdatedRows } = await this.#db
      .insertInto('authenticator')
      .values({ user_id: userId, ...row })
      .onConflict((conflict) =>
        conflict.column('user_id').doUpdateSet(row).where('authenticator.is_on', '=', 0),
      )
      .executeTakeFirst()
    if (!numInsertedOrUpdatedRows) throw new ProblemError('second-factor-on')
    return { uri: appOf(secret, email).toString(), backupCodes: await this.renewBackupCodes(userId) }
  }

  /** Turns the second factor on: later sign-ins require a code. */
  async turnOn(userId: string): Promise<void> {
    await this.#db.updateTable('authenticator').set({ is_on: 1 }).where('user_id', '=', userId).execute()
  }

  /** True for a right code. Spends it, and with a code of the app all earlier ones (RFC 6238, 5.2). */
  async use(userId: string, code: string): Promise<boolean> {
    if (secondFactorForm.backup.test(code)) return this.#useBackupCode(userId, code)
    const row = await this.#db
      .selectFrom('authenticator')
      .select('secret')
      .where('user_id', '=', userId)
      .executeTakeFirst()
    const secret = row === undefined ? null : this.#seal.open(row.secret, sealedFor.authenticator(userId))
    const timestamp = Date.now()
    const ahead = secret === null ? null : appOf(secret, '').validate({ token: code, window: 1, timestamp })
    if (ahead === null) return false
    const step = Math.floor(timestamp / 1_000 / period) + ahead
    const { numUpdatedRows } = await this.#db
      .updateTable('authenticator')
      .set({ step })
      .where('user_id', '=', userId)
      .where('step', '<', step)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  }

  /** Turns the second factor off, and deletes the authenticator and the backup codes. */
  async remove(userId: string): Promise<void> {
    await this.#db.deleteFrom('authenticator').where('user_id', '=', userId).execute()
    await this.#db.deleteFrom('backup_code').where('user_id', '=', userId).execute()
  }

  backupCodesLeft(userId: string): Promise<number> {
    return countOf(this.#db.selectFrom('backup_code').where('user_id', '=', userId))
  }

  async renewBackupCodes(userId: string): Promise<string[]> {
    const codes = Array.from({ length: backupCodes }, randomBackupCode)
    await this.#db.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('backup_code').where('user_id', '=', userId).execute()
      await transaction
        .insertInto('backup_code')
        .values(codes.map((code) => ({ user_id: userId, hash: hashOf(code) })))
        .execute()
    })
    return codes
  }

  async #useBackupCode(userId: string, code: string): Promise<boolean> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('backup_code')
      .where('user_id', '=', userId)
      .where('hash', '=', hashOf(code.toLowerCase()))
      .executeTakeFirst()
    return numDeletedRows === 1n
  }
}
