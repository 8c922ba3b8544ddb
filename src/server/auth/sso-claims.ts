import { createHash } from 'node:crypto'
import * as z from 'zod'
import { roleNames, type Role } from '#contract/access.ts'
import { letterOrDigit, visible } from '#contract/text.ts'
import type { OidcConfig } from '../platform/config/config.ts'

/** The provider's claims about a person. */
export type Claims = Readonly<Record<string, unknown>>

/** A person at the provider. Issuer and subject identify them; all other fields are for display. */
export interface Identity {
  issuer: string
  subject: string
  name: string
  /** The email that the provider has verified, otherwise the subject, marked as a subject when it could pass for an email. */
  shownAs: string
  role: Role | null
}

const subject = z.string().regex(/^[\x20-\x7e]{1,255}$/)
/** Exactly one @, and no character that could make it pass for another address in a list (GHSA-c5c4-8r6x-56w3). */
const email = z
  .string()
  .max(254)
  .regex(/^[^\s@<>,;:"]+@[^\s@<>,;:"]+$/u)
  .regex(visible)
const name = z.string().max(128).regex(visible).regex(letterOrDigit)
const record = z.record(z.string(), z.unknown())

/**
 * Returns the claim with exactly this name, otherwise the value at the dotted path, as in `realm_access.roles`.
 * `undefined` without either.
 */
export function claimAt(claims: Claims, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path]
  let value: unknown = claims
  for (const key of path.split('.')) {
    const inside = record.safeParse(value)
    if (!inside.success || !Object.hasOwn(inside.data, key)) return undefined
    value = inside.data[key]
  }
  return value
}

/** Returns the first role whose value the claim has; `null` for none. Only whole values match. */
function roleOf(
  claims: Claims,
  { roleClaim, roleValues }: Pick<OidcConfig, 'roleClaim' | 'roleValues'>,
): Role | null {
  const value = claimAt(claims, roleClaim)
  const values: unknown[] = Array.isArray(value) ? value : [value]
  return roleNames.find((role) => roleValues[role] !== null && values.includes(roleValues[role])) ?? null
}

/** True when `amr` or `acr` has one of these values; without values, the provider is trusted to require a second factor. */
export function hasSecondFactor({ amr, acr }: Claims, values: readonly string[] | null): boolean {
  const methods: unknown[] = Array.isArray(amr) ? amr : []
  return values?.some((value) => acr === value || methods.includes(value)) ?? true
}

/** Returns the SHA-256 of issuer and subject in hex. It stays the same when the person's name at the provider changes. */
export const personHash = (issuer: string, subject: string): string =>
  createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest('hex')

/**
 * Returns the display name of a provider's person. It never equals a local account's email, which contains no space, or
 * another person's name: a provider may verify one email for several people. `hash` is `personHash` or starts with it.
 */
export const nameAtProvider = (issuer: string, shownAs: string, hash: string): string =>
  `${shownAs} (${new URL(issuer).host} ${hash.slice(0, 12)})`

export const nameOf = ({ issuer, subject: sub, shownAs }: Identity): string =>
  nameAtProvider(issuer, shownAs, personHash(issuer, sub))

/** Reads claims already verified as the issuer's. Returns `null` when the subject or the email is invalid. */
export function identityOf(claims: Claims, config: OidcConfig): Identity | null {
  const sub = subject.safeParse(claims['sub'])
  const mail = email.optional().safeParse(claims['email'])
  if (!sub.success || !mail.success) return null
  // Without this claim the person may have typed any address, even a colleague's (OpenID Connect Core 5.7).
  const verified = claims['email_verified'] === true ? mail.data : undefined
  const shownAs = verified ?? (sub.data.includes('@') ? `subject ${sub.data}` : sub.data)
  const called = name.safeParse(claims['name'])
  return {
    issuer: config.issuer,
    subject: sub.data,
    name: called.success ? called.data : shownAs,
    shownAs,
    role: roleOf(claims, config),
  }
}

/** Returns the email that the provider has verified; null when the name is a subject: `identityOf` marks one that looks like an email. */
export const verifiedEmail = (shownAs: string | null): string | null => email.safeParse(shownAs).data ?? null
