import { useQuery } from '@tanstack/react-query'
import { useWatchedJobs } from '../../entities/job/watched.ts'
import { openEveryMs, openQuery } from '../../entities/reservation/queries.ts'
import { usePermission } from '../../entities/session/SessionContext.tsx'
import { SlowReads } from './SlowReads.tsx'
import { JobWatch } from './JobWatch.tsx'

/** What watches every page: slow reads, jobs, and the open reservations, which marks on reserved numbers use. */
export function Watches() {
  const isWatchingJobs = useWatchedJobs().length > 0
  const enabled = usePermission('extension.read')
  useQuery({ ...openQuery(), enabled, refetchInterval: openEveryMs })
  return (
    <>
      <SlowReads />
      {isWatchingJobs && <JobWatch />}
    </>
  )
}
