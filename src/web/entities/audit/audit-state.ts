import { auditFilter, listAudit } from '#contract/audit.ts'
import { auditFilterCaptions } from './recorded-fields.ts'
import { optionalParam } from '../../lib/url-state.ts'
import { defineListState, keysetPages } from '../../ui/table/list-state.ts'

const { before, after } = listAudit.query.shape

export const auditList = defineListState({
  filters: {
    actor: optionalParam(auditFilter.actor),
    action: optionalParam(auditFilter.action),
    object: optionalParam(auditFilter.object),
    requestId: optionalParam(auditFilter.requestId),
    from: optionalParam(auditFilter.from),
    to: optionalParam(auditFilter.to),
  },
  captions: auditFilterCaptions,
  paging: keysetPages({ before: optionalParam(before), after: optionalParam(after) }),
  extraParams: {},
})
export type AuditList = ReturnType<typeof auditList.use>
export type AuditFilters = AuditList['filters']
