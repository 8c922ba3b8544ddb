import { readFileSync } from 'node:fs'
import { anchorsIn, damagedAnchorsIn, gapsIn, type Anchor } from '../audit/audit-anchor.ts'
import { triggerErrors, verifyAudit, type Uncovered } from '../audit/audit-verify.ts'
import type { Database } from '../platform/database/database.ts'
import type { Seal } from '../platform/database/encryption.ts'

const shownErrors = 100

interface AnchorFile {
  /** The file's name in messages. */
  name: string
  anchors: Anchor[]
  errors: string[]
}

/** Reads the anchors in a log file, or in standard input for `-`. Throws when the file can't be read. */
async function readAnchors(log: string, input: () => Promise<string>): Promise<AnchorFile> {
  const name = log === '-' ? 'standard input' : log
  const read = async () => (log === '-' ? input() : readFileSync(log, 'utf8'))
  const text = await read().catch(() => {
    throw new Error(`${name}: cannot be read, so its anchors were not checked; check path and owner`)
  })
  const anchors = anchorsIn(text)
  const errors = [
    ...damagedAnchorsIn(text).map((line) => `${name} line ${line}: is no whole anchor`),
    ...(anchors.length === 0 ? [`${name}: holds no anchors`] : []),
  ]
  return { name, anchors, errors }
}

/** Returns a sentence about the entries that the anchors don't cover; `null` when they cover all entries, or match none. */
function uncoveredText({ entries, anchoredUntil }: Uncovered): string | null {
  if (entries === 0 || anchoredUntil === null) return null
  const until = new Date(anchoredUntil).toISOString()
  return `${entries} entries are not covered by the anchors, which end at ${until}: removal of those, or of later ones, cannot be seen`
}

/** Verifies the audit, and the anchors of a log when there is one, and prints the result. Returns true when all is well. */
export async function verify(
  log: string | null,
  database: Database,
  seal: Seal,
  { input, say }: { input: () => Promise<string>; say: (line: string) => void },
): Promise<boolean> {
  const file: AnchorFile =
    log === null ? { name: '', anchors: [], errors: [] } : await readAnchors(log, input)
  const { anchors } = file
  const verified = await verifyAudit(database, seal, anchors, `an anchor in ${file.name}`)
  const { entries, chains, uncovered } = verified
  const { holes, outside } = gapsIn(anchors, chains)
  const errors = [
    ...file.errors,
    ...holes.map((hole) => `${hole}: missing in ${file.name}`),
    ...verified.errors,
    ...(await triggerErrors(database)),
  ]
  say(`entries\t${entries}\nchains\t${chains.size}\nanchors\t${anchors.length}\nerrors\t${errors.length}`)
  for (const error of errors.slice(0, shownErrors)) say(error)
  const left =
    log === null
      ? 'no anchors checked: removal of the newest events cannot be seen'
      : uncoveredText(uncovered)
  if (left !== null) say(left)
  if (outside > 0)
    say(
      `${outside} entries are before the first that ${file.name} holds of their chain, or of chains that it does not hold: removal of their lines cannot be seen`,
    )
  // Each use of the console leaves an entry, so an empty audit means the wrong store, or one that was emptied.
  if (entries === 0) say('there is no audit here; check DATA_DIR or DATABASE_URL')
  return entries > 0 && errors.length === 0
}
