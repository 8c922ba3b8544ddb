import type { DatabaseSync } from 'node:sqlite'
import * as z from 'zod'
import { Refusal } from './codes.ts'
import type { Lists } from './lists.ts'
import type { AgentRow, CompanyRow, ExtensionRow } from './schema.ts'
import { transaction } from './transaction.ts'

const newExtension = z.object({
  companyId: z.string(),
  ext: z.string().optional(),
  password: z.string().optional(),
  agentId: z.string().optional(),
  /** `1`: agentId is the uuid; otherwise agentId is the work number (docs/upstream-api.md#agenttype). */
  agentType: z.string().optional(),
  langCodeTxt: z.string().optional(),
})
export type NewExtension = z.infer<typeof newExtension>

/** Accepted creations that become visible later; `input` is a `NewExtension` as JSON. */
export const pendingSchema = `
  CREATE TABLE IF NOT EXISTS pending (
    company_id TEXT NOT NULL, ext TEXT NOT NULL, due INTEGER NOT NULL, input TEXT NOT NULL, PRIMARY KEY (company_id, ext)
  ) WITHOUT ROWID;`

interface Reads {
  company: (id: string) => CompanyRow | null
  extension: (companyId: string, ext: string) => ExtensionRow | null
  agentByUuid: (companyId: string, uuid: string) => AgentRow | null
  agentByNumber: (companyId: string, workNumber: string) => AgentRow | null
}

/** Numbers that the service picks have seven digits, between the seeded numbers and the sentinels. */
const firstOwnNumber = 9_000_000
const afterOwnNumbers = '99'

export function createCreation(db: DatabaseSync, lists: Lists, reads: Reads, now: () => number) {
  const addExtension = db.prepare(
    `INSERT INTO extension (company_id, ext, password, bind_status, bind_time, agent_uuid, using_uuid, lang_code_txt, enabled, created, creator)
     VALUES (?, ?, ?, ?, ?, ?, NULL, ?, 1, ?, NULL)`,
  )
  const bindAgent = db.prepare('UPDATE agent SET ext = ? WHERE uuid = ?')
  const countExtension = db.prepare('UPDATE company SET extensions = extensions + 1 WHERE id = ?')
  const lastOwnNumber = db.prepare(
    `SELECT ext FROM extension WHERE company_id = ? AND ext >= ? AND ext < ? AND length(ext) = 7 ORDER BY ext DESC LIMIT 1`,
  )
  const addPending = db.prepare('INSERT INTO pending (company_id, ext, due, input) VALUES (?, ?, ?, ?)')
  const readPending = db.prepare('SELECT ext FROM pending WHERE company_id = ? AND ext = ?')
  const duePending = db.prepare('SELECT input FROM pending WHERE due <= ? ORDER BY due')
  const dropPending = db.prepare('DELETE FROM pending WHERE company_id = ? AND ext = ?')

  const exists = (companyId: string, ext: string): boolean =>
    reads.extension(companyId, ext) !== null || readPending.get(companyId, ext) !== undefined

  function nextOwnNumber(companyId: string): string {
    const last = lastOwnNumber.get(companyId, String(firstOwnNumber), afterOwnNumbers)?.['ext']
    const next = last === undefined ? firstOwnNumber : Number(last) + 1
    // When the end of the block is in use, take the first free number in the block.
    for (const from of [next, firstOwnNumber])
      for (let number = from; number < Number(`${afterOwnNumbers}00000`); number++)
        if (!exists(companyId, String(number))) return String(number)
    throw new Refusal('310120')
  }

  /** Checks every rule of a creation; throws `Refusal`. */
  function check(input: NewExtension): { ext: string; agent: AgentRow | null } {
    const { companyId, agentId } = input
    const company = reads.company(companyId)
    if (company === null) throw new Refusal('310123')
    const ext = input.ext ?? nextOwnNumber(companyId)
    if (exists(companyId, ext)) throw new Refusal('310004')
    if (company.extensions >= company.quota) throw new Refusal('310120')
    if (agentId === undefined) return { ext, agent: null }
    const agent = (input.agentType === '1' ? reads.agentByUuid : reads.agentByNumber)(companyId, agentId)
    if (agent === null) throw new Refusal('310147')
    if (agent.ext !== null) throw new Refusal('310122')
    return { ext, agent }
  }

  function write(input: NewExtension): string {
    const { ext, agent } = check(input)
    const at = now()
    const bound = agent === null ? 0 : 1
    addExtension.run(
      input.companyId,
      ext,
      input.password ?? null,
      bound,
      bound * at,
      agent?.uuid ?? null,
      input.langCodeTxt ?? 'Opus',
      at,
    )
    countExtension.run(input.companyId)
    if (agent !== null) bindAgent.run(ext, agent.uuid)
    lists.count({ company_id: input.companyId, ext, bind_status: bound, enabled: 1, using_uuid: null }, 1)
    return ext
  }

  return {
    /**
     * Operations 5 and 10: returns the number, which the sandbox picks if none is given. Binds the number to a given agent; an
     * agent who already has an extension is refused as 310122. Throws `Refusal`.
     */
    create: (input: NewExtension): string => transaction(db, () => write(input)),

    /** Accepts a creation that becomes visible at `due` (epoch ms). Throws `Refusal`, also for a second creation of the same number. */
    createLater: (input: NewExtension, due: number): void =>
      transaction(db, () => {
        const { ext } = check(input)
        addPending.run(input.companyId, ext, due, JSON.stringify({ ...input, ext }))
      }),

    /** Makes due creations visible. A creation that has become impossible never appears. */
    settle(): void {
      for (const { input: text } of duePending.all(now())) {
        const input = newExtension.required({ ext: true }).parse(JSON.parse(String(text)))
        transaction(db, () => {
          dropPending.run(input.companyId, input.ext)
          try {
            write(input)
          } catch (error) {
            if (!(error instanceof Refusal)) throw error
          }
        })
      }
    },
  }
}
