import { useWatchedJobs } from '../../jobs/watched.ts'
import { lazyFeature } from '../../lib/lazy.ts'
import { ReservationWatch } from '../../reservations/ReservationWatch.tsx'
import { usePermission } from '../../shared/session/SessionContext.tsx'
import { Optional } from '../../ui/feedback/Optional.tsx'
import { LostFocus } from './LostFocus.tsx'
import { SlowReads } from './SlowReads.tsx'

const JobWatch = lazyFeature(async () => (await import('../../jobs/JobWatch.tsx')).JobWatch)

/** What watches every page, from the moment the first page has loaded: slow reads, lost focus, reservations and jobs. */
export function Watches() {
  const canRead = usePermission('extension.read')
  const isWatchingJobs = useWatchedJobs().length > 0
  return (
    <>
      <SlowReads />
      <LostFocus />
      {canRead && <ReservationWatch />}
      <Optional>{isWatchingJobs && <JobWatch />}</Optional>
    </>
  )
}
