import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import { auditNames, exportAudit, listAudit } from '#contract/audit.ts'
import { call, callForFile } from '../api/call.ts'
import type { Translate } from '../i18n/catalogue.ts'
import { saveExport, type ExportFormat } from '../shared/spreadsheet/save-export.ts'
import { auditEventsOf } from './audit-events.ts'
import type { AuditFilters, AuditList } from './audit-state.ts'

export const auditPage = (query: AuditList['asked']) =>
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

export const exportMutation = (t: Translate) =>
  mutationOptions({
    mutationFn: async ({ query, format }: { query: AuditFilters; format: ExportFormat }) =>
      saveExport('audit', await callForFile(exportAudit, { query }), format, t),
  })
