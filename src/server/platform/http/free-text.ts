import { ProblemError } from '../problems.ts'

/** A word and its value: `password: x8Kf…`, `token=…`. */
const pair = /([\p{L}\p{N}_-]{2,64})["']?\s*[:=：＝]\s*["']?[^\s"']{4,}/gu

/** Names under which people write down a secret. */
const secretName =
  /passw|passcode|^pass$|pwd|secret|token|credential|(?:api|app|auth|access)[_-]?key|密码|口令|密钥/i

/** True when a text contains a named password, token or key with its value, as people write them down. */
export const namesSecret = (text: string): boolean =>
  [...text.matchAll(pair)].some(([, name = '']) => secretName.test(name))

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
