import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { openEveryMs, openQuery } from '../../entities/reservation/queries.ts'
import { setReservations } from '../../entities/reservation/open-reservations.ts'

/** Refreshes the open reservations while the console is visible. Marks on reserved numbers use them. */
export function ReservationWatch() {
  const { data } = useQuery({ ...openQuery(), refetchInterval: openEveryMs })
  useEffect(() => {
    if (data !== undefined) setReservations(data.items)
  }, [data])
  return null
}
