import { screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { heldAnswers } from './held-answers.ts'
import { setUpConsole } from './render-app.tsx'

const { backend, renderApp } = setUpConsole({ extensions: 50 })

const saves = () => backend().requests.filter(({ method }) => method === 'PATCH')

test('keeps digits typed while an earlier value is saved, and sends each value once', async () => {
  const { user } = await renderApp({ path: '/settings' })
  const field = await screen.findByRole('textbox', { name: 'Maximum creations per second' })
  const { release } = heldAnswers(backend(), (method) => method === 'PATCH')
  await user.clear(field)
  await user.type(field, '10{Enter}')
  await user.tab()
  await user.type(field, '0')
  const reload = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(reload()).toBe(true)
  release()
  await screen.findByText('Setting saved')
  expect(field).toHaveProperty('value', '100')
  expect(saves()).toHaveLength(1)
  await user.tab()
  await waitFor(() => expect(saves()).toHaveLength(2))
  expect(field).toHaveProperty('value', '100')
  expect(reload()).toBe(false)
})

test('reports a failed save at its own field, and keeps the typed value', async () => {
  const { user } = await renderApp({ path: '/settings' })
  const field = await screen.findByRole('textbox', { name: 'Maximum creations per second' })
  const { fetch } = backend()
  vi.stubGlobal('fetch', (path: string, init: RequestInit = {}) =>
    init.method === 'PATCH' ? Promise.reject(new TypeError('offline')) : fetch(path, init),
  )
  onTestFinished(() => {
    vi.stubGlobal('fetch', fetch)
  })
  await user.clear(field)
  await user.type(field, '10{Enter}')
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  expect(field).toHaveProperty('value', '10')
  expect(screen.getByRole('switch', { name: /deprecated/i }).getAttribute('aria-invalid')).not.toBe('true')
})

test('keeps what is typed when another administrator has saved first, and says their value', async () => {
  const { user } = await renderApp({ path: '/settings' })
  const field = await screen.findByRole('textbox', { name: 'Maximum creations per second' })
  await backend().fetch('/api/settings', {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', 'x-console': '1' },
    body: JSON.stringify({ jobRate: 33 }),
  })
  await user.clear(field)
  await user.type(field, '44{Enter}')
  await screen.findByText('Not saved: someone else has set 33 since. Save again to replace it.')
  await waitFor(() => expect(field).toHaveProperty('value', '44'))
  await user.type(field, '{Enter}')
  await screen.findByText('Setting saved')
  await waitFor(() => expect(field.getAttribute('aria-invalid')).not.toBe('true'))
  expect(await (await backend().fetch('/api/settings')).json()).toMatchObject({ jobRate: 44 })
})

test('keeps a failed setting marked while another setting is saved', async () => {
  const { user } = await renderApp({ path: '/settings' })
  const rate = await screen.findByRole('textbox', { name: 'Maximum creations per second' })
  const { fetch } = backend()
  let down = true
  vi.stubGlobal('fetch', (path: string, init: RequestInit = {}) =>
    down && init.method === 'PATCH' ? Promise.reject(new TypeError('offline')) : fetch(path, init),
  )
  onTestFinished(() => {
    vi.stubGlobal('fetch', fetch)
  })
  await user.clear(rate)
  await user.type(rate, '17{Enter}')
  await screen.findByText(/^Not saved/)
  down = false
  const parallel = screen.getByRole('textbox', { name: 'Parallel requests' })
  await user.clear(parallel)
  await user.type(parallel, '5{Enter}')
  await screen.findByText('Setting saved')
  expect(rate).toHaveProperty('value', '17')
  expect(rate.getAttribute('aria-invalid')).toBe('true')
})

test('keeps a number that is out of range as typed, and does not save it', async () => {
  const { user } = await renderApp({ path: '/settings' })
  const parallel = await screen.findByRole('textbox', { name: 'Parallel requests' })
  await user.clear(parallel)
  await user.type(parallel, '99')
  await user.tab()
  expect(parallel).toHaveProperty('value', '99')
  expect(parallel.getAttribute('aria-invalid')).toBe('true')
  expect(saves()).toHaveLength(0)
  await user.click(screen.getByRole('link', { name: 'People' }))
  await screen.findByRole('dialog', { name: 'Leave without saving?' })
})

test('begins with what people change, and ends with the deprecated operation', async () => {
  await renderApp({ path: '/settings' })
  const groups = await screen.findAllByRole('heading', { level: 2 })
  expect(groups.map(({ textContent }) => textContent)).toEqual([
    'Agents who leave',
    'Bulk jobs',
    'Background reads',
    'Operations',
  ])
})
