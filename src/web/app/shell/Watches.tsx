import { useWatchedJobs } from '../../entities/job/watched.ts'
import { ReservationWatch } from './ReservationWatch.tsx'
import { usePermission } from '../../entities/session/SessionContext.tsx'
import { SlowReads } from './SlowReads.tsx'
import { JobWatch } from './JobWatch.tsx'

/** What watches every page: slow reads, reservations and jobs. */
export function Watches() {
  const canRead = usePermission('extension.read')
  const isWatchingJobs = useWatchedJobs().length > 0
  return (
    <>
      <SlowReads />
      {canRead && <ReservationWatch />}
      {isWatchingJobs && <JobWatch />}
    </>
  )
}
