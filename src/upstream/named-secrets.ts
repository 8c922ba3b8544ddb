import { decodedPerComparison, maxEncodings, plain, unescaped } from './encodings.ts'

/** Shorter secrets would match by chance even in their own record. */
export const minSecretLength = 6
/** The cost of a named value, in comparisons. */
const comparisonsPerPair = 150

/** Field names that indicate a secret; not `sha1`, and not the `key` of a suggestion. */
const secretName =
  /pass(?:$|[_\d]|word|wd|code|phrase|key)|pwd|psw|secret|token|credential|authori[sz]ation|(?<!s)ha1|(?:api|app|auth|access|private)[_-]?key|密码|口令|密钥/i

/** True when a field name indicates a secret, also when spelled in full-width letters or with invisible characters or spaces. */
export const isNameOfSecret = (name: string): boolean => {
  if (secretName.test(name)) return true
  const letters = plain(name).replaceAll(/\s/g, '')
  return letters !== name && secretName.test(letters)
}

/** The signs between a name and its value: `"name": "value"` or `name=value`, escaped or not. */
const pairSigns = /[=:%\\＝：﹦]|&(?:#|\w+;|amp|lt|gt|quot)/
const quotes = `"'`
const isNameLetter = (letter: string): boolean => /[\w\u0080-\uffff]/.test(letter)
const maxPairNameLength = 64
const maxGapLength = 8
const quotedValue = /"((?:[^"\\]|\\.)*)|'((?:[^'\\]|\\.)*)/sy
const jsonNumber = /\d+/y
const plainValue = /[^\s&"'<>]{1,1000}/y
const spaces = /\s{0,8}/y
const trailing = /[,;.)}\]\\]+$/

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/** Returns the name that ends before `at`, and whether a quote closes it. */
function nameBefore(text: string, at: number): { name: string; isQuoted: boolean } {
  let end = at
  while (end > 0 && at - end < maxGapLength && /\s/.test(text.charAt(end - 1))) end--
  const isQuoted = end > 0 && quotes.includes(text.charAt(end - 1))
  if (isQuoted) end--
  let start = end
  // A quoted name may contain spaces.
  const isOfName = (letter: string) => isNameLetter(letter) || (isQuoted && letter === ' ')
  while (start > 0 && end - start < maxPairNameLength && isOfName(text.charAt(start - 1))) start--
  return { name: text.slice(start, end), isQuoted }
}

/** Decides which names indicate a secret, and counts the cost of the search. */
export interface Names {
  isSecretName: (name: string) => boolean
  countComparisons: (times: number) => void
}

/** Returns the values of secrets that a text names, such as `{"password":"…"} failed` or `password=…&ext=1`. */
function pairsIn(text: string, { isSecretName, countComparisons }: Names): string[] {
  const found: string[] = []
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at)
    if (sign !== ':' && sign !== '=') continue
    const { name, isQuoted } = nameBefore(text, at)
    if (name === '' || !isSecretName(name)) continue
    countComparisons(comparisonsPerPair)
    const start = at + 1 + (matchAt(spaces, text, at + 1)?.[0].length ?? 0)
    const quoted = matchAt(quotedValue, text, start)
    if (quoted !== null) {
      const value = quoted[1] ?? quoted[2] ?? ''
      found.push(value, ...unescaped(value).map(({ text: meant }) => meant))
    }
    if (quoted === null && sign === ':' && isQuoted) found.push(matchAt(jsonNumber, text, start)?.[0] ?? '')
    if (quoted === null && sign === '=') {
      const value = matchAt(plainValue, text, start)?.[0] ?? ''
      found.push(value, value.replace(trailing, ''))
    }
  }
  return found
}

/** A cheap check that is false for most texts. */
export const canNameSecrets = (text: string): boolean => text.length > minSecretLength && pairSigns.test(text)

/** Returns the same as `pairsIn`, also for a text that is escaped up to twice, such as JSON in JSON. */
export function secretsNamedIn(text: string, names: Names, encodings = maxEncodings): string[] {
  if (!canNameSecrets(text)) return []
  const found = pairsIn(text, names)
  if (encodings > 0)
    for (const { text: decoded } of unescaped(text)) {
      names.countComparisons(decoded.length / decodedPerComparison)
      found.push(...secretsNamedIn(decoded, names, encodings - 1))
    }
  return found
}
