import { extensionNumber } from './assumptions.ts'
import { isSent, shortened } from './fields.ts'
import {
  decodedPerComparison,
  decodingsOf,
  maxEncodings,
  unescaped,
  type Decoding,
  type Range,
} from './encodings.ts'
import { isNameOfSecret, canNameSecrets, secretsNamedIn, type Names } from './named-secrets.ts'
import {
  createSecretIndex,
  folded,
  isShort,
  minSearchedLength,
  spellingsOf,
  startAt,
  type SecretIndex,
} from './secret-index.ts'

/** Most characters searched in a text: more than the console ever shows of it, in any encoding. */
const maxSearchedLength = 8_000
const withheld = '•••'

/** Most comparisons for one answer; an answer that needs more is refused. */
const maxComparisons = 1_500_000
export class TooManySecrets extends Error {
  override readonly name = 'TooManySecrets'
}

/** Returns a function that counts comparisons and throws `TooManySecrets` beyond the limit. */
function createComparisonCounter(): (times: number) => void {
  let comparisons = 0
  return (times) => {
    comparisons += times
    if (comparisons > maxComparisons) throw new TooManySecrets()
  }
}

/** Returns the JSON value in a text; null when there is none. */
function jsonIn(text: string): unknown {
  const first = text.trimStart().charAt(0)
  if ((first !== '{' && first !== '[') || text.length > maxSearchedLength) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Adds all secrets in a secret's field, which may be a list, an object or a JSON text. */
function addSecretsIn(value: unknown, into: Pick<SecretIndex, 'add'>): void {
  const parts = typeof value === 'string' ? jsonIn(value) : value
  if (typeof parts === 'object' && parts !== null)
    for (const part of Object.values(parts)) addSecretsIn(part, into)
  for (const secret of spellingsOf(value)) into.add(secret)
}

/** Adds all secrets of an answer, and of the JSON and the named values in its texts; `named` receives the secrets of each text. */
function collect(
  value: unknown,
  into: Pick<SecretIndex, 'add'>,
  names: Names,
  named: Map<string, readonly string[]>,
): void {
  if (typeof value === 'string') {
    collect(jsonIn(value), into, names, named)
    if (!canNameSecrets(value) || named.has(value)) return
    const secrets = secretsNamedIn(value.slice(0, maxSearchedLength), names).flatMap(spellingsOf)
    named.set(value, secrets)
    for (const secret of secrets) into.add(secret)
  } else if (Array.isArray(value)) for (const item of value) collect(item, into, names, named)
  else if (isSent(value))
    for (const name of Object.keys(value)) {
      const isSecret = names.isSecretName(name)
      if (isSecret) addSecretsIn(value[name], into)
      if (!isSecret || typeof value[name] !== 'string') collect(value[name], into, names, named)
    }
}

/** Returns the text with each occurrence of the secrets replaced by `•••`. */
export const without = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((left, secret) => left.replaceAll(secret, withheld), text)

function withoutRanges(text: string, ranges: readonly Range[]): string {
  let left = ''
  let position = 0
  for (const [start, end] of ranges.toSorted(([one], [other]) => one - other)) {
    // Overlapping secrets get one mark.
    if (start >= position) left += text.slice(position, start) + withheld
    position = Math.max(position, end)
  }
  return left + text.slice(position)
}

const none: readonly string[] = []

/** Finds any of many secrets in a text. */
function createFinder(indexes: readonly SecretIndex[]) {
  /** Texts known to have no secret; cached, because the rows of a page repeat most of their names and values. */
  const withoutAny = new Set<string>()
  const countComparisons = createComparisonCounter()

  function rangesOfLong(text: string): Range[] {
    const found: Range[] = []
    for (let at = 0; at <= text.length - minSearchedLength; at++) {
      const start = startAt(text, at)
      let longest = 0
      for (const index of indexes) {
        const candidates = index.startingWith(start)
        if (candidates === undefined) continue
        countComparisons(candidates.size)
        for (const secret of candidates)
          if (secret.length > longest && text.startsWith(secret, at)) longest = secret.length
      }
      if (longest > 0) found.push([at, at + longest])
    }
    return found
  }

  const rangesOfShort =
    (short: readonly string[]) =>
    (text: string): Range[] => {
      const found: Range[] = []
      countComparisons(short.length)
      for (const secret of short)
        for (let i = text.indexOf(secret); i >= 0; i = text.indexOf(secret, i + secret.length))
          found.push([i, i + secret.length])
      return found
    }

  /** Returns the ranges where `rangesOf` finds a secret in the text, or in its decoded forms. */
  function search(
    text: string,
    rangesOf: (text: string) => Range[],
    decode: (text: string) => Decoding[],
    encodings = maxEncodings,
  ): Range[] {
    const found = rangesOf(folded(text))
    if (encodings === 0) return found
    for (const { text: decoded, rangeOf } of decode(text)) {
      countComparisons(decoded.length / decodedPerComparison)
      found.push(...search(decoded, rangesOf, decode, encodings - 1).map(rangeOf))
    }
    return found
  }

  return (text: string, short: readonly string[]): Range[] => {
    let found: Range[] = []
    if (!isShort(text) && !withoutAny.has(text)) {
      found = search(text, rangesOfLong, decodingsOf)
      if (found.length === 0) withoutAny.add(text)
    }
    return short.length === 0 ? found : [...found, ...search(text, rangesOfShort(short), unescaped)]
  }
}

/**
 * Removes secrets from an answer, in place: the answer's own secrets, those in `sent` and those in `earlier`, wherever else they
 * are repeated. Covers longer texts, lists, keys and messages, in any case and encoding. Keeps a number in `ext`, because it
 * identifies the record. Returns the names of the fields that held a secret; throws `TooManySecrets`.
 */
export function redactAnswer(
  answer: unknown,
  sent: readonly unknown[],
  earlier: SecretIndex = createSecretIndex(),
): string[] {
  const secretNames = new Map<string, boolean>()
  const isSecretName = (name: string): boolean => {
    const known = secretNames.get(name)
    if (known !== undefined) return known
    const isSecret = isNameOfSecret(name)
    secretNames.set(name, isSecret)
    return isSecret
  }
  const searched = createSecretIndex()
  const named = new Map<string, readonly string[]>()
  collect(answer, searched, { isSecretName, countComparisons: createComparisonCounter() }, named)
  const hasShort = searched.short().size > 0
  const sentSpellings = sent.flatMap(spellingsOf)
  for (const secret of sentSpellings) searched.add(secret)
  const indexes = [searched, earlier].filter((index) => !index.isEmpty())
  if (indexes.length === 0) return []
  const find = createFinder(indexes)
  const names = new Set<string>()

  /** Returns the value without secrets. `shortSecrets` are searched for only in their own objects. */
  function clean(value: unknown, name: string, shortSecrets: readonly string[]): unknown {
    if (typeof value === 'string') {
      const text = value.length > maxSearchedLength ? value.slice(0, maxSearchedLength) : value
      const found = find(text, shortSecrets)
      if (found.length === 0) return shortened(value)
      names.add(name)
      return shortened(withoutRanges(text, found))
    }
    if (typeof value === 'number') {
      const digits = String(value)
      const isSecret = isShort(digits)
        ? shortSecrets.includes(digits)
        : indexes.some((index) => index.has(digits))
      if (isSecret) names.add(name)
      return isSecret ? null : value
    }
    if (Array.isArray(value))
      for (const [i, item] of value.entries()) value[i] = clean(item, name, shortSecrets)
    else if (isSent(value)) cleanFields(value, shortSecrets)
    return value
  }

  /** Returns the short secrets among an object's own fields, which are searched for only in that object. */
  function shortSecretsOf(record: Record<string, unknown>): readonly string[] {
    const own = new Set<string>()
    for (const name of Object.keys(record)) {
      const value = record[name]
      if (isSecretName(name)) addSecretsIn(value, own)
      else if (typeof value === 'string') for (const secret of named.get(value) ?? none) own.add(secret)
    }
    return [...own].filter(isShort)
  }

  /** Field names after cleaning; cached, because the rows of a page have the same names. */
  const fields = new Map<string, { cleanName: string; isSecret: boolean }>()
  function fieldOf(name: string, shortSecrets: readonly string[]): { cleanName: string; isSecret: boolean } {
    const known = shortSecrets.length === 0 ? fields.get(name) : undefined
    if (known !== undefined) return known
    const cleanName = String(clean(name, 'a name', shortSecrets))
    const field = { cleanName, isSecret: isSecretName(cleanName) }
    if (shortSecrets.length === 0) fields.set(name, field)
    return field
  }

  function cleanFields(record: Record<string, unknown>, outerShortSecrets: readonly string[]): void {
    const own = hasShort ? shortSecretsOf(record) : none
    const shortSecrets = own.length === 0 ? outerShortSecrets : [...outerShortSecrets, ...own]
    for (const name of Object.keys(record)) {
      const { cleanName, isSecret } = fieldOf(name, shortSecrets)
      const value = record[name]
      const isNumber = cleanName === 'ext' && extensionNumber.test(String(value))
      const isKept = (isNumber || isSecret) && typeof value !== 'object'
      const left = isKept ? value : clean(value, cleanName, shortSecrets)
      if (cleanName === name && left === value) continue
      if (cleanName !== name) delete record[name]
      record[cleanName] = left
    }
  }

  clean(answer, 'the answer', [...sentSpellings.filter(isShort), ...earlier.short()])
  return [...names]
}
