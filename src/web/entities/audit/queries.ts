import { keepPreviousData, type QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { maxAgentsById, type DirectoryAgent } from '#contract/people.ts'
import { auditExport, auditNames, exportAudit, listAudit } from '#contract/audit.ts'
import { ApiError } from '../../api/api-error.ts'
import { callForFile } from '../../api/call.ts'
import { read } from '../../api/endpoint-queries.ts'
import { inBatches } from '../../api/in-batches.ts'
import { pastAgentsQuery } from '../person/queries.ts'
import { agentsNamedIn } from './named-agents.ts'

export const auditPageQuery = (query: z.input<(typeof listAudit)['query']>) =>
  read(listAudit, { query }, { placeholderData: keepPreviousData })

export const auditNamesQuery = (of: 'actor' | 'object', start: string) =>
  read(auditNames, { query: { of, start } }, { placeholderData: keepPreviousData, staleTime: 30_000 })

/** Reads all events that the filters show; `action` names it where a fresh sign-in is asked for. Throws `ApiError`. */
export async function readAuditExport(
  query: z.input<(typeof exportAudit)['query']>,
  action: string,
): Promise<z.output<typeof auditExport>> {
  const file = await callForFile(exportAudit, { query, action })
  try {
    return z.parse(auditExport, JSON.parse(await file.text()))
  } catch {
    throw new ApiError('contract', 200)
  }
}

/** Returns the directory's records of the agents in the events. An agent that can't be read keeps its id. */
export async function agentsNamed(
  client: QueryClient,
  { items }: z.output<typeof auditExport>,
): Promise<DirectoryAgent[]> {
  const answers = await inBatches(agentsNamedIn(items), maxAgentsById, (ids) =>
    client.fetchQuery(pastAgentsQuery(ids)).catch(() => null),
  )
  return answers.flatMap((answer) => answer?.items ?? [])
}
