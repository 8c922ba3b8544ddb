import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { maxPeopleById, peopleById, type Person } from '#contract/people.ts'
import { auditExport, auditNames, exportAudit, listAudit, type AuditEvent } from '#contract/audit.ts'
import { ApiError } from '../../api/api-error.ts'
import { call, callForFile } from '../../api/call.ts'
import { read } from '../../api/endpoint-queries.ts'
import { inBatches } from '../../api/in-batches.ts'
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

const readPeople = (ids: readonly string[], signal?: AbortSignal) =>
  call(peopleById, { query: { ids: ids.join(','), removed: '1' }, signal })

/** The directory's records of the people in the events, also of removed ones. */
export const namedPeopleQuery = (items: readonly AuditEvent[]) => {
  const ids = peopleNamedIn(items)
  return queryOptions({
    queryKey: [peopleById.path, ids],
    queryFn: async ({ signal }): Promise<Person[]> => {
      const answers = await inBatches(ids, maxPeopleById, (batch) => readPeople(batch, signal))
      return answers.flatMap(({ items }) => items)
    },
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    meta: { quiet: true },
  })
}

/** The same for a file, which is written once: people who can't be read keep their IDs. */
export async function readNamedPeople(items: readonly AuditEvent[]): Promise<Person[]> {
  const answers = await inBatches(peopleNamedIn(items), maxPeopleById, (batch) =>
    readPeople(batch).catch(() => ({ items: [] })),
  )
  return answers.flatMap((answer) => answer.items)
}
