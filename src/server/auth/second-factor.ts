import { createHmac } from 'node:crypto'
import { parseEnvelope, symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import * as z from 'zod'
import type { Engine, Visitor } from './auth-engine.ts'
import type { SignedIn } from '../platform/http/caller.ts'
import { versionOf } from '../platform/database/encryption.ts'
import { verdictOf, type SignInLimit } from './sign-in-limit.ts'

const authenticator = z.object({ id: z.string(), secret: z.string(), verified: z.boolean().nullish() })
const kept = z.array(z.object({ id: z.string(), secret: z.string(), backupCodes: z.string() }))

/** An app shows each code so long. It is accepted one step early or late, so it is over after three. */
const stepMs = 30_000
const codeLifeMs = 3 * stepMs

const isOfApp = (code: string): boolean => /^\d{6}$/.test(code)

/** What an app shows in that step (RFC 4226); the secret is a key as it is. */
function codeOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const value = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff
  return String(value % 1_000_000).padStart(6, '0')
}

/** What the app, or a backup code, proves. */
export function createSecondFactor({ context, post, secrets }: Engine, limit: SignInLimit) {
  const { adapter, internalAdapter } = context

  async function authenticatorOf(userId: string) {
    const found = await adapter.findOne({ model: 'twoFactor', where: [{ field: 'userId', value: userId }] })
    return found === null ? null : authenticator.parse(found)
  }

  /**
   * Spends a code of the app. `spent` for one of the step of the last one used, or of one before: a code that was seen on its way
   * opens nothing for its reader (RFC 6238, 5.2).
   */
  async function spend(userId: string, code: string): Promise<'right' | 'spent' | 'wrong'> {
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

  /** Makes one try of a signed-in user, counted apart from the tries to sign in: strangers use up none of these. */
  async function tried({ email }: SignedIn['user'], attempt: () => Promise<Response>) {
    const made = await limit.counted([limit.stepUp(email)], async () => verdictOf(await attempt()))
    if (made.retryAfter !== null) return { right: false, retryAfter: made.retryAfter }
    const response = made.value
    if (response.status >= 500) throw new Error(`the code was answered ${response.status}`)
    return { right: response.ok, retryAfter: response.status === 429 ? 1 : null }
  }

  /** The text under the current secret; null when no secret opens it. */
  async function encryptAgain(data: string): Promise<string | null> {
    const key = context.secretConfig
    const text = await symmetricDecrypt({ key, data }).catch(() => null)
    return text === null ? null : symmetricEncrypt({ key, data: text })
  }

  return {
    /** Has what better-auth keeps of authenticators and backup codes encrypted under the current secret, as after a rotation. */
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
            // Unless a backup code has been used since.
            where: Object.entries({ id, ...before }).map(([field, value]) => ({ field, value })),
            update: { secret, backupCodes },
          })
      }
    },

    async isOn(userId: string): Promise<boolean> {
      const own = await authenticatorOf(userId)
      return own !== null && own.verified !== false
    },

    /** Has better-auth check the code of a sign-in, which belongs to `from`'s challenge. Each code is good once. */
    use: async (userId: string, code: string, from: Visitor): Promise<Response> =>
      isOfApp(code) && (await spend(userId, code)) === 'spent' ? answer(false) : check(code, from),

    /** Whether the caller's own code is right; it is spent. `retryAfter`, in seconds, when there were too many tries. */
    confirm: (user: SignedIn['user'], code: string, from: Visitor) =>
      tried(user, async () =>
        // better-auth would put a new session in place of the caller's, which one that ends them at the same time may miss.
        isOfApp(code) ? answer((await spend(user.id, code)) === 'right') : check(code, from),
      ),

    /** From now on a sign-in takes a code. */
    async turnOn(userId: string): Promise<void> {
      const where = [{ field: 'userId', value: userId }]
      await adapter.updateMany({ model: 'twoFactor', where, update: { verified: true } })
      await internalAdapter.updateUser(userId, { twoFactorEnabled: true })
    },

    /** A sign-in takes the password alone, with no authenticator and no backup codes. */
    async remove(userId: string): Promise<void> {
      await adapter.deleteMany({ model: 'twoFactor', where: [{ field: 'userId', value: userId }] })
      await internalAdapter.updateUser(userId, { twoFactorEnabled: false })
    },
  }
}
export type SecondFactor = ReturnType<typeof createSecondFactor>
