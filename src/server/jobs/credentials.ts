import { configure, TextReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js'
import type { Phone } from '#contract/job-credentials.ts'
import { toCsv } from '../platform/http/csv.ts'

// zip.js's web workers need a browser.
configure({ useWebWorkers: false })

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
