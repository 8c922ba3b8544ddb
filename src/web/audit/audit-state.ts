import * as z from 'zod/mini'
import { auditFilter, listAudit } from '#contract/audit.ts'
import { pageQuery } from '#contract/page.ts'
import { columnsParam } from '../ui/table/table-settings.ts'
import { optionalParam, param } from '../lib/url-state.ts'

const { before, after } = listAudit.query.shape

/** All that the page is, as its URL holds it. */
export const auditState = z.object({
  actor: optionalParam(auditFilter.actor),
  action: optionalParam(auditFilter.action),
  object: optionalParam(auditFilter.object),
  requestId: optionalParam(auditFilter.requestId),
  from: optionalParam(auditFilter.from),
  to: optionalParam(auditFilter.to),
  before: optionalParam(before),
  after: optionalParam(after),
  pageSize: param(pageQuery.pageSize, 50),
  columns: columnsParam,
})
export type AuditState = z.infer<typeof auditState>

const filterNames = ['actor', 'action', 'object', 'requestId', 'from', 'to'] as const
export type AuditFilters = Pick<AuditState, (typeof filterNames)[number]>

/** The filters alone, as the export takes them. */
export const filtersOf = ({ actor, action, object, requestId, from, to }: AuditState): AuditFilters => ({
  actor,
  action,
  object,
  requestId,
  from,
  to,
})
export const isFiltered = (state: AuditState): boolean =>
  filterNames.some((name) => state[name] !== undefined)

/** The newest page: where every changed filter leads. */
export const newest = { before: undefined, after: undefined } as const
export const noFilters = {
  ...newest,
  actor: undefined,
  action: undefined,
  object: undefined,
  requestId: undefined,
  from: undefined,
  to: undefined,
} as const
