import type { Engine } from './auth-engine.ts'
import { isCrowded } from './hashing.ts'

/** What better-auth keeps of passwords: the hash that counts now, and the one use of a one-time password. */
export function createStoredPasswords({ context, isOutdated }: Pick<Engine, 'context' | 'isOutdated'>) {
  const { adapter, internalAdapter } = context

  /** The account's hash, and until when it opens its one sign-in where it is one-time; null for an unknown account. */
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

  /** Whether a one-time password may still open its one sign-in. */
  const isUnused = (until: Date | null): until is Date => until !== null && until.getTime() > Date.now()

  return {
    passwordOf,

    /** True for a one-time password that has opened its sign-in, or is too old. */
    isUsedUp: (password: Password): boolean => password?.isOneTime === true && !isUnused(password.until),

    /** Uses a one-time password up. Of two sign-ins at the same time one gets true; a new one issued since stays as it is. */
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

    /** Whether the password is the one that is kept now: a sign-in beside this one may have hashed it again. */
    isRight: async (password: string, hash: string | null | undefined): Promise<boolean> => {
      if (hash === null || hash === undefined) return false
      return context.password.verify({ hash, password }).catch((error: unknown) => {
        if (isCrowded(error)) return false
        throw error
      })
    },

    /** Puts a hash of today's cost in place of an older one, unless another password has come in between. */
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
        // The next sign-in does it.
        if (!isCrowded(error)) throw error
      }
    },
  }
}
export type StoredPassword = Awaited<ReturnType<ReturnType<typeof createStoredPasswords>['passwordOf']>>
