import { exportAudit, listAudit, type AuditEntry } from '#contract/audit.ts'
import { audited } from './audited.ts'
import { toCsv } from './csv.ts'
import { actorOf, type Mount } from './mount.ts'
import type { AuditReader } from './store/audit-reader.ts'
import type { Audit, AuditRow } from './store/audit-store.ts'

/** Rows of one export, and of one read for it. */
const mostExported = 100_000
const rowsAtOnce = 1_000

const toEntry = (row: AuditRow): AuditEntry => ({
  id: row.id,
  at: row.at,
  actor: row.actor_name,
  role: row.actor_role,
  session: row.session,
  address: row.address,
  action: row.action,
  object: row.object,
  phase: row.phase === 'intent' ? 'intent' : 'outcome',
  reason: row.reason,
  result: row.result,
  requestId: row.request_id,
})

const columns = [
  'at',
  'actor',
  'role',
  'action',
  'object',
  'phase',
  'result',
  'reason',
  'address',
  'session',
  'requestId',
  'id',
] as const

export function mountAudit(
  { mount, mountFile }: Mount,
  { audit, auditReader }: { audit: Audit; auditReader: AuditReader },
): void {
  mount(listAudit, async ({ query: { before, pageSize, ...filter } }) => {
    const [at = '', id = ''] = before?.split('.') ?? []
    const rows = await auditReader.page(
      filter,
      before === undefined ? null : { at: Number(at), id },
      pageSize + 1,
    )
    const shown = rows.slice(0, pageSize)
    const last = shown.at(-1)
    return {
      items: shown.map(toEntry),
      next: rows.length > pageSize && last !== undefined ? `${last.at}.${last.id}` : null,
    }
  })

  mountFile(exportAudit, (call) =>
    audited(
      audit,
      { actor: actorOf(call), action: 'audit.export', object: JSON.stringify(call.query) },
      async () => {
        const rows: AuditRow[] = []
        for (let more = true; more && rows.length < mostExported;) {
          const page = await auditReader.page(call.query, rows.at(-1) ?? null, rowsAtOnce)
          rows.push(...page)
          more = page.length === rowsAtOnce
        }
        const data = rows.map((row) => {
          const entry = { ...toEntry(row), at: new Date(row.at).toISOString() }
          return columns.map((column) => entry[column] ?? '')
        })
        return { name: 'audit.csv', type: 'text/csv; charset=utf-8', content: toCsv(columns, data) }
      },
    ),
  )
}
