import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { session } from '#contract/session.ts'
import { status } from '#contract/status.ts'
import { heading, setUpConsole } from './render-app.tsx'

const { backend, renderApp } = setUpConsole({ extensions: 0 })

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
  expect(numbers).toMatch(/^Numbers and people To do/)
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

/** Answers as if the console used a real service, which answered operation 8 then for the last time. */
function withRealService(lastListAt: number | null) {
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const answer = await backend().fetch(path, init)
    if (path === '/api/session') {
      const real = session.parse(await answer.json())
      return Response.json({ ...real, features: { ...real.features, sandbox: false } })
    }
    if (path !== '/api/status') return answer
    const real = status.parse(await answer.json())
    const operations = real.operations.map((each) =>
      each.operation === 'search_idle_page' ? { ...each, lastSuccessAt: lastListAt } : each,
    )
    return Response.json({ ...real, operations })
  })
  onTestFinished(() => {
    vi.stubGlobal('fetch', backend().fetch)
  })
}

test('calls the service connected only once a list of the real service was read', async () => {
  withRealService(null)
  const { unmount } = await renderApp({ path: '/overview' })
  expect((await steps())[0]).toMatch(/^Connect the service To do.*once the console has read a list/)
  expect(screen.queryByRole('button', { name: 'Stay on the sandbox' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Connect the service' }).getAttribute('href')).toBe('/service')
  unmount()
  withRealService(Date.now())
  await renderApp({ path: '/overview' })
  await waitFor(async () => expect((await steps())[0]).toMatch(/^Connect the service Done/))
})

test('shows a supervisor no steps', async () => {
  await renderApp({ path: '/overview', as: 'supervisor' })
  await heading('Overview')
  await screen.findByRole('heading', { name: /^No (data|numbers) yet$/ })
  expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull()
})
