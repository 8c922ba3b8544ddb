import { jobCredentials } from '#contract/jobs.ts'
import { callForFile } from '../api/call.ts'

/** Fetches the encrypted file and hands it to the browser to save. Throws `ApiError`. */
export async function fetchCredentials(id: string, passphrase: string): Promise<void> {
  const file = await callForFile(jobCredentials, { params: { id }, body: { passphrase } })
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = `credentials-${id.slice(0, 8)}.zip`
  link.click()
  // The browser has taken its copy by the time the next task runs.
  setTimeout(() => URL.revokeObjectURL(url))
}
