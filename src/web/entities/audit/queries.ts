import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { maxPeopleById, peopleById, type Person } from '#contract/people.ts'
import { auditExport, auditNames, exportAudit, listAudit, type AuditEvent } from '#contract/audit.ts'
import { ApiError } from '../../api/api-error.ts'
import { callForFile } from '../../api/call.ts'
import { read } from '../../api/endpoint-queries.ts'
import { inBatches } from '../../api/in-batches.ts'
import { pastPeopleQuery } from '../person/queries.ts'
import { peopleNamedIn } from './named-people.ts'

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

/** Returns the directory's records of the people in the events. A person who can't be read keeps the ID. */
export async function readNamedPeople(
  client: QueryClient,
  { items }: Pick<z.output<typeof auditExport>, 'items'>,
): Promise<Person[]> {
  const answers = await inBatches(peopleNamedIn(items), maxPeopleById, (ids) =>
    client.fetchQuery(pastPeopleQuery(ids)).catch(() => null),
  )
  return answers.flatMap((answer) => answer?.items ?? [])
}

/** The same for a page of events: one of requests names two people in each. */
export const namedPeopleQuery = (items: readonly AuditEvent[]) => {
  const ids = peopleNamedIn(items)
  return queryOptions({
    queryKey: [peopleById.path, ids],
    queryFn: ({ client }) => readNamedPeople(client, { items: [...items] }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    meta: { quiet: true },
  })
}
