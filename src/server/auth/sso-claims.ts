import { createHash } from 'node:crypto'
import * as z from 'zod'
import type { Role } from '#contract/access.ts'
import { letterOrDigit, visible } from '#contract/text.ts'
import type { OidcConfig } from '../platform/config/config.ts'

/** What a provider says about a person. */
export type Claims = Readonly<Record<string, unknown>>

/** A person as the console knows them: by issuer and subject; everything else is for display. */
export interface Identity {
  issuer: string
  subject: string
  name: string
  /** The e-mail that the provider says it has verified, else the subject, marked as one where it could pass for an e-mail. */
  shownAs: string
  role: Role | null
}

const subject = z.string().regex(/^[\x20-\x7e]{1,255}$/)
/** Exactly one @, and nothing that could pass for another address in a list (GHSA-c5c4-8r6x-56w3). */
const email = z
  .string()
  .max(254)
  .regex(/^[^\s@<>,;:"]+@[^\s@<>,;:"]+$/u)
  .regex(visible)
const name = z.string().max(128).regex(visible).regex(letterOrDigit)
const record = z.record(z.string(), z.unknown())

/** The claim of exactly that name, else what its dots lead to, as in `realm_access.roles`. */
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

/** The role that the claim means: whole values only; admin where there are both; none by default. */
function roleOf(
  claims: Claims,
  {
    roleClaim,
    adminValue,
    supervisorValue,
  }: Pick<OidcConfig, 'roleClaim' | 'adminValue' | 'supervisorValue'>,
): Role | null {
  const value = claimAt(claims, roleClaim)
  const values: unknown[] = Array.isArray(value) ? value : [value]
  if (adminValue !== null && values.includes(adminValue)) return 'admin'
  return supervisorValue !== null && values.includes(supervisorValue) ? 'supervisor' : null
}

/** SHA-256 in hex of who a person is, independent of the name at the provider. */
export const personHash = (issuer: string, subject: string): string =>
  createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest('hex')

/**
 * A provider's person by name: never what a local account is called, since no e-mail contains a space, nor what another person
 * is called, since a provider may verify one e-mail for several. `hash` is `personHash`, or begins with it.
 */
export const nameAtProvider = (issuer: string, shownAs: string, hash: string): string =>
  `${shownAs} (${new URL(issuer).host} ${hash.slice(0, 12)})`

export const nameOf = ({ issuer, subject: sub, shownAs }: Identity): string =>
  nameAtProvider(issuer, shownAs, personHash(issuer, sub))

/** Reads claims that were proved to be the issuer's. Null when subject or e-mail is not one. */
export function identityOf(claims: Claims, config: OidcConfig): Identity | null {
  const sub = subject.safeParse(claims['sub'])
  const mail = email.optional().safeParse(claims['email'])
  if (!sub.success || !mail.success) return null
  // Without the claim the address may be typed, a colleague's too (OpenID Connect Core 5.7).
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
