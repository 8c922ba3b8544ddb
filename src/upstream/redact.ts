import { isSent, shortened } from './decode.ts'

/** Shorter ones would be found by chance in what is no secret: beside the secret, and anywhere else in the answer. */
const shortestBeside = 6
const shortestAnywhere = 8
const withheld = '•••'
const isShort = (secret: string): boolean => secret.length < shortestAnywhere

/** Fields that hold a secret, by their names. */
const secretName = /pass(?:word|wd|code|phrase)|pwd|secret|token|credential|^ha1/i

/** The text of a secret's field; null for what is too short to be told from other text. */
function secretText(value: unknown): string | null {
  const text = typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
  return text.length >= shortestBeside ? text : null
}

/** A hash is the same credential in either case. */
const hash = /^[0-9a-f]{32,}$/i
const inBothCases = (secret: string): string[] =>
  hash.test(secret) ? [secret.toLowerCase(), secret.toUpperCase()] : []

/** All secrets in a secret's field, which may be a list or an object. */
function secretsIn(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(secretsIn)
  const secret = secretText(value)
  return secret === null ? [] : [secret, ...inBothCases(secret)]
}

/** The secrets among an object's own fields. */
const secretsOf = (record: Record<string, unknown>): string[] =>
  Object.keys(record)
    .filter((name) => secretName.test(name))
    .flatMap((name) => secretsIn(record[name]))

function collect(value: unknown, into: Set<string>): void {
  if (Array.isArray(value)) for (const item of value) collect(item, into)
  else if (isSent(value)) {
    for (const secret of secretsOf(value)) into.add(secret)
    for (const inner of Object.values(value)) if (typeof inner === 'object') collect(inner, into)
  }
}

/** The text without each of the secrets, as often as it holds them. */
export const without = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((left, secret) => left.replaceAll(secret, withheld), text)

/** Looks so often at most for a secret at some place of one answer: an answer made to take longer is no answer. */
const mostLooks = 5_000_000
export class TooManySecrets extends Error {
  override readonly name = 'TooManySecrets'
}

const none: readonly string[] = []

/** Finds any of many secrets in a text by their first characters: a page may hold thousands. The longest comes first. */
function createFinder(secrets: Iterable<string>) {
  const byStart = new Map<string, string[]>()
  for (const secret of secrets) {
    if (isShort(secret)) continue
    const start = secret.slice(0, shortestAnywhere)
    const others = byStart.get(start)
    if (others === undefined) byStart.set(start, [secret])
    else others.push(secret)
  }
  /** Rows of a page repeat most of their names and values. */
  const withoutAny = new Set<string>()
  let looks = 0

  function findAnywhere(text: string): readonly string[] {
    if (isShort(text) || byStart.size === 0 || withoutAny.has(text)) return none
    const found: string[] = []
    for (let i = 0; i <= text.length - shortestAnywhere; i++) {
      const candidates = byStart.get(text.slice(i, i + shortestAnywhere)) ?? []
      looks += candidates.length
      if (looks > mostLooks) throw new TooManySecrets()
      for (const secret of candidates) if (text.startsWith(secret, i)) found.push(secret)
    }
    if (found.length === 0) withoutAny.add(text)
    return found
  }

  return (text: string, beside: readonly string[]): readonly string[] => {
    const found = findAnywhere(text)
    if (beside.length === 0 && found.length < 2) return found
    looks += beside.length
    const all = [...found, ...beside.filter((secret) => text.includes(secret))]
    // Where one secret begins another, the rest of the longer one would be left.
    return all.sort((a, b) => b.length - a.length)
  }
}

/**
 * Takes out of an answer, in place, every secret that it carries wherever else it stands in it (longer texts, lists, keys,
 * messages), and those that it was `told`. What stands in `ext` stays, or nobody could tell the record. Returns the names
 * of the fields that held one; throws `TooManySecrets`.
 */
export function redactAnswer(answer: unknown, told: readonly unknown[]): string[] {
  const toldSecrets = told.flatMap((secret) => secretText(secret) ?? []).flatMap(spellings)
  const secrets = new Set(toldSecrets)
  collect(answer, secrets)
  if (secrets.size === 0) return []
  const find = createFinder(secrets)
  const hasShort = [...secrets].some(isShort)
  const names = new Set<string>()

  /** The value without secrets; `beside` are those of the objects it is in that are too short to look for anywhere. */
  function clean(value: unknown, name: string, beside: readonly string[]): unknown {
    if (typeof value === 'string') {
      const text = shortened(value)
      const found = find(text, beside)
      if (found.length === 0) return text
      names.add(name)
      return without(text, found)
    }
    if (typeof value === 'number') {
      const digits = String(value)
      const isSecret = find(digits, beside).includes(digits)
      if (isSecret) names.add(name)
      return isSecret ? null : value
    }
    if (Array.isArray(value)) for (const [i, item] of value.entries()) value[i] = clean(item, name, beside)
    else if (isSent(value)) cleanFields(value, beside)
    return value
  }

  function cleanFields(record: Record<string, unknown>, besideIt: readonly string[]): void {
    const own = hasShort ? secretsOf(record).filter(isShort) : none
    const beside = own.length === 0 ? besideIt : [...besideIt, ...own]
    for (const name of Object.keys(record)) {
      const cleanName = String(clean(name, 'a name', beside))
      const value = record[name]
      const isKept = (cleanName === 'ext' || secretName.test(cleanName)) && typeof value !== 'object'
      const left = isKept ? value : clean(value, cleanName, beside)
      if (cleanName === name && left === value) continue
      if (cleanName !== name) delete record[name]
      record[cleanName] = left
    }
  }

  clean(answer, 'the answer', toldSecrets.filter(isShort))
  return [...names]
}

/** As it is, and as the transport writes it into a query, which escapes more than `encodeURIComponent`: `!` and `'` among others. */
const spellings = (secret: string): string[] => [
  secret,
  encodeURIComponent(secret.toWellFormed()),
  new URLSearchParams([['', secret]]).toString().slice(1),
]

/** A name or a sentence of the service's without the secrets that it was told. */
export const withoutSecrets = <Text extends string | null>(
  text: Text,
  secrets: readonly unknown[],
): Text | string =>
  text === null
    ? text
    : without(text, secrets.flatMap((secret) => secretText(secret) ?? []).flatMap(spellings))
