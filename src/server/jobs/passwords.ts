import { createHmac, createSecretKey, randomInt, type KeyObject } from 'node:crypto'
import { configure, TextReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js'
import { phoneAlphabet } from '#contract/text.ts'
import { sealedFor, type Seal } from '../platform/database/encryption.ts'
import { toCsv } from '../platform/http/csv.ts'
import type { ItemRow, JobRow } from './tables.ts'

// zip.js's workers need a browser.
configure({ useWebWorkers: false })

/** A random password of the alphabet that phones take. */
export const randomPassword = (length: number): string =>
  Array.from({ length }, () => phoneAlphabet.charAt(randomInt(phoneAlphabet.length))).join('')

/** What a job's passwords depend on. */
type PasswordJob = Pick<JobRow, 'id' | 'secret_key' | 'password_length'>

/** The key of a job's derived passwords; null when it has none, or one that can no longer be opened. */
function derivingKey(seal: Seal, { id, secret_key: sealed }: PasswordJob): KeyObject | null {
  const key = sealed === null ? null : seal.open(sealed, sealedFor.jobKey(id))
  return key === null ? null : createSecretKey(key, 'utf8')
}

/** The same password for the same key and number on every attempt: only the key is stored. */
function derivedPassword(key: KeyObject, ext: string, length: number): string {
  let password = ''
  // Bytes beyond the last whole alphabet would favor its first letters.
  const usable = 256 - (256 % phoneAlphabet.length)
  for (let block = 0; password.length < length; block++)
    for (const byte of createHmac('sha256', key).update(`${ext} ${block}`).digest())
      if (byte < usable && password.length < length)
        password += phoneAlphabet.charAt(byte % phoneAlphabet.length)
  return password
}

/** Reads the passwords of a job's rows; each is null when the row has none, or one that can no longer be opened. */
export function passwordReader(seal: Seal, job: PasswordJob) {
  const key = derivingKey(seal, job)
  return ({ position, ext, password, password_source }: ItemRow): string | null => {
    if (password_source === 'derived')
      return key === null ? null : derivedPassword(key, `${job.id} ${ext}`, job.password_length)
    return password === null ? null : seal.open(password, sealedFor.itemPassword(job.id, position))
  }
}

/** AES-256, by the number that the ZIP format gives it. */
const aes256 = 3

/** The passwords as a CSV inside an AES-256 encrypted ZIP, as 7-Zip opens it. */
export async function credentialsFile(
  rows: readonly { ext: string; password: string; agentID: string | null }[],
  passphrase: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const csv = toCsv(
    ['ext', 'password', 'agentID'],
    rows.map((row) => [row.ext, row.password, row.agentID ?? '']),
  )
  const zip = new ZipWriter(new Uint8ArrayWriter(), { password: passphrase, encryptionStrength: aes256 })
  await zip.add('credentials.csv', new TextReader(csv))
  return zip.close()
}
