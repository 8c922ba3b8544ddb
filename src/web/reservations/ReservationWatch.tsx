import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { openEveryMs, openQuery } from './queries.ts'
import { setReservations } from '../shared/open-reservations.ts'

/** Keeps what marks reserved numbers up to date while the console is in view. */
export function ReservationWatch() {
  const { data } = useQuery({ ...openQuery(), refetchInterval: openEveryMs })
  useEffect(() => {
    if (data !== undefined) setReservations(data.items)
  }, [data])
  return null
}
