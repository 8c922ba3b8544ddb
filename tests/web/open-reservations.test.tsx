import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openQuery } from '#web/entities/reservation/queries.ts'
import { useReservations } from '#web/entities/reservation/open-reservations.ts'
import { reservationOf } from './reservation-of.ts'

test('shows a reserved number as the last read has it, and renders only when a reservation has changed', async () => {
  const client = new QueryClient()
  let renders = 0
  function Department() {
    renders++
    return <p>{useReservations().get('8001')?.department ?? 'none'}</p>
  }
  render(
    <QueryClientProvider client={client}>
      <Department />
    </QueryClientProvider>,
  )
  await screen.findByText('none')
  const read = (department: string, now: number) =>
    act(() => {
      client.setQueryData(openQuery().queryKey, { items: [reservationOf('8001', department)], now })
    })
  read('Day shift', 1)
  await screen.findByText('Day shift')
  const before = renders
  read('Day shift', 2)
  expect(renders).toBe(before)
  read('Night shift', 3)
  await screen.findByText('Night shift')
})
