import { isNameOfSecret } from '#upstream/named-secrets.ts'
import { ProblemError } from './problems.ts'

/** A word and what it is given: `password: x8Kf…`, `token=…`. */
const pair = /([\p{L}\p{N}_-]{2,64})["']?\s*[:=：＝]\s*["']?[^\s"']{4,}/gu

/** Whether a text names the value of a password, token or key, as people write one down. */
export const namesSecret = (text: string): boolean =>
  [...text.matchAll(pair)].some(([, name = '']) => isNameOfSecret(name))

/** Fields named in one refusal. */
const mostNamed = 20

/** Refuses texts, by the names of their fields, that every user would read a secret in. Throws `names-secret`. */
export function refuseSecrets(texts: Record<string, string>): void {
  const errors = Object.entries(texts)
    .filter(([, text]) => namesSecret(text))
    .slice(0, mostNamed)
    .map(([path]) => ({ path, message: 'names a password or key; remove it' }))
  if (errors.length > 0) throw new ProblemError('names-secret', { errors })
}
