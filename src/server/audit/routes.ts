import type * as z from 'zod/mini'
import {
  actionsOf,
  auditNames,
  exportAudit,
  listAudit,
  maxExported,
  type AuditEvent,
} from '#contract/audit.ts'
import { auditedFile } from './audited.ts'
import { chunks } from '../platform/database/database.ts'
import type { Mount } from '../platform/http/mount.ts'
import { actorOf } from '../platform/http/caller.ts'
import { fieldRefused } from '../platform/problems.ts'
import type { AuditCursor, AuditEventRow, AuditFilter, AuditReader } from './audit-reader.ts'
import { valuesIn, type Audit } from './audit-store.ts'

/** Rows per query of an export. */
const rowsAtOnce = 1_000
const maxNames = 10

const toEvent = (row: AuditEventRow): AuditEvent => ({
  id: row.id,
  at: row.at,
  actor: row.actor_name,
  actorId: row.actor_id,
  role: row.actor_role,
  session: row.session,
  address: row.address,
  action: row.action,
  object: row.object,
  phase: row.phase === 'intent' ? 'intent' : 'outcome',
  values: valuesIn(row),
  reason: row.reason,
  result: row.result,
  requestId: row.request_id,
  begunAt: row.phase === 'intent' ? row.at : row.begun_at,
})

/** Yields `auditExport` as JSON, in pieces. */
function* exportPieces(timeZone: string, rows: readonly AuditEventRow[]) {
  yield `{"timeZone":${JSON.stringify(timeZone)},"items":[`
  for (const [index, chunk] of chunks(rows, rowsAtOnce).entries())
    yield `${index === 0 ? '' : ','}${chunk.map((row) => JSON.stringify(toEvent(row))).join(',')}`
  yield ']}'
}

const formatCursor = ({ at, id }: AuditCursor) => `${at}.${id}`
function parseCursor(text: string): AuditCursor {
  const [at, id = ''] = text.split('.')
  return { at: Number(at), id }
}

type AuditQuery = z.output<(typeof exportAudit)['query']>

interface AuditPage {
  rows: AuditEventRow[]
  older: string | null
  newer: string | null
}

async function pageOf(
  reader: AuditReader,
  filter: AuditFilter,
  { before, after, pageSize }: { before?: string | undefined; after?: string | undefined; pageSize: number },
): Promise<AuditPage> {
  const toPage = (rows: AuditEventRow[], has: { older: boolean; newer: boolean }): AuditPage => {
    const [first, last] = [rows[0], rows.at(-1)]
    return {
      rows,
      older: has.older && last !== undefined ? formatCursor(last) : null,
      newer: has.newer && first !== undefined ? formatCursor(first) : null,
    }
  }
  if (after !== undefined) {
    const rows = await reader.newer(filter, parseCursor(after), pageSize + 1)
    // With fewer rows than a page, return the full newest page instead.
    if (rows.length > pageSize)
      return toPage(rows.slice(0, pageSize).toReversed(), { older: true, newer: true })
  }
  const cursor = after === undefined && before !== undefined ? parseCursor(before) : null
  const rows = await reader.older(filter, cursor, pageSize + 1)
  return toPage(rows.slice(0, pageSize), { older: rows.length > pageSize, newer: cursor !== null })
}

async function allRows(reader: AuditReader, filter: AuditFilter): Promise<AuditEventRow[]> {
  const rows: AuditEventRow[] = []
  for (;;) {
    const page = await reader.older(filter, rows.at(-1) ?? null, rowsAtOnce)
    rows.push(...page)
    if (rows.length > maxExported)
      throw fieldRefused('from', `more than ${maxExported} events; choose a shorter time`)
    if (page.length < rowsAtOnce) return rows
  }
}

/** Mounts the audit list, its export, and the names for its search. */
export function mountAuditRoutes(
  { mount, mountFile }: Mount,
  { audit, auditReader, timeZone }: { audit: Audit; auditReader: AuditReader; timeZone: string },
): void {
  /** Users can share names and anyone can type one, so the filter uses user IDs. */
  const filterOf = async ({ actor, action, ...filter }: AuditQuery): Promise<AuditFilter> => ({
    ...filter,
    actions: action && actionsOf(action),
    by: actor === undefined ? undefined : await auditReader.actorsCalled(actor),
  })

  mount(listAudit, async ({ query: { before, after, pageSize, jobRows, ...query } }) => {
    const filter = { ...(await filterOf(query)), withoutJobRows: jobRows === '0' }
    const { rows, older, newer } = await pageOf(auditReader, filter, { before, after, pageSize })
    return { items: rows.map(toEvent), older, newer }
  })

  mount(auditNames, async ({ query }) => ({
    items: await auditReader.names(query.of, query.start, maxNames),
  }))

  mountFile(exportAudit, async (call) => ({
    name: 'audit.json',
    type: 'application/json',
    content: await auditedFile(
      audit,
      { actor: actorOf(call), action: 'audit.export', object: '-', values: { ...call.query } },
      async () => {
        const rows = await allRows(auditReader, await filterOf(call.query))
        return { pieces: exportPieces(timeZone, rows), summary: () => ({ rows: rows.length }) }
      },
    ),
  }))
}
