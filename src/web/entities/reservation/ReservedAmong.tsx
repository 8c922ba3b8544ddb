import { useReservations } from './open-reservations.ts'
import { ReservedNote } from './ReservedNote.tsx'

/** Below a live page of the idle list: how many of the listed numbers are reserved. `ext` is the start of the numbers. */
export function ReservedAmong({ ext }: { ext: string | undefined }) {
  const reserved = [...useReservations().values()].filter((each) => each.ext.startsWith(ext ?? ''))
  if (reserved.length === 0) return null
  return <ReservedNote ext={ext} asOf={reserved.map(({ id }) => id).join(' ')} />
}
