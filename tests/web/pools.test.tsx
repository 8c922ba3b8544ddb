import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeAll, expect, test } from 'vitest'
import { idleExtensions } from '#contract/extensions.ts'
import { agentWithoutExtension, boundAgent } from './known-people.ts'
import { address, enter, heading, setUpConsole } from './render-app.tsx'
import { exportAs, savedFiles } from './saved-files.ts'

const { backend, renderApp } = setUpConsole()

const json = { 'content-type': 'application/json', 'x-console': '1' }
const table = async () => within(await screen.findByRole('table', { name: 'Pools' }))
const dialog = async () => within(await screen.findByRole('dialog'))

beforeAll(async () => {
  await backend().signInAs('supervisor')
  await backend().fetch('/api/extensions/idle?pageSize=100')
  await backend().fetch('/api/numbers/fresh?numbers=1000')
})

const choose = async (user: UserEvent, pool: string, action: string) => {
  await user.click(await (await table()).findByRole('button', { name: `Actions for the pool ${pool}` }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
}
const countsOf = async (row: RegExp) =>
  within(await (await table()).findByRole('row', { name: row }))
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)

test('creates pools of numbers that no other pool has, links their counts, and removes them', async () => {
  const { user } = await renderApp({ path: '/numbers/pools' })
  await screen.findByText('No pools yet')
  const fill = async (name: string, numbers: string, least: string) => {
    await user.click(screen.getByRole('button', { name: 'New pool' }))
    const form = await dialog()
    await user.click(form.getByRole('button', { name: 'Save' }))
    form.getByText('Enter a name of 60 characters or fewer, without passwords or keys')
    await enter(user, form.getByRole('textbox', { name: 'Name' }), name)
    await enter(user, form.getByRole('textbox', { name: 'Ranges' }), numbers)
    await enter(user, form.getByRole('textbox', { name: 'Alert when free numbers fall below' }), least)
    await user.click(form.getByRole('button', { name: 'Save' }))
    return form
  }
  const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await fill('Front desk', '1000-1099', '1')
  await closed()
  // No pool has an owner or a purpose yet, so their columns stay hidden.
  const columns = (await table()).getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(columns).toContain('Alert below')
  expect(columns).not.toContain('Owner')
  expect(columns).not.toContain('Purpose')

  const form = await fill('Spare', '1050-1060 1200-1204', '17')
  form.getByText("The pool doesn't have that many numbers.")
  const least = form.getByRole('textbox', { name: 'Alert when free numbers fall below' })
  await enter(user, least, 'ten')
  await user.click(form.getByRole('button', { name: 'Save' }))
  form.getByText('Enter a whole number from 1 to 1,000,000.')
  await user.clear(least)
  await user.click(form.getByRole('button', { name: 'Save' }))
  await form.findByText('The pool Front desk has 1050–1060. A number can be in one pool only.')
  await user.clear(form.getByRole('textbox', { name: 'Ranges' }))
  await enter(user, form.getByRole('textbox', { name: 'Ranges' }), '1200-1204')
  await user.click(form.getByRole('combobox', { name: 'Owner' }))
  await user.click(await form.findByRole('option', { name: /^孙主管 · / }))
  await user.click(form.getByRole('button', { name: 'Save' }))
  await closed()
  await (await table()).findByText('孙主管')

  // The sums stay below the pools in every order.
  const names = async () =>
    (await table())
      .getAllByRole('row')
      .slice(1)
      .map((row) => within(row).getAllByRole('cell')[0]?.textContent)
  const [one, other, ...sums] = await names()
  expect([one, other]).toEqual(['Front desk', 'Spare'])
  await user.click((await table()).getByRole('button', { name: 'Free' }))
  await waitFor(async () => expect(await names()).toEqual(['Spare', 'Front desk', ...sums]))
  expect(address()).toBe('/numbers/pools?sort=free')
  await user.click((await table()).getByRole('button', { name: 'Name' }))
  await waitFor(async () => expect(await names()).toEqual(['Front desk', 'Spare', ...sums]))
  expect(address()).toBe('/numbers/pools')

  const free = await (await table()).findByRole('link', { name: /^Front desk, Free: \d+$/ })
  expect(free.getAttribute('href')).toMatch(/^\/numbers\?pool=[0-9a-f-]{36}&state=free$/)
  // The table adds up to the tabs of the other pages.
  const tabs = within(screen.getByRole('navigation', { name: 'Numbers by state' }))
  const countOf = (state: string) =>
    Number(tabs.getByRole('link', { name: new RegExp(`^${state}`) }).textContent.replace(/\D/g, ''))
  // Until the first scan is whole, some are "at least".
  await waitFor(
    async () => {
      const sum = (await countsOf(/^All numbers/)).slice(3, 7).map(Number)
      const parts = await Promise.all([/^Front desk/, /^Spare/, /^No pool/].map(countsOf))
      expect([3, 4, 5, 6].map((at) => parts.reduce((all, cells) => all + Number(cells[at]), 0))).toEqual(sum)
      expect(['Free', 'Reserved', 'Bound', 'Unavailable'].map(countOf)).toEqual(sum)
    },
    { timeout: 90_000 },
  )

  const others = (await table()).getByRole('link', { name: /^No pool, Free: \d+$/ })
  expect(others.getAttribute('href')).toBe('/numbers?pool=none&state=free')
  const saved = savedFiles()
  await exportAs(user, 'Export', 'csv')
  await waitFor(() => expect(saved).toHaveLength(1))
  const lines = (await saved[0]?.file.text())?.trim().split('\r\n') ?? []
  expect(lines.map((line) => line.split(',')[0])).toEqual([
    'pool',
    'Front desk',
    'Spare',
    'No pool',
    'All numbers',
  ])
  expect(lines[1]).toMatch(/^Front desk,1000–1099,.*,$/)

  await choose(user, 'Spare', 'Remove')
  await user.click((await dialog()).getByRole('button', { name: 'Remove' }))
  await waitFor(async () => expect((await table()).queryByText('Spare')).toBeNull())
  await user.click((await table()).getByRole('link', { name: 'Front desk' }))
  await heading('Numbers')
  await screen.findByRole('button', { name: 'Remove filter Pool: Front desk' })
})

test.each(['{Escape}', 'Cancel'])('asks before %s discards a new pool', async (way) => {
  const { user } = await renderApp({ path: '/numbers/pools' })
  const close = async () => {
    if (way === '{Escape}') await user.keyboard(way)
    else await user.click((await dialog()).getByRole('button', { name: way }))
  }
  await user.click(await screen.findByRole('button', { name: 'New pool' }))
  await dialog()
  await close()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'New pool' }))
  const name = (await dialog()).getByRole('textbox', { name: 'Name' })
  await enter(user, name, 'Night shift')
  await close()
  const question = await screen.findByRole('dialog', { name: 'Discard what you entered?' })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(question.isConnected).toBe(false))
  expect(name).toHaveProperty('value', 'Night shift')
  await close()
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('asks before the page is left under a dialog with typed text', async () => {
  const { user } = await renderApp({ path: '/jobs' })
  await heading('Bulk jobs')
  await user.click(screen.getByRole('link', { name: 'Numbers' }))
  await user.click(await screen.findByRole('link', { name: /^Pools/ }))
  await user.click(await screen.findByRole('button', { name: 'New pool' }))
  await enter(user, (await dialog()).getByRole('textbox', { name: 'Name' }), 'Night shift')
  act(() => window.history.back())
  const stay = await screen.findByRole('button', { name: 'Stay on this page' })
  await waitFor(() => expect(address()).toBe('/numbers/pools'))
  await user.click(stay)
  expect((await dialog()).getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Night shift')
})

test('shows a pool that another user has changed before replacing it', async () => {
  const { user } = await renderApp({ path: '/numbers/pools' })
  await choose(user, 'Front desk', 'Edit')
  const form = await dialog()
  const { items } = JSON.parse(await (await backend().fetch('/api/pools')).text())
  const [{ id, version }] = items
  const pool = { name: 'Front desk', ranges: [{ from: '1000', to: '1099' }], purpose: 'Theirs' }
  await backend().fetch(`/api/pools/${id}`, {
    method: 'PATCH',
    headers: json,
    body: JSON.stringify({ pool, version }),
  })
  await enter(user, form.getByRole('textbox', { name: 'Purpose' }), 'Mine')
  await user.click(form.getByRole('button', { name: 'Save' }))
  await form.findByText('This has been changed since you opened it')
  expect((await form.findByText(/has saved it since/)).textContent).toBe(
    'ada@example.com has saved it since:\nPurpose: Theirs\nAlert when free numbers fall below: not given',
  )
  await user.click(await form.findByRole('button', { name: 'Use the latest version' }))
  expect(form.getByRole('textbox', { name: 'Purpose' })).toHaveProperty('value', 'Theirs')
})

test('reserves the next free number of a pool for a supervisor, and lists the free numbers of the pool', async () => {
  const { uuid } = await agentWithoutExtension(backend())
  const { items } = idleExtensions.answer.parse(
    await (await backend().fetch('/api/extensions/idle?pageSize=1000')).json(),
  )
  // Front desk has 1000–1099.
  const [first = '', ...rest] = items
    .map(({ ext }) => ext)
    .filter((ext) => Number(ext) > 1099)
    .slice(0, 3)
  const ranges = [first, ...rest].map((ext) => ({ from: ext, to: ext }))
  await backend().fetch('/api/pools', {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ name: 'Lobby', ranges }),
  })
  const { user } = await renderApp({ path: '/numbers/pools', as: 'supervisor' })
  await (await table()).findByRole('link', { name: 'Lobby, Free: 3' })
  expect(screen.queryByRole('button', { name: 'New pool' })).toBeNull()
  await user.click((await table()).getByRole('button', { name: 'Reserve the next number of Lobby' }))
  const form = await dialog()
  await enter(user, form.getByRole('combobox', { name: 'Person' }), uuid)
  await waitFor(() => expect(form.getAllByRole('option')).toHaveLength(1))
  await user.click(form.getByRole('option'))
  await form.findByRole('radio', { name: `${first} next free in Lobby`, checked: true })
  expect(form.getByRole('combobox', { name: 'Pool' })).toHaveProperty('value', 'Lobby')
  await user.click(form.getByRole('button', { name: `Reserve ${first}` }))
  await user.click(await screen.findByRole('button', { name: 'Done' }))
  await user.click(await (await table()).findByRole('link', { name: 'Lobby, Free: 2' }))
  const numbers = within(await screen.findByRole('table', { name: 'Numbers' }))
  await waitFor(() =>
    expect(numbers.getAllByRole('link', { name: /^\d+$/ }).map(({ textContent }) => textContent)).toEqual(
      rest,
    ),
  )
})

test('plans the next numbers of a pool, and replaces taken numbers from the pool', async () => {
  const pool = { name: 'New site', ranges: [{ from: '98001', to: '98020' }] }
  await backend().signInAs('admin')
  await backend().fetch('/api/pools', { method: 'POST', headers: json, body: JSON.stringify(pool) })
  const { user } = await renderApp({ path: '/jobs/new' })
  await user.click(await screen.findByRole('combobox', { name: 'From a pool' }))
  await user.click(await screen.findByRole('option', { name: 'New site' }))
  const count = await screen.findByRole('textbox', { name: 'How many' })
  await user.clear(count)
  await user.type(count, '3{Enter}')
  const numbers = screen.getByRole('textbox', { name: 'Numbers' })
  await waitFor(() => expect(numbers).toHaveProperty('value', '98001–98003'))
  await enter(user, numbers, ' 98010 1000')
  await user.click(await screen.findByRole('radio', { name: 'Use next available' }))
  const cells = within(await screen.findByRole('region', { name: 'Planned numbers' }))
  // 1000 exists, so the plan adds the next number of the pool, 98004, not the highest number plus one, 98011.
  await cells.findByText(/^98004/)
  expect(cells.queryByText(/^98011/)).toBeNull()
})

test('fills a batch with the free numbers of a pool in order', async () => {
  const { uuid } = await boundAgent(backend())
  const { user } = await renderApp({ path: '/reservations/batch', as: 'supervisor' })
  await enter(user, await screen.findByRole('textbox', { name: 'People, one per line' }), `${uuid}\nsomeone`)
  await user.click(await screen.findByRole('combobox', { name: 'Pool' }))
  await user.click(await screen.findByRole('option', { name: 'Front desk' }))
  await user.click(screen.getByRole('button', { name: /^Fill/ }))
  const numbers = screen.getByRole('textbox', { name: 'Numbers' })
  await waitFor(() => expect(numbers).toHaveProperty('value', expect.stringMatching(/^10\d\d\n10\d\d$/)))
})

test('shows the capacity by pool and of the other numbers in the overview, and sets a threshold for a pool', async () => {
  const { user } = await renderApp({ path: '/overview' })
  const pools = within(await screen.findByRole('region', { name: 'Capacity by pool' }))
  expect(pools.getByRole('link', { name: 'Front desk' })).toBeTruthy()
  const others = pools.getByRole('link', { name: 'No pool' })
  expect(others.getAttribute('href')).toBe('/numbers?pool=none')
  await user.click(screen.getByRole('link', { name: 'Pools, ranges and trend' }))
  await screen.findByRole('region', { name: 'Number ranges' })
  const alerts = within(await screen.findByRole('region', { name: 'Alerts' }))
  await user.click(alerts.getByRole('button', { name: 'Set threshold' }))
  const form = await dialog()
  await user.click(form.getByRole('combobox', { name: 'Or a pool' }))
  await user.click(await form.findByRole('option', { name: 'New site' }))
  await user.type(form.getByRole('textbox', { name: 'Free numbers below' }), '5')
  await user.click(form.getByRole('button', { name: 'Save' }))
  await alerts.findByRole('button', { name: 'Change the threshold of New site' })
})
