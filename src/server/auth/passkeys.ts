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

const kept = z.object({ challenge: z.string(), purpose: z.string() })
const transports = z.array(z.string())
const transportsOf = (text: string) => transports.parse(JSON.parse(text))

/** Returns the domain and origin of passkeys. Browsers allow none for an IP address; a console on this machine has a name as well. */
function siteOf(publicUrl: string): { id: string; origin: string } {
  const url = new URL(publicUrl)
  if (url.hostname === '127.0.0.1') url.hostname = 'localhost'
  return { id: url.hostname, origin: url.origin }
}

/** Adds, lists and checks passkeys (WebAuthn Level 3). A passkey always verifies its user, so it proves two factors. */
export function createPasskeys(
  { db }: Pick<Database, 'db'>,
  cookies: Cookies,
  attempts: Pick<Attempts, 'once'>,
  publicUrl: string,
) {
  const site = siteOf(publicUrl)
  // COSE's EdDSA, ES256 and RS256: what all devices have. The library's own list asks for an experimental API.
  const supportedAlgorithmIDs = [-8, -7, -257]
  const expected = { expectedOrigin: site.origin, expectedRPID: site.id, requireUserVerification: true }
  const wrong = new ProblemError('passkey-wrong')

  const list = (userId: string) =>
    db
      .selectFrom('passkey')
      .select(['id', 'name', 'transports', 'created_at', 'last_used_at'])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute()

  const descriptorsOf = async (userId: string) =>
    (await list(userId)).map((each) => ({ id: each.id, transports: transportsOf(each.transports) }))

  const keep = (challenge: string, purpose: Purpose) => cookies.keep('passkey', { challenge, purpose })

  /** Returns the challenge that this browser keeps for the purpose, once. Throws `passkey-wrong`. */
  async function challengeOf(header: string | null, purpose: Purpose): Promise<string> {
    const found = cookies.kept(header, 'passkey', kept)
    if (found === null || found.purpose !== purpose || !(await attempts.once(found.challenge))) throw wrong
    return found.challenge
  }

  async function optionsFor(purpose: Purpose, userId: string | null) {
    const options = await generateAuthenticationOptions({
      rpID: site.id,
      userVerification: 'required',
      // An empty list: any passkey of this site.
      allowCredentials: userId === null ? [] : await descriptorsOf(userId),
    })
    return { options, cookie: keep(options.challenge, purpose) }
  }

  return {
    list,

    /** Begins adding a passkey. Throws `too-many-passkeys`. */
    async begin({ id, email, name }: { id: string; email: string; name: string }) {
      const known = await descriptorsOf(id)
      if (known.length >= maxPasskeys) throw new ProblemError('too-many-passkeys')
      const options = await generateRegistrationOptions({
        rpName: 'Extension Console',
        rpID: site.id,
        userName: email,
        userDisplayName: name,
        userID: new TextEncoder().encode(id),
        excludeCredentials: known,
        supportedAlgorithmIDs,
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
      return { options, cookie: keep(options.challenge, `add ${id}`) }
    },

    /** Adds the passkey that the browser has made. Throws `passkey-wrong`. */
    async add(
      userId: string,
      header: string | null,
      { name, response }: { name: string; response: MadePasskey },
    ): Promise<void> {
      const expectedChallenge = await challengeOf(header, `add ${userId}`)
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        ...expected,
        expectedChallenge,
        supportedAlgorithmIDs,
        response,
      }).catch(() => ({ verified: false as const, registrationInfo: undefined }))
      if (!verified || registrationInfo === undefined) throw wrong
      const { id, publicKey, counter } = registrationInfo.credential
      const added = await db
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
    },

    rename: (userId: string, id: string, name: string) =>
      db.updateTable('passkey').set({ name }).where('user_id', '=', userId).where('id', '=', id).execute(),

    remove: (userId: string, id: string) =>
      db.deleteFrom('passkey').where('user_id', '=', userId).where('id', '=', id).execute(),

    removeAll: (userId: string) => db.deleteFrom('passkey').where('user_id', '=', userId).execute(),

    beginSignIn: () => optionsFor('sign-in', null),
    beginStepUp: (userId: string) => optionsFor(`step-up ${userId}`, userId),

    /** Returns the ID of the user whose passkey has signed the browser's challenge. Throws `passkey-wrong`. */
    async check(header: string | null, response: UsedPasskey, userId: string | null): Promise<string> {
      const expectedChallenge = await challengeOf(header, userId === null ? 'sign-in' : `step-up ${userId}`)
      const known = await db
        .selectFrom('passkey')
        .selectAll()
        .where('id', '=', response.id)
        .executeTakeFirst()
      if (known === undefined || (userId !== null && known.user_id !== userId)) throw wrong
      const { id, public_key: key, counter } = known
      const credential = {
        id,
        publicKey: new Uint8Array(Buffer.from(key, 'base64url')),
        counter,
        transports: transportsOf(known.transports),
      }
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        ...expected,
        expectedChallenge,
        response,
        credential,
      }).catch(() => ({ verified: false, authenticationInfo: null }))
      if (!verified || authenticationInfo === null) throw wrong
      await db
        .updateTable('passkey')
        .set({ counter: authenticationInfo.newCounter, last_used_at: Date.now() })
        .where('id', '=', id)
        .execute()
      return known.user_id
    },
  }
}
export type Passkeys = ReturnType<typeof createPasskeys>
