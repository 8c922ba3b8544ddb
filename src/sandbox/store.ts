import { createHmac, randomBytes } from 'node:crypto'
import { closeSync, fchmodSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { createCreation, pendingSchema } from './creation.ts'
import { createDesk } from './desk.ts'
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
import { createSuggestions } from './suggestions.ts'

const tokenLifeMs = 86_400_000
/** `v5`: a token of get_token; `company`: a token of the extension service. */
type TokenKind = 'v5' | 'company'

/** Limits the file to its owner, because it holds SIP secrets and tokens. SQLite gives its side files the same mode. */
function keepToOwner(file: string): void {
  const descriptor = openSync(file, 'a', 0o600)
  fchmodSync(descriptor, 0o600)
  closeSync(descriptor)
}

/** Opens the service's data in one SQLite file, or in memory when `file` is null. */
export function openStore(options: { file: string | null; extensions: number; now: () => number }) {
  const { now } = options
  if (options.file !== null) keepToOwner(options.file)
  const db = new DatabaseSync(options.file ?? ':memory:')
  db.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000; PRAGMA cache_size = -65536',
  )
  db.exec(tables + listSchema + pendingSchema)
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
  const agentsByName = db.prepare(
    `SELECT * FROM agent WHERE company_id = ? AND instr(lower(agent_name), lower(?)) > 0
     ORDER BY ext IS NOT NULL, number LIMIT 10`,
  )
  const freeAgent = db.prepare(
    'SELECT * FROM agent WHERE company_id = ? AND ext IS NULL ORDER BY number LIMIT 1',
  )
  const addToken = db.prepare('INSERT INTO token (token, kind, company_id, expires_at) VALUES (?, ?, ?, ?)')
  const dropTokens = db.prepare('DELETE FROM token WHERE kind = ? AND company_id = ?')
  const dropOldTokens = db.prepare('DELETE FROM token WHERE expires_at <= ?')
  const readToken = db.prepare('SELECT kind, company_id FROM token WHERE token = ? AND expires_at > ?')

  const reads = {
    company: (id: string): CompanyRow | null => companyRow.nullable().parse(company.get(id) ?? null),
    extension: (companyId: string, ext: string): ExtensionRow | null =>
      extensionRow.nullable().parse(oneExtension.get(companyId, ext) ?? null),
    agentByUuid: (companyId: string, uuid: string): AgentRow | null =>
      agentRow.nullable().parse(agentByUuid.get(companyId, uuid) ?? null),
    agentByNumber: (companyId: string, workNumber: string): AgentRow | null =>
      agentRow.nullable().parse(agentByNumber.get(companyId, workNumber) ?? null),
  }

  return {
    homeCompanyId: homeCompany.id,

    company: reads.company,
    extension: reads.extension,
    /** Finds an agent by uuid, otherwise by work number. */
    findAgent: (companyId: string, id: string): AgentRow | null =>
      reads.agentByUuid(companyId, id) ?? reads.agentByNumber(companyId, id),
    /** Finds up to ten agents whose name contains the text, those without an extension first. */
    agentsNamed: (companyId: string, text: string): AgentRow[] =>
      agentRow.array().parse(agentsByName.all(companyId, text)),
    agentWithoutExtension: (companyId: string): AgentRow | null =>
      agentRow.nullable().parse(freeAgent.get(companyId) ?? null),

    /** Returns the SIP password: as set on creation, otherwise derived from this file's own key. */
    passwordOf: (row: ExtensionRow): string =>
      row.password ??
      createHmac('sha256', passwordKey).update(`${row.company_id} ${row.ext}`).digest('hex').slice(0, 32),

    /** Returns one page, sorted by number; `total` is exact. */
    page(
      companyId: string,
      list: ListName,
      prefix: string,
      offset: number,
      limit: number,
    ): { rows: ExtensionRow[]; total: number } {
      return {
        rows: extensionRow.array().parse(lists.rows(companyId, list, prefix, offset, limit)),
        total: lists.total(companyId, list, prefix),
      }
    },

    ...createCreation(db, lists, reads, now),
    desk: createDesk(db, lists, reads.extension, now),
    ...createSuggestions(db),

    /** Issues a token that is valid for 24 hours. `strict` ends the previous token at once (docs/upstream-api.md#token-life). */
    issueToken(kind: TokenKind, companyId: string): { token: string; lifeMs: number } {
      const token = randomBytes(16).toString('hex')
      dropOldTokens.run(now())
      dropTokens.run(kind, companyId)
      addToken.run(token, kind, companyId, now() + tokenLifeMs)
      return { token, lifeMs: tokenLifeMs }
    },
    /** Returns the company of a token of one of these kinds; null when the token is unknown or expired. */
    companyOfToken(token: string, kinds: readonly TokenKind[]): string | null {
      const row = readToken.get(token, now())
      return kinds.some((kind) => kind === row?.['kind']) ? String(row?.['company_id']) : null
    },
    revokeTokens(): void {
      db.exec('DELETE FROM token')
    },
    close: () => db.close(),
  }
}
export type Store = ReturnType<typeof openStore>
