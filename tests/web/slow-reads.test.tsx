import { MantineProvider } from '@mantine/core'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from '#web/api/api-error.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import { SlowReads } from '#web/app/shell/SlowReads.tsx'
import { LanguageProvider } from '#web/i18n/Language.tsx'
import { en } from '../all-messages.ts'

afterEach(() => vi.useRealTimers())

/** Renders a read for as long as it takes until the first notice. */
async function waitWith(queryFn: () => Promise<never>) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
  const Read = () => <>{useQuery({ queryKey: ['read'], queryFn }).status}</>
  render(
    <MantineProvider env="test">
      <LanguageProvider initial={{ language: 'en', messages: en }}>
        <QueryClientProvider client={createQueryClient()}>
          <Read />
          <SlowReads />
        </QueryClientProvider>
      </LanguageProvider>
    </MantineProvider>,
  )
  await act(() => vi.advanceTimersByTimeAsync(4_000))
  vi.useRealTimers()
}

test('says that the console’s server is not ready while it answers so, and blames no service', async () => {
  await waitWith(async () => {
    throw new ApiError('unavailable', 503)
  })
  await screen.findByText("The console's server is not ready")
  expect(screen.queryByText(/service/)).toBeNull()
})

test('says only that a read without an answer takes long: the reason is not known', async () => {
  await waitWith(() => new Promise(() => {}))
  await screen.findByText('This is taking longer than usual.')
  expect(screen.getByRole('button', { name: 'Stop waiting' })).toBeTruthy()
})
