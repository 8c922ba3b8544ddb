import { MantineProvider } from '@mantine/core'
import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { LanguageProvider, loadCatalogue } from '#web/i18n/Language.tsx'
import { lazyPart } from '#web/lib/lazy.ts'
import { FailedLoadNotice } from '#web/ui/feedback/FailedLoadNotice.tsx'
import { Dialogs, isDialogOpen, openDialog } from '#web/ui/form/dialogs.tsx'

/** Opens a dialog whose script does not arrive at first. */
async function openFailing() {
  let isThere = false
  const Part = lazyPart(() =>
    isThere ? Promise.resolve(() => <p>the dialog</p>) : Promise.reject(new Error('not there')),
  )
  render(
    <MantineProvider env="test">
      <LanguageProvider initial={await loadCatalogue('en')}>
        <MemoryRouter>
          <Dialogs />
          <FailedLoadNotice />
        </MemoryRouter>
      </LanguageProvider>
    </MantineProvider>,
    { onCaughtError: () => {} },
  )
  let close = () => {}
  act(() => {
    close = openDialog(() => <Part />)
  })
  const retry = await screen.findByRole('button', { name: 'Try again' })
  isThere = true
  return { close, retry }
}

test('opens a dialog that failed to load when the user retries', async () => {
  const { close, retry } = await openFailing()
  expect(isDialogOpen()).toBe(false)
  await userEvent.click(retry)
  await screen.findByText('the dialog')
  act(close)
  await waitFor(() => expect(screen.queryByText('the dialog')).toBeNull())
})

test('does not offer a dialog that failed to load once it is closed', async () => {
  const { close, retry } = await openFailing()
  act(close)
  await waitFor(() => expect(retry.isConnected).toBe(false))
  expect(screen.queryByText('the dialog')).toBeNull()
})
