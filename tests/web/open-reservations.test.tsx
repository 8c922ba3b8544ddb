import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Reservation } from '#contract/reservations.ts'
import { openQuery } from '#web/entities/reservation/queries.ts'
import { useReservation, useReservations } from '#web/entities/reservation/open-reservations.ts'
import { reservationOf } from './reservation-of.ts'

test('shows a reserved number as the last read has it, and renders only when its reservation has changed', async () => {
  const client = new QueryClient()
  let rendersOfAll = 0
  let rendersOfOne = 0
  function All() {
    rendersOfAll++
    return <p>{[...useReservations().keys()].join(' ')}</p>
  }
  function One() {
    rendersOfOne++
    return <p>{useReservation('8001')?.department ?? 'none'}</p>
  }
  render(
    <QueryClientProvider client={client}>
      <All />
      <One />
    </QueryClientProvider>,
  )
  await screen.findByText('none')
  const read = (now: number, ...items: Reservation[]) =>
    act(() => {
      client.setQueryData(openQuery().queryKey, { items, now })
    })
  read(1, reservationOf('8001', 'Day shift'))
  await screen.findByText('Day shift')
  const [all, one] = [rendersOfAll, rendersOfOne]
  read(2, reservationOf('8001', 'Day shift'))
  read(3, reservationOf('8000'), reservationOf('8001', 'Day shift'))
  await screen.findByText('8000 8001')
  expect([rendersOfAll, rendersOfOne]).toEqual([all + 1, one])
  read(4, reservationOf('8001', 'Night shift'))
  await screen.findByText('Night shift')
})
