import { createHmac, createSecretKey, randomBytes, type KeyObject } from 'node:crypto'
import { configure, TextReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js'
import { maxCards, type Phone } from '#contract/job-credentials.ts'
import { phoneAlphabet, type UiLanguage } from '#contract/text.ts'
import { sealedFor, type Seal } from '../platform/database/encryption.ts'
import { toCsv } from '../platform/http/csv.ts'
import type { ItemRow, JobRow } from './tables.ts'
import { welcomeSheet } from './welcome-sheet.ts'

// zip.js's web workers need a browser.
configure({ useWebWorkers: false })

/** Using bytes from here on would favor the first letters of the alphabet. */
const usableBytes = 256 - (256 % phoneAlphabet.length)

/** A password in the alphabet that phones accept, from as many blocks of random bytes as needed. */
function passwordFrom(blockOf: (index: number) => Buffer, length: number): string {
  let password = ''
  for (let index = 0; password.length < length; index++)
    for (const byte of blockOf(index))
      if (byte < usableBytes && password.length < length)
        password += phoneAlphabet.charAt(byte % phoneAlphabet.length)
  return password
}

export const randomPassword = (length: number): string => passwordFrom(() => randomBytes(32), length)

/** The job columns that its passwords depend on. */
type PasswordJob = Pick<JobRow, 'id' | 'secret_key' | 'password_length'>

/** The key of a job's derived passwords; `null` when there is no key or it can no longer be decrypted. */
function derivingKey(seal: Seal, { id, secret_key: sealed }: PasswordJob): KeyObject | null {
  const key = sealed === null ? null : seal.open(sealed, sealedFor.jobKey(id))
  return key === null ? null : createSecretKey(key, 'utf8')
}

/** Derives the same password from the same key and number every time, so only the key is stored. */
const derivedPassword = (key: KeyObject, ext: string, length: number): string =>
  passwordFrom((index) => createHmac('sha256', key).update(`${ext} ${index}`).digest(), length)

/**
 * Returns a reader of the passwords of a job's rows. The reader returns `null` when there is no password or it can no longer be
 * decrypted.
 */
export function passwordReader(seal: Seal, job: PasswordJob) {
  const key = derivingKey(seal, job)
  return ({ position, ext, password, password_source }: ItemRow): string | null => {
    if (password_source === 'derived')
      return key === null ? null : derivedPassword(key, `${job.id} ${ext}`, job.password_length)
    return password === null ? null : seal.open(password, sealedFor.itemPassword(job.id, position))
  }
}

/** The ZIP format's number for AES-256. */
const aes256 = 3

/**
 * The passwords as a CSV and a printable sheet in an AES-256 encrypted ZIP that 7-Zip can open. No sheet for more than
 * `maxCards` rows.
 */
export async function credentialsFile(
  rows: readonly (Phone & { agentID: string | null })[],
  { passphrase, language }: { passphrase: string; language: UiLanguage },
): Promise<Uint8Array<ArrayBuffer>> {
  // The API has no server name, only the domain: a phone that asks for a server registers at the domain.
  const csv = toCsv(
    ['ext', 'password', 'agentID', 'server', 'domain', 'name'],
    rows.map(({ ext, password, agentID, domain, name }) => [
      ext,
      password,
      agentID ?? '',
      domain ?? '',
      domain ?? '',
      name ?? '',
    ]),
  )
  const zip = new ZipWriter(new Uint8ArrayWriter(), { password: passphrase, encryptionStrength: aes256 })
  await zip.add('credentials.csv', new TextReader(csv))
  if (rows.length <= maxCards)
    await zip.add('welcome.html', new TextReader(await welcomeSheet(rows, language)))
  return zip.close()
}
