import { jobCredentials } from '#contract/jobs.ts'
import { callForFile } from '../api/call.ts'
import { saveFile } from '../ui/save-file.ts'

/** Fetches the encrypted file and hands it to the browser to save. Throws `ApiError`. */
export async function fetchCredentials(id: string, passphrase: string): Promise<void> {
  const file = await callForFile(jobCredentials, { params: { id }, body: { passphrase } })
  saveFile(`credentials-${id.slice(0, 8)}.zip`, file)
}
