import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { maxPairs, reserve, type Pair } from '#contract/reservations.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import type { Plan } from '#web/pages/reservations/batch/pairs.ts'
import { useBatch } from '#web/pages/reservations/batch/use-batch.ts'
import { outcomeOf } from './reservation-of.ts'

afterEach(() => vi.unstubAllGlobals())

test('keeps the outcomes of a batch when a later part fails, and resends that part under its key', async () => {
  const sent: { first: string | undefined; key: string | null }[] = []
  let isDown = true
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const request = new Request(new URL(path, 'http://localhost'), init)
    const { items } = reserve.body.parse(await request.json())
    sent.push({ first: items[0]?.ext, key: request.headers.get('idempotency-key') })
    if (isDown && sent.length > 1) throw new TypeError('Failed to fetch')
    const refused = items.map(({ ext }) => outcomeOf(ext, { code: 'extension-bound' }))
    return Response.json({ items: refused, now: 7 })
  })
  const client = createQueryClient()
  const { result } = renderHook(useBatch, {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  const pairs = Array.from({ length: maxPairs + 1 }, (_, index): Pair => {
    return { ext: String(1000 + index), agentUuid: String(index).padStart(32, '0'), agentName: null }
  })
  const plan: Plan = {
    lines: [],
    numbers: pairs.map(({ ext }) => ext),
    statuses: new Map(),
    reservedNumbers: new Map(),
    isBeside: false,
  }
  act(() => result.current.start(plan, pairs, 24))
  await waitFor(() => expect(result.current.error).not.toBeNull())
  expect(result.current).toMatchObject({ plan, left: pairs.slice(maxPairs), now: 7, sending: false })
  expect(result.current.outcomes.size).toBe(maxPairs)

  isDown = false
  act(() => result.current.resume())
  await waitFor(() => expect(result.current.outcomes.size).toBe(maxPairs + 1))
  await waitFor(() => expect(result.current).toMatchObject({ left: [], error: null, sending: false }))
  expect(sent.map(({ first }) => first)).toEqual(['1000', '1020', '1020'])
  expect(sent[2]?.key).toBe(sent[1]?.key)
  expect(sent[1]?.key).not.toBe(sent[0]?.key)

  act(() => result.current.reset())
  expect(result.current).toMatchObject({ plan: null, left: [], error: null, outcomes: new Map() })
})
