import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { auditNames, listAudit } from '#contract/audit.ts'
import { call } from '../api/call.ts'
import { auditEventsOf } from './audit-events.ts'
import type { AuditList } from './audit-state.ts'

export const auditPage = (query: AuditList['listQuery']) =>
  queryOptions({
    queryKey: ['audit', 'page', query],
    queryFn: ({ signal }) => call(listAudit, { query, signal }),
    placeholderData: keepPreviousData,
    select: (answer) => ({ ...answer, items: auditEventsOf(answer) }),
  })

export const auditNamesQuery = (of: 'actor' | 'object', start: string) =>
  queryOptions({
    queryKey: ['audit', 'names', of, start],
    queryFn: ({ signal }) => call(auditNames, { query: { of, start }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
