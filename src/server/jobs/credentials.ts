import { configure, TextReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js'
import { toCsv } from '../platform/http/csv.ts'

// Its workers are the browser's; here the main thread does.
configure({ useWebWorkers: false })

/** AES-256, by the number that the ZIP format gives it. */
const aes256 = 3

/** The passwords as a CSV inside an AES-256 encrypted ZIP, which 7-Zip and its like open. */
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
