import * as z from 'zod'
import type { Role } from '#contract/access.ts'
import type { OidcConfig } from '../start/config.ts'

/** What a provider says about a person. */
export type Claims = Readonly<Record<string, unknown>>

/** A person as the console knows them: by issuer and subject; everything else is for display. */
export interface Identity {
  issuer: string
  subject: string
  name: string
  /** The e-mail, or the subject where the provider gives none that it vouches for. */
  shownAs: string
  role: Role | null
}

const subject = z.string().regex(/^[\x20-\x7e]{1,255}$/)
/** Exactly one @, and nothing that could pass for another address in a list (GHSA-c5c4-8r6x-56w3). */
const email = z
  .string()
  .max(254)
  .regex(/^[^\s@<>,;:"\p{C}]+@[^\s@<>,;:"\p{C}]+$/u)
const name = z
  .string()
  .min(1)
  .max(128)
  .regex(/^[^\p{C}]+$/u)
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

/** The role that the claim stands for: whole values only; admin where there are both; none by default. */
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

/** Reads claims that were proved to be the issuer's. Null when subject or e-mail is not one. */
export function identityOf(claims: Claims, config: OidcConfig): Identity | null {
  const sub = subject.safeParse(claims['sub'])
  const mail = email.optional().safeParse(claims['email'])
  if (!sub.success || !mail.success) return null
  const vouched = claims['email_verified'] === false ? undefined : mail.data
  const shownAs = vouched ?? sub.data
  const called = name.safeParse(claims['name'])
  return {
    issuer: config.issuer,
    subject: sub.data,
    name: called.success ? called.data : shownAs,
    shownAs,
    role: roleOf(claims, config),
  }
}
