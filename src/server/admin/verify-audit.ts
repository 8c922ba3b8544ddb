import { readFileSync } from 'node:fs'
import { compareCopy, verifyAudit } from '../audit/audit-verify.ts'
import type { Database } from '../platform/database/database.ts'
import type { Seal } from '../platform/database/encryption.ts'

const mostErrors = 100

/** Reads the copy of the audit: a file, or standard input for `-`. Throws when it can't be read. */
async function readCopy(file: string, input: () => Promise<string>): Promise<string[]> {
  const read = async () => (file === '-' ? input() : readFileSync(file, 'utf8'))
  const text = await read().catch(() => {
    throw new Error(`${file}: cannot be read; check path and owner`)
  })
  return text.split('\n')
}

/**
 * Verifies the audit, compares it with its copy in `file` when there is one, and prints the result. Returns true when all is
 * well.
 */
export async function verify(
  file: string | null,
  database: Database,
  seal: Seal,
  { input, say }: { input: () => Promise<string>; say: (line: string) => void },
): Promise<boolean> {
  const lines = file === null ? null : await readCopy(file, input)
  const { entries, chains, errors } = await verifyAudit(database, seal)
  const copy = lines === null ? null : await compareCopy(database, lines)
  const name = file === '-' ? 'standard input' : file
  if (copy !== null) errors.push(...copy.errors.map((error) => `${name} ${error}`))
  if (copy?.entries === 0) errors.push(`${name}: holds no entries of the audit`)
  const compared = copy?.entries ?? 0
  say(`entries\t${entries}\nchains\t${chains}\ncompared\t${compared}\nerrors\t${errors.length}`)
  for (const error of errors.slice(0, mostErrors)) say(error)
  if (copy === null)
    say('not compared with a copy: a removal of the newest or of all entries stays undetected')
  else if (compared < entries)
    say(`${entries - compared} entries are not in ${name}: their removal would stay undetected`)
  // Each use of the console leaves an entry, so an empty audit means the wrong store, or one that was emptied.
  if (entries === 0) say('the audit is empty; check DATA_DIR or DATABASE_URL')
  return entries > 0 && errors.length === 0
}
