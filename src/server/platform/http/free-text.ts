import { isNameOfSecret } from '#upstream/named-secrets.ts'
import { ProblemError } from './problems.ts'

/** A word and its value: `password: x8Kf…`, `token=…`. */
const pair = /([\p{L}\p{N}_-]{2,64})["']?\s*[:=：＝]\s*["']?[^\s"']{4,}/gu

/** True when a text contains a named password, token or key with its value, as people write them down. */
export const namesSecret = (text: string): boolean =>
  [...text.matchAll(pair)].some(([, name = '']) => isNameOfSecret(name))

/** The most fields that one error names. */
const maxNamed = 20

/** Throws `names-secret` with the names of the fields whose text contains a secret, because every user can read these texts. */
export function refuseSecrets(texts: Record<string, string>): void {
  const errors = Object.entries(texts)
    .filter(([, text]) => namesSecret(text))
    .slice(0, maxNamed)
    .map(([path]) => ({ path, message: 'contains a password or key; remove it' }))
  if (errors.length > 0) throw new ProblemError('names-secret', { errors })
}
