import { useQueries } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { AuditEvent } from '#contract/audit.ts'
import { jobQuery } from '../job/queries.ts'

/** Returns the ID of the job that an event is about; null for another event, and for one about a row. */
const jobOf = ({ action, object }: AuditEvent): string | null =>
  action.startsWith('job.') && action !== 'job.item.create' ? object : null

/** Outside of the hook, so that the names stay the same between renders. */
const namesOf = (
  jobs: readonly { data: { id: string; name: string } | undefined }[],
): ReadonlyMap<string, string> =>
  new Map(jobs.flatMap(({ data }) => (data === undefined ? [] : [[data.id, data.name]])))

/** Returns the name of an event's job; null while it is not known, undefined for an event about no job. */
export function useJobNames(events: readonly AuditEvent[]): (event: AuditEvent) => string | null | undefined {
  const ids = useMemo(() => [...new Set(events.flatMap((event) => jobOf(event) ?? []))], [events])
  const names = useQueries({
    queries: ids.map((id) => ({ ...jobQuery(id), staleTime: Infinity, meta: { quiet: true } })),
    combine: namesOf,
  })
  return useCallback(
    (event: AuditEvent) => {
      const id = jobOf(event)
      return id === null ? undefined : (names.get(id) ?? null)
    },
    [names],
  )
}
