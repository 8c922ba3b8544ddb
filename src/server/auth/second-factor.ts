import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { secondFactorForm } from '#contract/text.ts'
import type { Database } from '../platform/database/database.ts'
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
export function createSecondFactor(
  { db }: Pick<Database, 'db'>,
  { seal, open }: Pick<Seal, 'seal' | 'open'>,
) {
  async function renewBackupCodes(userId: string): Promise<string[]> {
    const codes = Array.from({ length: backupCodes }, randomBackupCode)
    await db.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('backup_code').where('user_id', '=', userId).execute()
      await transaction
        .insertInto('backup_code')
        .values(codes.map((code) => ({ user_id: userId, hash: hashOf(code) })))
        .execute()
    })
    return codes
  }

  async function useBackupCode(userId: string, code: string): Promise<boolean> {
    const { numDeletedRows } = await db
      .deleteFrom('backup_code')
      .where('user_id', '=', userId)
      .where('hash', '=', hashOf(code.toLowerCase()))
      .executeTakeFirst()
    return numDeletedRows === 1n
  }

  return {
    renewBackupCodes,

    async isOn(userId: string): Promise<boolean> {
      const found = await db
        .selectFrom('authenticator')
        .select('is_on')
        .where('user_id', '=', userId)
        .executeTakeFirst()
      return found?.is_on === 1
    },

    async backupCodesLeft(userId: string): Promise<number> {
      const { left } = await db
        .selectFrom('backup_code')
        .select(({ fn }) => fn.countAll<number>().as('left'))
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow()
      return left
    },

    /** Returns the app's `otpauth:` URI and the backup codes. Throws `second-factor-on`. It is on once a code confirms it. */
    async begin(userId: string, email: string): Promise<{ uri: string; backupCodes: string[] }> {
      const secret = new Secret({ size: secretBytes }).base32
      const row = { secret: seal(secret, sealedFor.authenticator(userId)), step: 0, is_on: 0 }
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('authenticator')
        .values({ user_id: userId, ...row })
        .onConflict((conflict) =>
          conflict.column('user_id').doUpdateSet(row).where('authenticator.is_on', '=', 0),
        )
        .executeTakeFirst()
      if (!numInsertedOrUpdatedRows) throw new ProblemError('second-factor-on')
      return { uri: appOf(secret, email).toString(), backupCodes: await renewBackupCodes(userId) }
    },

    /** True for a right code. Spends it, and with a code of the app all earlier ones (RFC 6238, 5.2). */
    async use(userId: string, code: string): Promise<boolean> {
      if (secondFactorForm.backup.test(code)) return useBackupCode(userId, code)
      const found = await db
        .selectFrom('authenticator')
        .select('secret')
        .where('user_id', '=', userId)
        .executeTakeFirst()
      const secret = found === undefined ? null : open(found.secret, sealedFor.authenticator(userId))
      const timestamp = Date.now()
      const ahead = secret === null ? null : appOf(secret, '').validate({ token: code, window: 1, timestamp })
      if (ahead === null) return false
      const step = Math.floor(timestamp / 1_000 / period) + ahead
      const { numUpdatedRows } = await db
        .updateTable('authenticator')
        .set({ step })
        .where('user_id', '=', userId)
        .where('step', '<', step)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },

    /** Turns the second factor on: later sign-ins require a code. */
    turnOn: (userId: string) =>
      db.updateTable('authenticator').set({ is_on: 1 }).where('user_id', '=', userId).execute(),

    /** Turns the second factor off, and deletes the authenticator and the backup codes. */
    async remove(userId: string): Promise<void> {
      await db.deleteFrom('authenticator').where('user_id', '=', userId).execute()
      await db.deleteFrom('backup_code').where('user_id', '=', userId).execute()
    },
  }
}
export type SecondFactor = ReturnType<typeof createSecondFactor>
