import { useWatchedJobs } from '../../jobs/watched.ts'
import { ReservationWatch } from '../../reservations/ReservationWatch.tsx'
import { usePermission } from '../../shared/session/SessionContext.tsx'
import { SlowReads } from './SlowReads.tsx'
import { JobWatch } from '../../jobs/JobWatch.tsx'

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
