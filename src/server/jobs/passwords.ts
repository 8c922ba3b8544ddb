import { createHmac, createSecretKey, randomBytes, type KeyObject } from 'node:crypto'
import { configure, TextReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js'
import { mostCards } from '#contract/jobs.ts'
import { phoneAlphabet, type UiLanguage } from '#contract/text.ts'
import type { Database } from '../platform/database/database.ts'
import { sealedFor, type Seal } from '../platform/database/encryption.ts'
import { toCsv } from '../platform/http/csv.ts'
import type { ItemRow, JobRow } from './tables.ts'
import { welcomeSheet, type Phone } from './welcome-sheet.ts'

// zip.js's workers need a browser.
configure({ useWebWorkers: false })

/** Bytes beyond the last whole alphabet would favor its first letters. */
const usableBytes = 256 - (256 % phoneAlphabet.length)

/** A password of the alphabet that phones take, of as many blocks of random bytes as it needs. */
function passwordFrom(blockOf: (index: number) => Buffer, length: number): string {
  let password = ''
  for (let index = 0; password.length < length; index++)
    for (const byte of blockOf(index))
      if (byte < usableBytes && password.length < length)
        password += phoneAlphabet.charAt(byte % phoneAlphabet.length)
  return password
}

export const randomPassword = (length: number): string => passwordFrom(() => randomBytes(32), length)

/** What a job's passwords depend on. */
type PasswordJob = Pick<JobRow, 'id' | 'secret_key' | 'password_length'>

/** The key of a job's derived passwords; null when it has none, or one that can no longer be opened. */
function derivingKey(seal: Seal, { id, secret_key: sealed }: PasswordJob): KeyObject | null {
  const key = sealed === null ? null : seal.open(sealed, sealedFor.jobKey(id))
  return key === null ? null : createSecretKey(key, 'utf8')
}

/** The same password for the same key and number on every attempt: only the key is stored. */
const derivedPassword = (key: KeyObject, ext: string, length: number): string =>
  passwordFrom((index) => createHmac('sha256', key).update(`${ext} ${index}`).digest(), length)

/** Reads the passwords of a job's rows; each is null when the row has none, or one that can no longer be opened. */
export function passwordReader(seal: Seal, job: PasswordJob) {
  const key = derivingKey(seal, job)
  return ({ position, ext, password, password_source }: ItemRow): string | null => {
    if (password_source === 'derived')
      return key === null ? null : derivedPassword(key, `${job.id} ${ext}`, job.password_length)
    return password === null ? null : seal.open(password, sealedFor.itemPassword(job.id, position))
  }
}

/** Most passwords that are read from the store to be kept out of answers: as many as the client keeps. */
const mostWithheld = 2_000

/** The latest passwords that were sent and that the store still holds, oldest first. */
export async function sentPasswords(
  { db }: Pick<Database, 'db'>,
  seal: Seal,
  account: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('job_item')
    .innerJoin('job', 'job.id', 'job_item.job_id')
    .selectAll('job_item')
    .select(['job.secret_key', 'job.password_length'])
    .where('job.account', '=', account)
    .where('job.has_secrets', '=', 1)
    .where((where) => where.or([where('secrets_until', 'is', null), where('secrets_until', '<>', 0)]))
    .where('sent_at', 'is not', null)
    .where('delivered', '=', 0)
    .where((where) => where.or([where('password', 'is not', null), where('password_source', '=', 'derived')]))
    .orderBy('sent_at', 'desc')
    .limit(mostWithheld)
    .execute()
  const readers = new Map<string, ReturnType<typeof passwordReader>>()
  const readerOf = (row: (typeof rows)[number]) => {
    const reader = readers.get(row.job_id) ?? passwordReader(seal, { ...row, id: row.job_id })
    readers.set(row.job_id, reader)
    return reader
  }
  return rows
    .map((row) => readerOf(row)(row))
    .filter((password) => password !== null)
    .toReversed()
}

/** AES-256, by the number that the ZIP format gives it. */
const aes256 = 3

/** The passwords as a CSV and a sheet to print inside an AES-256 encrypted ZIP, as 7-Zip opens it. */
export async function credentialsFile(
  rows: readonly (Phone & { agentID: string | null })[],
  { passphrase, language }: { passphrase: string; language: UiLanguage },
): Promise<Uint8Array<ArrayBuffer>> {
  // The API shows no server beside the domain: phones that ask for one register there.
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
  if (rows.length <= mostCards)
    await zip.add('welcome.html', new TextReader(await welcomeSheet(rows, language)))
  return zip.close()
}
