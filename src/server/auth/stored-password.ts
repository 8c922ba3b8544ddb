import type { Engine } from './auth-engine.ts'
import { isHashQueueFull } from './hashing.ts'

/** Reads and updates better-auth's passwords: the current hash, and the single use of a one-time password. */
export function createStoredPasswords({ context, isOutdated }: Pick<Engine, 'context' | 'isOutdated'>) {
  const { adapter, internalAdapter } = context

  /**
   * Returns the account's hash and, for a one-time password, until when it opens its one sign-in; `null` for an unknown
   * account.
   */
  async function passwordOf(email: string) {
    const found = await internalAdapter.findUserByEmail(email)
    if (found === null) return null
    const { user } = found
    const account = await internalAdapter.findCredentialAccount(user.id)
    return {
      accountId: account?.id ?? null,
      hash: account?.password ?? null,
      isOneTime: 'mustChangePassword' in user && user.mustChangePassword === true,
      until:
        'oneTimePasswordUntil' in user && user.oneTimePasswordUntil instanceof Date
          ? user.oneTimePasswordUntil
          : null,
    }
  }
  type Password = Awaited<ReturnType<typeof passwordOf>>

  /** True while a one-time password can still open its one sign-in. */
  const isUnused = (until: Date | null): until is Date => until !== null && until.getTime() > Date.now()

  return {
    passwordOf,

    /** True for a one-time password that has been used or has expired. */
    isUsedUp: (password: Password): boolean => password?.isOneTime === true && !isUnused(password.until),

    /**
     * Uses a one-time password up. Of two sign-ins at the same time, only one gets true. A new password issued since
     * stays unchanged.
     */
    useOnce: async (userId: string, { until }: { until: Date | null }): Promise<boolean> => {
      if (!isUnused(until)) return false
      const where = [
        { field: 'id', value: userId },
        { field: 'oneTimePasswordUntil', value: until },
      ]
      return (
        (await adapter.updateMany({ model: 'user', where, update: { oneTimePasswordUntil: null } })) === 1
      )
    },

    /**
     * Returns whether the password matches the stored hash, which a parallel sign-in may have renewed. `false` when too
     * many hashes wait.
     */
    isRight: async (password: string, hash: string | null | undefined): Promise<boolean> => {
      if (hash === null || hash === undefined) return false
      return context.password.verify({ hash, password }).catch((error: unknown) => {
        if (isHashQueueFull(error)) return false
        throw error
      })
    },

    /** Replaces an older hash with one of the current cost, unless the password has changed since. */
    rehash: async (known: Password, password: string): Promise<void> => {
      const hash = known?.hash ?? null
      if (hash === null || !isOutdated(hash)) return
      try {
        await adapter.updateMany({
          model: 'account',
          where: [
            { field: 'id', value: known?.accountId ?? '' },
            { field: 'password', value: hash },
          ],
          update: { password: await context.password.hash(password) },
        })
      } catch (error) {
        // Too many hashes wait. The next sign-in replaces the hash.
        if (!isHashQueueFull(error)) throw error
      }
    },
  }
}
export type StoredPassword = Awaited<ReturnType<ReturnType<typeof createStoredPasswords>['passwordOf']>>
