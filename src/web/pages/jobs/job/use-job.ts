import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { job as jobSchema, jobEvents } from '#contract/jobs.ts'
import { jobQuery } from '../../../entities/job/queries.ts'

const pollMs = 2_000
/** For an ended job with passwords, which another user may delete. */
const passwordsPollMs = 15_000

function readEvent(data: unknown) {
  try {
    return z.safeParse(jobSchema, JSON.parse(String(data)))
  } catch {
    return z.safeParse(jobSchema, null)
  }
}

/** The live job: updated by the BFF's events, or polled every two seconds while the event stream is down. */
export function useJob(id: string) {
  const client = useQueryClient()
  const [live, setLive] = useState(false)
  const query = useQuery({
    ...jobQuery(id),
    refetchInterval: ({ state: { data } }) => {
      if (data !== undefined && data.endedAt !== null)
        return data.credentials.offered > 0 ? passwordsPollMs : false
      return live ? false : pollMs
    },
  })
  const open = query.data !== undefined && query.data.endedAt === null
  useEffect(() => {
    if (!open || typeof EventSource === 'undefined') return undefined
    const source = new EventSource(jobEvents.path.replace(':id', encodeURIComponent(id)))
    source.addEventListener('open', () => setLive(true))
    source.addEventListener('error', () => setLive(false))
    source.addEventListener('message', ({ data }) => {
      const read = readEvent(data)
      if (read.success) client.setQueryData(jobQuery(id).queryKey, read.data)
    })
    return () => {
      source.close()
      setLive(false)
    }
  }, [client, id, open])
  return query
}
