import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useWatchedJobs } from '../../entities/job/watched.ts'
import { setReservations } from '../../entities/reservation/open-reservations.ts'
import { openEveryMs, openQuery } from '../../entities/reservation/queries.ts'
import { usePermission } from '../../entities/session/SessionContext.tsx'
import { SlowReads } from './SlowReads.tsx'
import { JobWatch } from './JobWatch.tsx'

/** What watches every page: slow reads, jobs, and the open reservations, which marks on reserved numbers use. */
export function Watches() {
  const isWatchingJobs = useWatchedJobs().length > 0
  const enabled = usePermission('extension.read')
  const { data } = useQuery({ ...openQuery(), enabled, refetchInterval: openEveryMs })
  useEffect(() => {
    if (data !== undefined) setReservations(data.items)
  }, [data])
  return (
    <>
      <SlowReads />
      {isWatchingJobs && <JobWatch />}
    </>
  )
}
