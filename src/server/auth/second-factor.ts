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
export function createSecondFactor({ context, names, post, secrets }: Engine, limit: SignInLimit) {
  const { adapter, internalAdapter } = context

  async function authenticatorOf(userId: string) {
    const found = await adapter.findOne({ model: 'twoFactor', where: [{ field: 'userId', value: userId }] })
    return found === null ? null : authenticator.parse(found)
  }

  /**
   * True for a code of the step of the last one used, or of one before: a code that was seen on its way opens nothing for its
   * reader (RFC 6238, 5.2). Takes the code's step.
   */
  async function isSpent(userId: string, code: string): Promise<boolean> {
    const own = await authenticatorOf(userId)
    if (own === null) return false
    const secret = await symmetricDecrypt({ key: context.secretConfig, data: own.secret })
    const now = Math.floor(Date.now() / stepMs)
    const step = [now + 1, now, now - 1].find((each) => codeOf(secret, each) === code)
    // Not right: better-auth says so.
    if (step === undefined) return false
    const used = (each: number) => `code-step-${own.id}-${each}`
    const expiresAt = new Date(Date.now() + codeLifeMs)
    const taken = { identifier: used(step), value: '', expiresAt }
    if (!(await internalAdapter.reserveVerificationValue(taken))) return true
    const later = await Promise.all(
      [step + 1, step + 2].map((each) => internalAdapter.findVerificationValue(used(each))),
    )
    return later.some((each) => each !== null)
  }

  const check = (code: string, from: Visitor): Promise<Response> =>
    post(isOfApp(code) ? '/two-factor/verify-totp' : '/two-factor/verify-backup-code', { code }, from)

  /** Has better-auth check the code, which belongs to `from`'s session or challenge. Each code is good once. */
  async function use(userId: string, code: string, from: Visitor): Promise<Response> {
    return isOfApp(code) && (await isSpent(userId, code))
      ? Response.json({}, { status: 401 })
      : check(code, from)
  }

  /** Makes one try of a signed-in user, counted apart from the tries to sign in: strangers use up none of these. */
  async function tried({ email }: SignedIn['user'], attempt: () => Promise<Response>) {
    const made = await limit.counted([limit.stepUp(email)], async () => verdictOf(await attempt()))
    if (made.retryAfter !== null) return { right: false, retryAfter: made.retryAfter, cookies: [] }
    const response = made.value
    if (response.status >= 500) throw new Error(`the code was answered ${response.status}`)
    const retryAfter = response.status === 429 ? 1 : null
    const cookies = response.headers.getSetCookie().filter((line) => line.startsWith(`${names.session}=`))
    return { right: response.ok, retryAfter, cookies }
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

    use,

    /**
     * The caller's own code, which is spent. The first one switches the second factor on; the session then continues under the
     * new id in `cookies`. `retryAfter`, in seconds, when there were too many tries.
     */
    confirm: (user: SignedIn['user'], code: string, from: Visitor) =>
      tried(user, () => use(user.id, code, from)),
  }
}
export type SecondFactor = ReturnType<typeof createSecondFactor>
