import { Suspense } from 'react'
import { lazyFeature } from '../lib/lazy.ts'
import { useReservations } from './open-reservations.ts'

const ReservedBadge = lazyFeature(async () => (await import('./ReservedBadge.tsx')).ReservedBadge)

/** Says beside a number that it is reserved; nothing when it is not. */
export function ReservedMark({ ext }: { ext: string }) {
  const reservation = useReservations().get(ext)
  return reservation === undefined ? null : (
    <Suspense fallback={null}>
      <ReservedBadge reservation={reservation} />
    </Suspense>
  )
}
