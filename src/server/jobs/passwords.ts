import { createHmac, createSecretKey, randomInt, type KeyObject } from 'node:crypto'
import { phoneAlphabet } from '#contract/text.ts'
import { sealedFor, type Seal } from '../platform/database/encryption.ts'

/** A random password of the alphabet that phones take. */
export const randomPassword = (length: number): string =>
  Array.from({ length }, () => phoneAlphabet.charAt(randomInt(phoneAlphabet.length))).join('')

/** The key of a job's derived passwords as it was sealed; null when it cannot be opened any more. */
export function derivingKey(seal: Seal, jobId: string, sealed: string): KeyObject | null {
  const key = seal.open(sealed, sealedFor.jobKey(jobId))
  return key === null ? null : createSecretKey(key, 'utf8')
}

/** The same password for the same key and number on every attempt, so that only the key needs storing. */
export function derivedPassword(key: KeyObject, ext: string, length: number): string {
  let password = ''
  // Bytes beyond the last whole alphabet would favour its first letters.
  const usable = 256 - (256 % phoneAlphabet.length)
  for (let block = 0; password.length < length; block++)
    for (const byte of createHmac('sha256', key).update(`${ext} ${block}`).digest())
      if (byte < usable && password.length < length)
        password += phoneAlphabet.charAt(byte % phoneAlphabet.length)
  return password
}
