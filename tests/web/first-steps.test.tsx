import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { heading, setUpConsole } from './render-app.tsx'

const { renderApp } = setUpConsole({ extensions: 0 })

const steps = async () =>
  within(await screen.findByRole('region', { name: 'First steps' }))
    .getAllByRole('listitem')
    .map((step) => step.textContent)

test('shows an administrator of an empty console three steps, and which of them are done', async () => {
  const { user, unmount } = await renderApp({ path: '/overview' })
  const [service, colleagues, numbers] = await steps()
  expect(service).toMatch(/^Connect the service To do/)
  // Earlier tests may have used the supervisor's account.
  expect(colleagues).toMatch(/^Invite colleagues (To do|Done)/)
  expect(numbers).toMatch(/To do/)
  await user.click(screen.getByRole('button', { name: 'Stay on the sandbox' }))
  expect((await steps())[0]).toMatch(/^Connect the service Done/)
  unmount()
  const again = await renderApp({ path: '/overview' })
  expect((await steps())[0]).toMatch(/^Connect the service Done/)
  await again.user.click(screen.getByRole('button', { name: 'Dismiss' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull())
  again.unmount()
  await renderApp({ path: '/overview' })
  await screen.findByRole('heading', { name: /^No (data|numbers) yet$/ })
  expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull()
})

test('shows a supervisor no steps', async () => {
  await renderApp({ path: '/overview', as: 'supervisor' })
  await heading('Overview')
  await screen.findByRole('heading', { name: /^No (data|numbers) yet$/ })
  expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull()
})
