import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { agentDepartments, exportAgents, listAgents } from '#contract/agents.ts'
import { call, callForFile } from '../api/call.ts'
import type { Translate } from '../i18n/catalogue.ts'
import { saveExport, type ExportFormat } from '../shared/spreadsheet/save-export.ts'

/** One page of the directory; the page before stays on screen while the next one loads. */
export const agentsPage = (query: z.input<(typeof listAgents)['query']>) =>
  queryOptions({
    queryKey: ['agents', 'list', query] as const,
    queryFn: ({ signal }) => call(listAgents, { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  })

export const departmentsQuery = () =>
  queryOptions({
    queryKey: ['agents', 'departments'] as const,
    queryFn: ({ signal }) => call(agentDepartments, { signal }),
    staleTime: 60_000,
    meta: { quiet: true },
  })

export const exportMutation = (t: Translate) =>
  mutationOptions({
    mutationFn: async ({
      query,
      format,
    }: {
      query: z.input<(typeof exportAgents)['query']>
      format: ExportFormat
    }) => saveExport('agents', await callForFile(exportAgents, { query }), format, t),
  })
