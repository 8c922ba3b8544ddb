import { randomBytes } from 'node:crypto'
import { configure, TextReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js'
import type { Phone } from '#contract/job-credentials.ts'
import { phoneAlphabet } from '#contract/text.ts'
import { toCsv } from '../platform/http/csv.ts'

// zip.js's web workers need a browser.
configure({ useWebWorkers: false })

/** Using bytes from here on would favor the first letters of the alphabet. */
const usableBytes = 256 - (256 % phoneAlphabet.length)

/** Returns a random password in the alphabet that phones accept. */
export function randomPassword(length: number): string {
  let password = ''
  while (password.length < length)
    for (const byte of randomBytes(length))
      if (byte < usableBytes && password.length < length)
        password += phoneAlphabet.charAt(byte % phoneAlphabet.length)
  return password
}

/** The ZIP format's number for AES-256. */
const aes256 = 3

/** Returns the passwords as a CSV in an AES-256 encrypted ZIP that 7-Zip can open. */
export async function credentialsFile(
  rows: readonly (Phone & { agentID: string | null })[],
  passphrase: string,
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
  return zip.close()
}
