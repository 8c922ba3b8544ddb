import { createHmac } from 'node:crypto'
import { parseEnvelope, symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import * as z from 'zod'
import type { Engine, Visitor } from './auth-engine.ts'
import type { SignedIn } from '../platform/http/caller.ts'
import { versionOf } from '../platform/database/encryption.ts'
import { verdictOf, type SignInLimit } from './sign-in-limit.ts'

const authenticator = z.object({ id: z.string(), secret: z.string(), verified: z.boolean().nullish() })
const kept = z.array(z.object({ id: z.string(), secret: z.string(), backupCodes: z.string() }))

/** How long an app shows each code. A code is accepted one step early or late, so it expires after three steps. */
const stepMs = 30_000
const codeLifeMs = 3 * stepMs

const isOfApp = (code: string): boolean => /^\d{6}$/.test(code)

/** Returns the code that an app shows in this step (RFC 4226). The secret is the HMAC key as it is, without decoding. */
function codeOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const value = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff
  return String(value % 1_000_000).padStart(6, '0')
}

/** Checks codes from an authenticator app, and backup codes. */
export function createSecondFactor({ context, post, secrets }: Engine, limit: SignInLimit) {
  const { adapter, internalAdapter } = context

  async function authenticatorOf(userId: string) {
    const found = await adapter.findOne({ model: 'twoFactor', where: [{ field: 'userId', value: userId }] })
    return found === null ? null : authenticator.parse(found)
  }

  /**
   * Spends a code of the app. Returns `spent` for a code of the last used step or an earlier one: a code seen in transit
   * must be useless to its reader (RFC 6238, 5.2).
   */
  async function useCode(userId: string, code: string): Promise<'right' | 'spent' | 'wrong'> {
    const own = await authenticatorOf(userId)
    if (own === null) return 'wrong'
    const secret = await symmetricDecrypt({ key: context.secretConfig, data: own.secret })
    const now = Math.floor(Date.now() / stepMs)
    const step = [now + 1, now, now - 1].find((each) => codeOf(secret, each) === code)
    if (step === undefined) return 'wrong'
    const used = (each: number) => `code-step-${own.id}-${each}`
    const expiresAt = new Date(Date.now() + codeLifeMs)
    const taken = { identifier: used(step), value: '', expiresAt }
    if (!(await internalAdapter.reserveVerificationValue(taken))) return 'spent'
    const later = await Promise.all(
      [step + 1, step + 2].map((each) => internalAdapter.findVerificationValue(used(each))),
    )
    return later.some((each) => each !== null) ? 'spent' : 'right'
  }

  const check = (code: string, from: Visitor): Promise<Response> =>
    post(isOfApp(code) ? '/two-factor/verify-totp' : '/two-factor/verify-backup-code', { code }, from)

  const answer = (isRight: boolean) => Response.json({}, { status: isRight ? 200 : 401 })

  /** Makes one attempt of a signed-in user, counted separately from sign-ins: strangers can't use up these attempts. */
  async function tried({ email }: SignedIn['user'], attempt: () => Promise<Response>) {
    const made = await limit.counted([limit.stepUp(email)], async () => verdictOf(await attempt()))
    if (made.retryAfter !== null) return { right: false, retryAfter: made.retryAfter }
    const response = made.value
    if (response.status >= 500) throw new Error(`the code was answered ${response.status}`)
    return { right: response.ok, retryAfter: response.status === 429 ? 1 : null }
  }

  /** Returns the text encrypted under the current secret; `null` when no secret decrypts it. */
  async function encryptAgain(data: string): Promise<string | null> {
    const key = context.secretConfig
    const text = await symmetricDecrypt({ key, data }).catch(() => null)
    return text === null ? null : symmetricEncrypt({ key, data: text })
  }

  return {
    /** Encrypts better-auth's authenticator secrets and backup codes under the current secret, for example after a rotation. */
    async encryptAllAgain(): Promise<void> {
      const version = versionOf(secrets.current)
      const isOther = (data: string) => parseEnvelope(data)?.version !== version
      const found = await adapter.findMany({ model: 'twoFactor', limit: Number.MAX_SAFE_INTEGER })
      for (const { id, ...before } of kept.parse(found)) {
        if (!isOther(before.secret) && !isOther(before.backupCodes)) continue
        const secret = await encryptAgain(before.secret)
        const backupCodes = await encryptAgain(before.backupCodes)
        if (secret !== null && backupCodes !== null)
          await adapter.updateMany({
            model: 'twoFactor',
            // Skip the row if a backup code has been used since.
            where: Object.entries({ id, ...before }).map(([field, value]) => ({ field, value })),
            update: { secret, backupCodes },
          })
      }
    },

    async isOn(userId: string): Promise<boolean> {
      const own = await authenticatorOf(userId)
      return own !== null && own.verified !== false
    },

    /** Checks the code of the sign-in that `from`'s challenge belongs to, with better-auth. Each code works once. */
    use: async (userId: string, code: string, from: Visitor): Promise<Response> =>
      isOfApp(code) && (await useCode(userId, code)) === 'spent' ? answer(false) : check(code, from),

    /**
     * Returns whether the caller's code is right, and spends it. `retryAfter` is the wait in seconds after too many
     * attempts, otherwise null.
     */
    confirm: (user: SignedIn['user'], code: string, from: Visitor) =>
      tried(user, async () =>
        // better-auth would replace the caller's session with a new one, which a parallel request that ends sessions could miss.
        isOfApp(code) ? answer((await useCode(user.id, code)) === 'right') : check(code, from),
      ),

    /** Turns the second factor on: later sign-ins require a code. */
    async enable(userId: string): Promise<void> {
      const where = [{ field: 'userId', value: userId }]
      await adapter.updateMany({ model: 'twoFactor', where, update: { verified: true } })
      await internalAdapter.updateUser(userId, { twoFactorEnabled: true })
    },

    /** Turns the second factor off, and deletes the authenticator and the backup codes. */
    async remove(userId: string): Promise<void> {
      await adapter.deleteMany({ model: 'twoFactor', where: [{ field: 'userId', value: userId }] })
      await internalAdapter.updateUser(userId, { twoFactorEnabled: false })
    },
  }
}
export type SecondFactor = ReturnType<typeof createSecondFactor>
