import { plain } from './encodings.ts'
import { printable } from './json.ts'
import { minSecretLength } from './named-secrets.ts'

/** A shorter secret would match by chance anywhere else in an answer, so it is searched for only in its own record. */
export const minSearchedLength = 8
/** Most characters searched in a secret: more than the console ever shows of it, in any encoding. */
const maxSecretLength = 1_000

export const isShort = (secret: string): boolean => secret.length < minSearchedLength

/** Returns the form in which texts are compared: hashes may be in any case, and a query may write a space as `+`. Keeps the length. */
export function folded(text: string): string {
  const lower = text.toLowerCase()
  return (lower.length === text.length ? lower : text.replaceAll('İ', 'I').toLowerCase()).replaceAll('+', ' ')
}

/** Returns a secret's folded text, as sent and in plain spelling; empty when it is too short to be distinguished from other text. */
export function spellingsOf(value: unknown): string[] {
  const text =
    typeof value === 'string' ? printable(value.trim()) : typeof value === 'number' ? String(value) : ''
  const inPlain = plain(text)
  const spellings = inPlain === text ? [text] : [text, inPlain]
  // In capitals, some letters become two, such as ß.
  const capitals = text.toUpperCase()
  if (capitals.length !== text.length) spellings.push(capitals)
  return spellings
    .filter(({ length }) => length >= minSecretLength)
    .map((spelling) => folded(spelling.slice(0, maxSecretLength)))
}

/** Returns a hash of the characters at this place, as many as the shortest secret that is searched for. */
export function startAt(text: string, at: number): number {
  let hash = 0
  for (let i = at; i < at + minSearchedLength; i += 2) hash = Math.imul(hash, 31) + text.charCodeAt(i)
  return hash & 0x3fff_ffff
}

/** Spellings of secrets. Finds those that may start at a place in a text, at a cost that does not grow with their number. */
export function createSecretIndex() {
  const counts = new Map<string, number>()
  const short = new Set<string>()
  const byStart = new Map<number, Set<string>>()

  return {
    /** A spelling added twice has to be removed twice. */
    add(spelling: string): void {
      const count = counts.get(spelling) ?? 0
      counts.set(spelling, count + 1)
      if (count > 0) return
      if (isShort(spelling)) {
        short.add(spelling)
        return
      }
      const start = startAt(spelling, 0)
      const others = byStart.get(start)
      if (others === undefined) byStart.set(start, new Set([spelling]))
      else others.add(spelling)
    },
    remove(spelling: string): void {
      const count = counts.get(spelling) ?? 0
      if (count > 1) counts.set(spelling, count - 1)
      if (count !== 1) return
      counts.delete(spelling)
      if (short.delete(spelling)) return
      const start = startAt(spelling, 0)
      const others = byStart.get(start)
      others?.delete(spelling)
      if (others?.size === 0) byStart.delete(start)
    },
    has: (spelling: string): boolean => counts.has(spelling),
    isEmpty: (): boolean => counts.size === 0,
    /** The secrets that are too short for `startingWith`. */
    short: (): ReadonlySet<string> => short,
    /** Returns the secrets of `minSearchedLength` or more with this `startAt`, and perhaps others. */
    startingWith: (start: number): ReadonlySet<string> | undefined => byStart.get(start),
  }
}
export type SecretIndex = ReturnType<typeof createSecretIndex>
