import { MantineProvider } from '@mantine/core'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
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
  function Panel({ name }: { name: string }) {
    const query = useQuery({ queryKey: [name], queryFn, retry: false })
    return (
      <QueryState query={query} loading="loading">
        {(data) => data}
      </QueryState>
    )
  }
  const client = createQueryClient()
  const catalogue = await loadCatalogue('en')
  const panel = (name: string) => (
    <MantineProvider env="test">
      <LanguageProvider initial={catalogue}>
        <QueryClientProvider client={client}>
          <Panel name={name} />
        </QueryClientProvider>
      </LanguageProvider>
    </MantineProvider>
  )
  const { rerender } = render(panel('panel'))
  await screen.findByText('loading')
  act(() => answers[0]?.reject(new Error('refused')))
  await screen.findByRole('alert')
  return { client, answers, show: (name: string) => rerender(panel(name)) }
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
