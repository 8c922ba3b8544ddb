import { createHmac, randomBytes } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { Refusal } from './codes.ts'
import { createLists, listSchema, type ListName } from './lists.ts'
import {
  agentRow,
  companyRow,
  extensionRow,
  tables,
  type AgentRow,
  type CompanyRow,
  type ExtensionRow,
} from './schema.ts'
import { homeCompany, seed } from './seed.ts'

const tokenLifeMs = 86_400_000

export interface NewExtension {
  companyId: string
  ext: string | undefined
  password: string | undefined
  agentId: string | undefined
  /** `1`: agentId is the uuid; else it is the work number (upstream-facts 2.3). */
  agentType: string | undefined
  langCodeTxt: string | undefined
}

/** The service's data in one SQLite file, or in memory when `file` is null. */
export function openStore(options: {
  file: string | null
  extensions: number
  tokens: 'strict' | 'lenient'
  now: () => number
}) {
  const { now } = options
  const db = new DatabaseSync(options.file ?? ':memory:')
  db.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000; PRAGMA cache_size = -65536',
  )
  db.exec(tables + listSchema)
  const lists = createLists(db)
  seed(db, lists, options.extensions)

  const readMeta = db.prepare('SELECT value FROM meta WHERE key = ?')
  const addMeta = db.prepare('INSERT OR IGNORE INTO meta (key, value) VALUES (?, ?)')
  addMeta.run('password key', randomBytes(32).toString('hex'))
  const passwordKey = String(readMeta.get('password key')?.['value'])

  const company = db.prepare('SELECT * FROM company WHERE id = ?')
  const oneExtension = db.prepare('SELECT * FROM extension WHERE company_id = ? AND ext = ?')
  const agentByUuid = db.prepare('SELECT * FROM agent WHERE company_id = ? AND uuid = ?')
  const agentByNumber = db.prepare('SELECT * FROM agent WHERE company_id = ? AND agent_id = ?')
  const freeAgent = db.prepare(
    'SELECT * FROM agent WHERE company_id = ? AND ext IS NULL ORDER BY number LIMIT 1',
  )
  const agentsLike = db.prepare(
    `SELECT agent_name AS key FROM agent WHERE company_id = ? AND (agent_name LIKE ? ESCAPE '\\' OR agent_id LIKE ? ESCAPE '\\') LIMIT 200`,
  )
  const departmentsLike = db.prepare(
    `SELECT DISTINCT depart AS key FROM agent WHERE company_id = ? AND depart LIKE ? ESCAPE '\\'`,
  )
  const extensionsFrom = db.prepare(
    'SELECT ext AS key FROM extension WHERE company_id = ? AND ext >= ? AND ext < ? ORDER BY ext LIMIT 200',
  )
  const addExtension = db.prepare(
    `INSERT INTO extension (company_id, ext, password, bind_status, bind_time, agent_uuid, using_uuid, lang_code_txt, enabled, created, creator)
     VALUES (?, ?, ?, ?, ?, ?, NULL, ?, 1, ?, NULL)`,
  )
  const bindAgent = db.prepare('UPDATE agent SET ext = ? WHERE uuid = ?')
  const countExtension = db.prepare('UPDATE company SET extensions = extensions + 1 WHERE id = ?')
  const addToken = db.prepare('INSERT INTO token (token, kind, company_id, expires_at) VALUES (?, ?, ?, ?)')
  const dropTokens = db.prepare('DELETE FROM token WHERE kind = ? AND company_id = ?')
  const dropOldTokens = db.prepare('DELETE FROM token WHERE expires_at <= ?')
  const readToken = db.prepare('SELECT company_id FROM token WHERE token = ? AND expires_at > ?')

  const findAgent = (companyId: string, id: string): AgentRow | null =>
    agentRow.nullable().parse(agentByUuid.get(companyId, id) ?? agentByNumber.get(companyId, id) ?? null)

  function nextFreeNumber(companyId: string): string {
    for (let number = 700_000; ; number++)
      if (oneExtension.get(companyId, String(number)) === undefined) return String(number)
  }

  return {
    homeCompanyId: homeCompany.id,

    company: (id: string): CompanyRow | null => companyRow.nullable().parse(company.get(id) ?? null),
    extension: (companyId: string, ext: string): ExtensionRow | null =>
      extensionRow.nullable().parse(oneExtension.get(companyId, ext) ?? null),
    findAgent,
    agentWithoutExtension: (companyId: string): AgentRow | null =>
      agentRow.nullable().parse(freeAgent.get(companyId) ?? null),

    /** The SIP password: as set on creation, else derived from this file's own key. */
    passwordOf: (row: ExtensionRow): string =>
      row.password ??
      createHmac('sha256', passwordKey).update(`${row.company_id} ${row.ext}`).digest('hex').slice(0, 32),

    /** One page in the order of the number; `total` is exact. */
    page(
      companyId: string,
      list: ListName,
      prefix: string,
      offset: number,
      limit: number,
    ): { rows: ExtensionRow[]; total: number } {
      const rows = lists
        .rows(companyId, list, prefix, offset, limit)
        .filter((row) => String(row['ext']).startsWith(prefix))
      return { rows: extensionRow.array().parse(rows), total: lists.total(companyId, list, prefix) }
    },

    /** Operations 5 and 10. Throws `Refusal`. With an agent the new number is bound to them; an agent has one extension. */
    create(input: NewExtension): ExtensionRow {
      db.exec('BEGIN IMMEDIATE')
      try {
        const owner = companyRow.parse(company.get(input.companyId))
        const ext = input.ext ?? nextFreeNumber(owner.id)
        if (oneExtension.get(owner.id, ext) !== undefined) throw new Refusal('310004')
        if (owner.extensions >= owner.quota) throw new Refusal('310120')
        const agent =
          input.agentId === undefined
            ? null
            : agentRow
                .nullable()
                .parse(
                  (input.agentType === '1' ? agentByUuid : agentByNumber).get(owner.id, input.agentId) ??
                    null,
                )
        if (input.agentId !== undefined && agent === null) throw new Refusal('310147')
        if (agent !== null && agent.ext !== null) throw new Refusal('310122')
        const bound = agent === null ? 0 : 1
        addExtension.run(
          owner.id,
          ext,
          input.password ?? null,
          bound,
          bound * now(),
          agent?.uuid ?? null,
          input.langCodeTxt ?? 'Opus',
          now(),
        )
        countExtension.run(owner.id)
        if (agent !== null) bindAgent.run(ext, agent.uuid)
        const row = extensionRow.parse(oneExtension.get(owner.id, ext))
        lists.count(owner.id, row, 1)
        db.exec('COMMIT')
        return row
      } catch (error) {
        db.exec('ROLLBACK')
        throw error
      }
    },

    /** Operation 12's answers: numbers that begin with the text, agents and departments that hold it. */
    suggest(companyId: string, text: string): string[] {
      const like = `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
      const rows = [
        ...(/^\d+$/.test(text) ? extensionsFrom.all(companyId, text, `${text}:`) : []),
        ...departmentsLike.all(companyId, like),
        ...agentsLike.all(companyId, like, like.slice(1)),
      ]
      return [...new Set(rows.map((row) => String(row['key'])))]
    },

    /** Issues a token of 24 hours. Strict: the one before dies at once (upstream-facts 3). */
    issueToken(kind: 'v5' | 'company', companyId: string): { token: string; lifeMs: number } {
      const token = randomBytes(16).toString('hex')
      dropOldTokens.run(now())
      if (options.tokens === 'strict') dropTokens.run(kind, companyId)
      addToken.run(token, kind, companyId, now() + tokenLifeMs)
      return { token, lifeMs: tokenLifeMs }
    },
    /** The company a token speaks for, null when it is unknown or expired. */
    companyOfToken(token: string): string | null {
      const row = readToken.get(token, now())
      return row === undefined ? null : String(row['company_id'])
    },
    revokeTokens(): void {
      db.exec('DELETE FROM token')
    },
    close: () => db.close(),
  }
}
export type Store = ReturnType<typeof openStore>
