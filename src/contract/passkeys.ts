import * as z from 'zod/mini'
import { account } from './account.ts'
import { endpoint, nothing } from './endpoint.ts'
import { typedLine } from './text.ts'

/** The most passkeys of one user. */
export const maxPasskeys = 20

const passkeyName = typedLine(100).check(z.minLength(1, 'give a name'))
const text = z.string().check(z.maxLength(16_384))
const transport = z.string().check(z.maxLength(32))
const type = z.literal('public-key')
const descriptor = z.object({
  id: z.string(),
  type: z.string(),
  transports: z.exactOptional(z.array(z.string())),
})
const verification = z.enum(['discouraged', 'preferred', 'required'])

/** What the browser makes a passkey from (WebAuthn Level 3, PublicKeyCredentialCreationOptionsJSON). */
const toMake = z.object({
  challenge: z.string(),
  rp: z.object({ name: z.string(), id: z.exactOptional(z.string()) }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type })),
  timeout: z.exactOptional(z.number()),
  excludeCredentials: z.exactOptional(z.array(descriptor)),
  authenticatorSelection: z.exactOptional(
    z.object({
      residentKey: z.exactOptional(verification),
      requireResidentKey: z.exactOptional(z.boolean()),
      userVerification: z.exactOptional(verification),
    }),
  ),
})
export type PasskeyToMake = z.infer<typeof toMake>

/** What the browser asks for a passkey with (PublicKeyCredentialRequestOptionsJSON). */
const toUse = z.object({
  challenge: z.string(),
  timeout: z.exactOptional(z.number()),
  rpId: z.exactOptional(z.string()),
  allowCredentials: z.exactOptional(z.array(descriptor)),
  userVerification: z.exactOptional(verification),
})
export type PasskeyToUse = z.infer<typeof toUse>

const credential = {
  id: z.string().check(z.regex(/^[\w-]{1,1024}$/)),
  rawId: text,
  type,
  clientExtensionResults: z.looseObject({}),
  authenticatorAttachment: z.exactOptional(z.enum(['cross-platform', 'platform'])),
}
/** A new passkey (RegistrationResponseJSON). */
const made = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: text,
    attestationObject: text,
    authenticatorData: z.exactOptional(text),
    transports: z.exactOptional(z.array(transport)),
    publicKeyAlgorithm: z.exactOptional(z.number()),
    publicKey: z.exactOptional(text),
  }),
})
export type MadePasskey = z.infer<typeof made>

/** The use of a passkey (AuthenticationResponseJSON). */
const used = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: text,
    authenticatorData: text,
    signature: text,
    userHandle: z.exactOptional(text),
  }),
})
export type UsedPasskey = z.infer<typeof used>

const params = z.object({ id: z.string().check(z.regex(/^[\w-]{1,1024}$/)) })

/** Begins adding a passkey. Refused as `user-elsewhere` for users of the identity provider, and as `too-many-passkeys`. */
export const beginPasskey = endpoint({
  method: 'POST',
  path: '/api/account/passkey-options',
  access: 'signed-in',
  freshSignIn: true,
  answer: toMake,
})

/** Adds a passkey. Refused as `passkey-wrong`. */
export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/account/passkeys',
  access: 'signed-in',
  freshSignIn: true,
  body: z.object({ name: passkeyName, response: made }),
  answer: account,
})

export const renamePasskey = endpoint({
  method: 'PATCH',
  path: '/api/account/passkeys/:id',
  access: 'signed-in',
  params,
  body: z.object({ name: passkeyName }),
  answer: account,
})

export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/api/account/passkeys/:id',
  access: 'signed-in',
  freshSignIn: true,
  params,
  answer: account,
})

/** Begins a sign-in with a passkey; the browser offers the passkeys of this console. */
export const beginPasskeySignIn = endpoint({
  method: 'POST',
  path: '/api/auth/sign-in/passkey/options',
  access: 'anyone',
  answer: toUse,
})

/** Signs in without a password or code: the device has verified its user. Refused as `passkey-wrong`. */
export const signInWithPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/sign-in/passkey',
  access: 'anyone',
  body: z.object({ response: used }),
  answer: nothing,
})

/** Begins a step-up with one of the user's own passkeys. */
export const beginPasskeyStepUp = endpoint({
  method: 'POST',
  path: '/api/session/step-up/passkey/options',
  access: 'signed-in',
  answer: toUse,
})

/** Like `stepUp`, by a passkey. Refused as `passkey-wrong`. */
export const stepUpWithPasskey = endpoint({
  method: 'POST',
  path: '/api/session/step-up/passkey',
  access: 'signed-in',
  body: z.object({ response: used }),
  answer: nothing,
})
