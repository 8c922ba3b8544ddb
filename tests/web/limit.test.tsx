import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { listPeople } from '#contract/people.ts'
import { listUsers } from '#contract/users.ts'
import { paths } from '#web/lib/paths.ts'
import { address, heading, setUpConsole } from './render-app.tsx'

const { backend, renderApp } = setUpConsole()
const json = { headers: { 'content-type': 'application/json', 'x-console': '1' } }

async function limitTo(limit: object | null): Promise<void> {
  const { accounts, fetch: send, signInAs, forgetSessions } = backend()
  await signInAs('admin')
  const { items } = listUsers.answer.parse(await (await send('/api/users')).json())
  const { id, version } = items.find(({ email }) => email === accounts.supervisor.email) ?? {}
  await send(`/api/users/${id}`, { ...json, method: 'PATCH', body: JSON.stringify({ version, limit }) })
  // A limit ends the sessions.
  forgetSessions()
}

beforeAll(async () => {
  const { fetch: send, signInAs } = backend()
  await signInAs('admin')
  const add = async (name: string, ...ranges: { from: string; to: string }[]) => {
    const body = JSON.stringify({ name, ranges })
    return z
      .object({ id: z.string() })
      .parse(await (await send('/api/pools', { ...json, method: 'POST', body })).json()).id
  }
  const hall = await add('Hall', { from: '1000', to: '1000' }, { from: '1004', to: '1008' })
  await add('Yard', { from: '1014', to: '1018' })
  await send('/api/extensions/idle?pageSize=100')
  await send('/api/numbers/fresh?numbers=1004,1006,1007,1014,1016,1017')
  const rows = [
    { workNumber: '770001', name: 'Lina Berg', department: 'Sales' },
    { workNumber: '770002', name: 'Otto Fern', department: 'Support' },
  ]
  await send('/api/people/import', { ...json, method: 'POST', body: JSON.stringify({ rows }) })
  await limitTo({ departments: ['Sales'], pools: [hall] })
})
afterAll(() => limitTo(null))

const rowOf = async (ext: string) =>
  within((await screen.findByRole('link', { name: ext })).closest('tr') ?? document.createElement('table'))

test('starts the numbers of a limited user with the limit, which can be taken off, and offers nothing beyond it', async () => {
  const { user } = await renderApp({ path: '/numbers', as: 'supervisor' })
  const chip = await screen.findByRole('button', { name: 'Remove filter Limit: Sales · Hall' })
  expect(address()).toBe('/numbers?own=1')
  await rowOf('1006')
  expect(screen.queryByRole('link', { name: '1016' })).toBeNull()
  await user.click(chip)
  const outside = await rowOf('1016')
  expect(address()).toBe('/numbers')
  expect((await rowOf('1006')).getByRole('button', { name: 'Reserve…' })).toBeTruthy()
  expect(outside.queryByRole('button', { name: 'Reserve…' })).toBeNull()

  // A selection leaves out what is outside.
  for (const row of [await rowOf('1006'), outside]) await user.click(row.getByRole('checkbox'))
  await screen.findByText('1 is outside your limit; reserving, labels and requests leave it out.')
  await user.click(screen.getByRole('button', { name: 'Reserve' }))
  await waitFor(() => expect(address()).toBe('/reservations/batch?numbers=1006'))
})

test('starts the other lists with the limit too, and not a link with filters of its own', async () => {
  for (const path of [paths.people(), paths.reservations(), paths.requests()]) {
    const { unmount } = await renderApp({ path, as: 'supervisor' })
    await waitFor(() => expect(address()).toBe(`${path}?own=1`))
    unmount()
  }
  await renderApp({ path: '/numbers?state=free', as: 'supervisor' })
  await rowOf('1016')
  expect(address()).toBe('/numbers?state=free')
})

test('says what the limit is, and reserves from its pools only', async () => {
  await renderApp({ path: '/numbers/pools', as: 'supervisor' })
  await screen.findByText('You act for departments: Sales · pools: Hall')
  expect(await screen.findByRole('button', { name: 'Reserve the next number of Hall' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Yard/ })).toBeNull()
})

test('shows a person outside the limit without an action, and reserves from the pool of the limit for one inside', async () => {
  await backend().signInAs('supervisor')
  const pathOf = async (name: string) => {
    const { items } = listPeople.answer.parse(await (await backend().fetch(`/api/people?q=${name}`)).json())
    return paths.person(items[0]?.id ?? '')
  }
  const outside = await renderApp({ path: await pathOf('Fern'), as: 'supervisor' })
  await heading('Otto Fern')
  await backend().waitForIdle()
  expect(screen.queryByRole('button', { name: /Reserve/ })).toBeNull()
  outside.unmount()
  const { user } = await renderApp({ path: await pathOf('Berg'), as: 'supervisor' })
  await user.click(await screen.findByRole('button', { name: /Reserve/ }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByRole('combobox', { name: 'Pool' })).toHaveProperty('value', 'Hall')
  await user.click(await dialog.findByRole('button', { name: /^Reserve 100[4-8]$/ }))
  await screen.findByRole('dialog', { name: /^100[4-8] is reserved for Lina Berg$/ })
})

test('shows a number of the pool that someone outside the limit has, without an action', async () => {
  const free = await renderApp({ path: paths.extension('1006'), as: 'supervisor' })
  for (const name of [/^Reserve/, 'Edit labels and note']) await screen.findByRole('button', { name })
  free.unmount()
  await renderApp({ path: paths.extension('1000'), as: 'supervisor' })
  await screen.findByRole('button', { name: 'Refresh' })
  await backend().waitForIdle()
  expect(screen.queryByRole('button', { name: /Request|Reserve|Edit labels/ })).toBeNull()
})
