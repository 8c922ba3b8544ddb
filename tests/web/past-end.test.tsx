import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { address, setUpConsole } from './render-app.tsx'

const { backend, renderApp } = setUpConsole()

const read = async (path: string): Promise<unknown> => (await backend().fetch(path)).json()
const agentOf = async (id: string) =>
  z
    .object({ agent: z.object({ id: z.string() }) })
    .parse(await read(`/api/extensions/idle/first?agentId=${id}`)).agent.id

/**
 * Returns the URL that "First page" leads to. The last page can become empty while a user is on it, although the list
 * does not.
 */
async function wayBack(path: string, rows: () => Promise<unknown>) {
  const { user } = await renderApp({ path, as: 'supervisor' })
  await screen.findByText('This page is past the end of the list')
  expect(screen.queryByText('No results for these filters')).toBeNull()
  await user.click(screen.getAllByRole('button', { name: 'First page' })[0] ?? document.body)
  await rows()
  const led = address()
  cleanup()
  return led
}

test('leads back from past the end of the reservations, with any filter', async () => {
  await backend().signInAs('supervisor')
  const { items } = z
    .object({ items: z.array(z.object({ ext: z.string() })) })
    .parse(await read('/api/extensions/idle?pageSize=1'))
  const reserved = await backend().fetch('/api/reservations', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-console': '1', 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify({ items: [{ ext: items[0]?.ext, agentUuid: await agentOf('1001') }] }),
  })
  expect(reserved.status).toBe(200)
  const table = () => screen.findByRole('table', { name: 'Reservations' })
  expect(await wayBack('/reservations/list?page=2', table)).toBe('/reservations/list')
  expect(await wayBack('/reservations/list?state=reserved&page=2', table)).toBe(
    '/reservations/list?state=reserved',
  )
})

test('leads back from past the end of the inventory, with and without a filter', async () => {
  await backend().signInAs('supervisor')
  await read('/api/extensions/idle?pageSize=100')
  await read('/api/numbers/fresh?numbers=1000')
  const table = () => screen.findByRole('link', { name: '1000' })
  expect(await wayBack('/numbers?page=99', table)).toBe('/numbers')
  expect(await wayBack('/numbers?search=1000&page=99', table)).toBe('/numbers?search=1000')
})

test('leads back from past the end of the rows of a job, with any filter', async () => {
  await backend().signInAs('admin')
  const body = {
    name: 'A team',
    items: [{ ext: '990801' }, { ext: '990802' }],
    passwords: { fill: 'none', length: 16 },
  }
  const posted = await backend().fetch('/api/jobs', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-console': '1', 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify(body),
  })
  const { id } = z.object({ id: z.string() }).parse(await posted.json())
  const row = () => screen.findByText('990801')
  expect(await wayBack(`/jobs/${id}?page=3`, row)).toBe(`/jobs/${id}`)
  expect(await wayBack(`/jobs/${id}?ext=9908&page=3`, row)).toBe(`/jobs/${id}?ext=9908`)
})

test('shows the real page after a page number outside the list', async () => {
  const { user } = await renderApp({ path: '/extensions/idle' })
  await screen.findByText(/^1–20 of/)
  await screen.findByRole('textbox', { name: 'Page' })
  const field = () => screen.getByRole('textbox', { name: 'Page' })
  const type = async (text: string) => {
    await user.clear(field())
    await user.type(field(), `${text}{Enter}`)
  }
  await type('0')
  expect(field()).toHaveProperty('value', '1')
  const pages = screen.getByText(/^of \d+$/).textContent.slice(3)
  await type('9999')
  await waitFor(() => expect(address()).toBe(`/extensions/idle?page=${pages}`))
  await type('9999')
  expect(field()).toHaveProperty('value', pages)
})

test('leads back from past the end of the jobs', async () => {
  const table = () => screen.findByRole('table', { name: 'Bulk jobs' })
  expect(await wayBack('/jobs?page=9', table)).toBe('/jobs')
})

test('counts no row past the end of the idle numbers, and leads back to the last page', async () => {
  const { user } = await renderApp({ path: '/extensions/idle?page=999' })
  await screen.findByText('This page is past the end of the list')
  const pager = within(screen.getByRole('navigation', { name: 'Pages' }))
  expect(pager.getByText(/^0–0 of \d+$/)).toBeTruthy()
  const pages = pager.getByText(/^of \d+$/).textContent.slice(3)
  await user.click(pager.getByRole('button', { name: 'Previous page' }))
  await waitFor(() => expect(address()).toBe(`/extensions/idle?page=${pages}`))
  await screen.findByRole('table', { name: 'Idle extensions' })
})
