import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import * as z from 'zod'
import { maxPasskeys, type MadePasskey, type UsedPasskey } from '#contract/passkeys.ts'
import type { Database } from '../platform/database/database.ts'
import { ProblemError } from '../platform/problems.ts'
import type { Attempts } from './attempts.ts'
import type { Cookies } from './cookies.ts'

/** What a challenge is for: sign-in, or a signed-in user's own passkeys. */
type Purpose = 'sign-in' | `add ${string}` | `step-up ${string}`

const checkOf = (userId: string | null): Purpose => (userId === null ? 'sign-in' : `step-up ${userId}`)

const challengeSchema = z.object({ challenge: z.string(), purpose: z.string() })
const transports = z.array(z.string())
const transportsOf = (text: string) => transports.parse(JSON.parse(text))

/** Returns the domain and origin of passkeys. Browsers allow none for an IP address; a console on this machine has a name as well. */
function siteOf(publicUrl: string): { id: string; origin: string } {
  const url = new URL(publicUrl)
  if (url.hostname === '127.0.0.1') url.hostname = 'localhost'
  return { id: url.hostname, origin: url.origin }
}

/** COSE's EdDSA, ES256 and RS256: what all devices have. The library's own list asks for an experimental API. */
const supportedAlgorithmIDs = [-8, -7, -257]
const wrong = new ProblemError('passkey-wrong')

/** Adds, lists and checks passkeys (WebAuthn Level 3). A passkey always verifies its user, so it proves two factors. */
export class Passkeys {
  readonly #db: Database['db']
  readonly #cookies: Cookies
  readonly #attempts: Attempts
  readonly #site: ReturnType<typeof siteOf>

  constructor(
    { db }: Pick<Database, 'db'>,
    { cookies, attempts, publicUrl }: { cookies: Cookies; attempts: Attempts; publicUrl: string },
  ) {
    this.#db = db
    this.#cookies = cookies
    this.#attempts = attempts
    this.#site = siteOf(publicUrl)
  }

  list(userId: string) {
    return this.#db
      .selectFrom('passkey')
      .select(['id', 'name', 'transports', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute()
  }

  /** Begins adding a passkey. Throws `too-many-passkeys`. */
  async begin({ id, email, name }: { id: string; email: string; name: string }) {
    const existing = await this.#descriptorsOf(id)
    if (existing.length >= maxPasskeys) throw new ProblemError('too-many-passkeys')
    const options = await generateRegistrationOptions({
      rpName: 'Extension Console',
      rpID: this.#site.id,
      userName: email,
      userDisplayName: name,
      userID: new TextEncoder().encode(id),
      excludeCredentials: existing,
      supportedAlgorithmIDs,
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    return { options, cookie: this.#seal(options.challenge, `add ${id}`) }
  }

  /** Adds the passkey that the browser has made. Throws `passkey-wrong`. */
  async add(
    userId: string,
    header: string | null,
    { name, response }: { name: string; response: MadePasskey },
  ): Promise<void> {
    const expected = await this.#expected(header, `add ${userId}`)
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      ...expected,
      supportedAlgorithmIDs,
      response,
    }).catch(() => ({ verified: false as const, registrationInfo: undefined }))
    if (!verified || registrationInfo === undefined) throw wrong
    const { id, publicKey, counter } = registrationInfo.credential
    const added = await this.#db
      .insertInto('passkey')
      .values({
        id,
        user_id: userId,
        public_key: Buffer.from(publicKey).toString('base64url'),
        counter,
        transports: JSON.stringify(response.response.transports ?? []),
        name,
        created_at: Date.now(),
        last_used_at: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (added.numInsertedOrUpdatedRows !== 1n) throw wrong
  }

  async rename(userId: string, id: string, name: string): Promise<void> {
    await this.#db
      .updateTable('passkey')
      .set({ name })
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .execute()
  }

  async remove(userId: string, id: string): Promise<void> {
    await this.#db.deleteFrom('passkey').where('user_id', '=', userId).where('id', '=', id).execute()
  }

  async removeAll(userId: string): Promise<void> {
    await this.#db.deleteFrom('passkey').where('user_id', '=', userId).execute()
  }

  /** Begins a sign-in, or the step-up of a user. */
  async beginCheck(userId: string | null) {
    const options = await generateAuthenticationOptions({
      rpID: this.#site.id,
      userVerification: 'required',
      // An empty list: any passkey of this site.
      allowCredentials: userId === null ? [] : await this.#descriptorsOf(userId),
    })
    return { options, cookie: this.#seal(options.challenge, checkOf(userId)) }
  }

  /** Returns the ID of the user whose passkey has signed the browser's challenge. Throws `passkey-wrong`. */
  async check(header: string | null, response: UsedPasskey, userId: string | null): Promise<string> {
    const expected = await this.#expected(header, checkOf(userId))
    const passkey = await this.#db
      .selectFrom('passkey')
      .selectAll()
      .where('id', '=', response.id)
      .executeTakeFirst()
    if (passkey === undefined || (userId !== null && passkey.user_id !== userId)) throw wrong
    const { id, public_key: key, counter } = passkey
    const credential = {
      id,
      publicKey: new Uint8Array(Buffer.from(key, 'base64url')),
      counter,
      transports: transportsOf(passkey.transports),
    }
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...expected,
      response,
      credential,
    }).catch(() => ({ verified: false, authenticationInfo: null }))
    if (!verified || authenticationInfo === null) throw wrong
    await this.#db
      .updateTable('passkey')
      .set({ counter: authenticationInfo.newCounter, last_used_at: Date.now() })
      .where('id', '=', id)
      .execute()
    return passkey.user_id
  }

  #seal(challenge: string, purpose: Purpose): string {
    return this.#cookies.seal('passkey', { challenge, purpose })
  }

  /** Returns what a response must match, by the challenge that this browser keeps for the purpose, once. Throws `passkey-wrong`. */
  async #expected(header: string | null, purpose: Purpose) {
    const opened = this.#cookies.open(header, 'passkey', challengeSchema)
    if (opened === null || opened.purpose !== purpose || !(await this.#attempts.once(opened.challenge)))
      throw wrong
    return {
      expectedChallenge: opened.challenge,
      expectedOrigin: this.#site.origin,
      expectedRPID: this.#site.id,
      requireUserVerification: true,
    }
  }

  async #descriptorsOf(userId: string) {
    return (await this.list(userId)).map(({ id, transports }) => ({
      id,
      transports: transportsOf(transports),
    }))
  }
}
