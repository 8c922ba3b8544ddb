import type { Sent } from './decode.ts'

/** Shorter ones would be found by chance in what is no secret. */
const shortest = 6
export const withheld = '•••'

const secretFields = ['password', 'ha1', 'ha1b'] as const
/** The number itself is left alone, or nobody could tell the record. */
const leftAlone: ReadonlySet<string> = new Set([...secretFields, 'ext'])

/** The text without the secrets, and whether it held one. */
function without(text: string, secrets: readonly string[]): string {
  let clean = text
  for (const secret of secrets) if (clean.includes(secret)) clean = clean.replaceAll(secret, withheld)
  return clean
}

const worthKeeping = (value: unknown): value is string =>
  typeof value === 'string' && value.length >= shortest

/** The secrets of a record as it came. */
export const secretsOf = (record: Sent): string[] =>
  secretFields.map((field) => record[field]).filter(worthKeeping)

/**
 * A service may repeat a record's secret in any other of its fields, a key included: found there, it is taken out (trust
 * 3.7, last net). Gives the names of such fields.
 */
export function withholdSecrets(record: Record<string, unknown>, secrets: readonly string[]): string[] {
  if (secrets.length === 0) return []
  const found: string[] = []
  for (const field of Object.keys(record)) {
    const value = record[field]
    if (typeof value === 'string') {
      if (value.length < shortest || leftAlone.has(field)) continue
      const clean = without(value, secrets)
      if (clean === value) continue
      record[field] = clean
      found.push(field)
    } else if (field === 'extensions' && typeof value === 'object' && value !== null) {
      const keys = Object.keys(value)
      const clean = keys.map((key) => without(key, secrets))
      if (clean.every((key, i) => key === keys[i])) continue
      record[field] = Object.fromEntries(clean.map((key) => [key, null]))
      found.push(field)
    }
  }
  return found
}

/** As the transport writes it into a query, which escapes more than `encodeURIComponent`: `!` and `'` among others. */
const inQuery = (secret: string): string => new URLSearchParams([['', secret]]).toString().slice(1)

/** A name or a sentence of the service's without what it was told, or holds, in confidence. */
export const withoutSecrets = <Text extends string | null>(
  text: Text,
  secrets: readonly unknown[],
): Text | string =>
  text === null
    ? text
    : without(
        text,
        secrets
          .filter(worthKeeping)
          // It is written in no fewer letters than it has.
          .filter((secret) => secret.length <= text.length)
          .flatMap((secret) => [secret, encodeURIComponent(secret), inQuery(secret)]),
      )
