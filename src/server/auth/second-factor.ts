import { parseEnvelope, symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import * as z from 'zod'
import type { Engine, Visitor } from './auth-engine.ts'
import type { SignedIn } from '../platform/http/caller.ts'
import { versionOf } from '../platform/database/encryption.ts'
import { waitingItsTurn } from './hashing.ts'
import { verdictOf, type SignInLimit } from './sign-in-limit.ts'

const authenticator = z.object({ verified: z.boolean().nullish() })
const kept = z.array(z.object({ id: z.string(), secret: z.string(), backupCodes: z.string() }))

/** A code is taken half a minute early or late, so it is over after this. */
const codeLifeMs = 90_000

const isOfApp = (code: string): boolean => /^\d{6}$/.test(code)

/** What the app, or a backup code, proves. */
export function createSecondFactor({ context, names, post, secrets }: Engine, limit: SignInLimit) {
  const { adapter, internalAdapter } = context

  /** A code that was seen on its way opens nothing for its reader (RFC 6238, 5.2). */
  const firstUse = (userId: string, code: string): Promise<boolean> =>
    internalAdapter.reserveVerificationValue({
      identifier: `code-used-${userId}-${code}`,
      value: '',
      expiresAt: new Date(Date.now() + codeLifeMs),
    })

  const check = (code: string, from: Visitor): Promise<Response> =>
    post(isOfApp(code) ? '/two-factor/verify-totp' : '/two-factor/verify-backup-code', { code }, from)

  /** Has better-auth check the code, which belongs to `from`'s session or challenge. Each code is good once. */
  async function use(userId: string, code: string, from: Visitor): Promise<Response> {
    return isOfApp(code) && !(await firstUse(userId, code))
      ? Response.json({}, { status: 401 })
      : check(code, from)
  }

  /** Makes one try of a signed-in user, counted apart from the tries to sign in: strangers use up none of these. */
  async function tried({ email }: SignedIn['user'], attempt: () => Promise<Response>) {
    const made = await limit.counted([limit.stepUp(email)], async () =>
      verdictOf(await waitingItsTurn(attempt)),
    )
    if (made.retryAfter !== null) return { right: false, retryAfter: made.retryAfter, cookies: [] }
    const response = made.value
    if (response.status >= 500) throw new Error(`the code was answered ${response.status}`)
    const retryAfter = response.status === 429 ? 1 : null
    const cookies = response.headers.getSetCookie().filter((line) => line.startsWith(`${names.session}=`))
    return { right: response.ok, retryAfter, cookies }
  }

  /** The text under the current secret; null when no secret opens it. */
  async function encryptAgain(data: string): Promise<string | null> {
    const { current, previous } = secrets
    // better-auth takes what names no secret for the one secret it once had: here that may be either.
    const keys = parseEnvelope(data) === null ? [current, previous ?? current] : [context.secretConfig]
    for (const key of keys) {
      const text = await symmetricDecrypt({ key, data }).catch(() => null)
      if (text !== null) return symmetricEncrypt({ key: context.secretConfig, data: text })
    }
    return null
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
      const found = await adapter.findOne({ model: 'twoFactor', where: [{ field: 'userId', value: userId }] })
      return found !== null && authenticator.parse(found).verified !== false
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
