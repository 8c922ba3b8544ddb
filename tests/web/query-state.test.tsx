import { MantineProvider } from '@mantine/core'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { createQueryClient } from '#web/api/query-client.ts'
import { LanguageProvider, loadCatalogue } from '#web/i18n/Language.tsx'
import { QueryState } from '#web/ui/feedback/QueryState.tsx'

/** Shows a read whose first answer is a failure. Each later one waits until the test answers it. */
async function showFailed() {
  const answers: PromiseWithResolvers<string>[] = []
  const queryFn = () => {
    const answer = Promise.withResolvers<string>()
    answers.push(answer)
    return answer.promise
  }
  let showKey = (_key: string) => {}
  function Panel() {
    const [key, setKey] = useState('panel')
    showKey = setKey
    const query = useQuery({ queryKey: [key], queryFn, retry: false })
    return (
      <QueryState query={query} loading="loading">
        {(data) => data}
      </QueryState>
    )
  }
  const client = createQueryClient()
  render(
    <MantineProvider env="test">
      <LanguageProvider initial={await loadCatalogue('en')}>
        <QueryClientProvider client={client}>
          <Panel />
        </QueryClientProvider>
      </LanguageProvider>
    </MantineProvider>,
  )
  await screen.findByText('loading')
  act(() => answers[0]?.reject(new Error('refused')))
  await screen.findByRole('alert')
  return { client, answers, show: (key: string) => act(() => showKey(key)) }
}

test('keeps an error while a poll repeats the read', async () => {
  const { client, answers } = await showFailed()
  const error = screen.getByRole('alert')
  await act(async () => {
    void client.refetchQueries()
    await new Promise((resolve) => setTimeout(resolve, 50))
  })
  expect(answers).toHaveLength(2)
  expect(error.isConnected).toBe(true)
  act(() => answers[1]?.resolve('the data'))
  await screen.findByText('the data')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('shows that a read is repeated when the user retries it', async () => {
  await showFailed()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('loading')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('shows no error of another read', async () => {
  const { answers, show } = await showFailed()
  show('another')
  await screen.findByText('loading')
  act(() => answers[1]?.reject(new Error('refused too')))
  await screen.findByRole('alert')
  show('panel')
  await screen.findByText('loading')
  expect(screen.queryByRole('alert')).toBeNull()
})
