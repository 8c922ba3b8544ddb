import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { extensionDetail } from '#contract/extensions.ts'
import { extensionHistory } from '#contract/history.ts'
import { latestMonths, lastPeriod, periodRange, periodText } from '#web/entities/history/periods.ts'
import { openReserve } from '#web/entities/reservation/open-reserve.tsx'
import { address, enter, heading, setUpConsole } from './render-app.tsx'

const { backend, renderApp } = setUpConsole()
afterEach(() => vi.stubGlobal('fetch', backend().fetch))

const agentUuid = '9348ee74c2cefd4740db23a3b5bf4a0d'
const history = () => screen.findByRole('region', { name: 'History' })
const asked = (path: string) => backend().requests.filter((request) => request.path === path)

let keys = 0
async function reserve(ext: string) {
  await backend().signInAs('supervisor')
  await backend().fetch('/api/reservations', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-console': '1',
      'idempotency-key': `a-reservation-for-a-history-${++keys}`,
    },
    body: JSON.stringify({ items: [{ ext, agentUuid, agentName: 'Li Wei' }] }),
  })
}
async function reveal(ext: string) {
  await backend().signInAs('admin')
  await backend().fetch(`/api/extensions/${ext}/secret`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-console': '1' },
    body: JSON.stringify({ reason: 'a new phone' }),
  })
}

test('lists the events of a number with actor and agent, and audit events only with permission', async () => {
  await reserve('1004')
  await reveal('1004')
  const admin = await renderApp({ path: '/extensions/1004' })
  const region = within(await history())
  const events = within(await region.findByRole('list', { name: 'Events, newest first' }))
  const [first, second] = events.getAllByRole('listitem')
  expect(first?.textContent).toContain('Password revealed')
  expect(first?.textContent).toContain('Reason: a new phone')
  expect(second?.textContent).toMatch(/Reserved for Li Wei until tomorrow \d\d:\d\d/)
  expect(second?.textContent).toContain(`by ${backend().accounts.supervisor.name}`)
  const link = within(second ?? document.body).getByRole('link')
  expect([link.getAttribute('href'), link.title]).toEqual([`/people/${agentUuid}`, agentUuid])
  expect(region.getByRole('link', { name: 'View in the audit log' }).getAttribute('href')).toBe(
    '/audit?object=1004',
  )
  admin.unmount()

  await renderApp({ path: '/extensions/1004', as: 'supervisor' })
  const own = within(await history())
  expect(
    within(await own.findByRole('list', { name: 'Events, newest first' })).getAllByRole('listitem'),
  ).toHaveLength(1)
  expect(own.queryByRole('link', { name: 'View in the audit log' })).toBeNull()
})

test('shows a reservation as soon as it is made', async () => {
  const { user } = await renderApp({ path: `/people/${agentUuid}`, as: 'supervisor' })
  await history()
  await backend().waitForIdle()
  act(() => openReserve({ person: { id: agentUuid, isNewColleague: false, name: null } }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Reserve a number' }))
  await user.click(await dialog.findByRole('button', { name: /^Reserve \d+$/ }))
  const done = within(await screen.findByRole('dialog', { name: /^\d+ is reserved for / }))
  const [ext = ''] = /\d+/.exec(screen.getByRole('dialog').textContent ?? '') ?? []
  await user.click(done.getByRole('button', { name: 'Done' }))
  expect(await within(await history()).findByRole('link', { name: ext })).toBeTruthy()
})

test('shows changed labels as soon as they are saved', async () => {
  const { user } = await renderApp({ path: '/extensions/1003' })
  await history()
  await user.click(await screen.findByRole('button', { name: 'Edit labels and note' }))
  const dialog = within(await screen.findByRole('dialog'))
  await enter(user, dialog.getByRole('textbox', { name: 'Note' }), 'Desk 4')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await within(await history()).findByText(/^Extension labels or note changed/)).toBeTruthy()
})

test('names the day and hour until which a number is reserved on the page of its agent', async () => {
  await reserve('1008')
  await renderApp({ path: `/people/${agentUuid}` })
  const reserved = await screen.findAllByText(/is reserved until/)
  expect(reserved.map(({ textContent }) => textContent)).toContainEqual(
    expect.stringMatching(/^1008 is reserved until tomorrow \d\d:\d\d$/),
  )
})

test('filters by month and kind in the URL, and reports an empty selection', async () => {
  await reserve('1014')
  const { user } = await renderApp({ path: '/extensions/1014', as: 'supervisor' })
  const region = within(await history())
  await region.findByRole('list', { name: 'Events, newest first' })
  await user.click(region.getByRole('switch', { name: 'Bindings only' }))
  await waitFor(() => expect(address()).toBe('/extensions/1014?only=bindings'))
  await region.findByText('The console has observed no events in this selection.')
  const [, month = ''] = latestMonths(Date.now(), 2)
  await user.selectOptions(region.getByRole('combobox', { name: 'Period' }), periodText(month, 'en'))
  await waitFor(() => expect(address()).toBe(`/extensions/1014?only=bindings&period=${month}`))
  const { from, to } = periodRange(month)
  await waitFor(() =>
    expect(asked('/api/extensions/1014/history').at(-1)?.search).toBe(`?from=${from}&only=bindings&to=${to}`),
  )
  await region.findByText(/^Not known: records start on /)
  await user.click(region.getByRole('button', { name: `Remove filter Period: ${periodText(month, 'en')}` }))
  await waitFor(() => expect(address()).toBe('/extensions/1014?only=bindings'))
  await user.click(region.getByRole('button', { name: 'Remove filter Events: Bindings only' }))
  await waitFor(() => expect(address()).toBe('/extensions/1014'))
})

test('answers for a month before the records with the service’s binding, or says when the records start', async () => {
  const [, month = ''] = latestMonths(Date.now(), 2)
  const { agentName } = extensionDetail.answer.parse(
    await (await backend().fetch('/api/extensions/1000')).json(),
  ).extension
  const bound = await renderApp({ path: `/extensions/1000?period=${month}`, as: 'supervisor' })
  const spans = within(await within(await history()).findByRole('list', { name: 'Bindings over time' }))
  expect(spans.getByRole('listitem').textContent).toMatch(
    new RegExp(`^${agentName}.*, according to the phone platform \\(bound on .+\\)$`),
  )
  bound.unmount()

  const today = new Intl.DateTimeFormat('en', { dateStyle: 'medium' }).format(Date.now())
  for (const period of [month, lastPeriod('week', Date.now()), lastPeriod('day', Date.now())]) {
    const unknown = await renderApp({ path: `/extensions/1014?period=${period}`, as: 'supervisor' })
    await within(await history()).findByText(`Not known: records start on ${today}.`)
    expect(screen.queryByText(/^The console has seen no agent/)).toBeNull()
    unknown.unmount()
  }
})

test('names the agent at the start of the records when the service gives no time of the binding', async () => {
  const [month = '', before = ''] = latestMonths(Date.now(), 2)
  await backend().fetch('/api/extensions/1000')
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const response = await backend().fetch(path, init)
    if (!path.startsWith('/api/extensions/1000/history')) return response
    const answer = extensionHistory.answer.parse(await response.json())
    const [span = null] = answer.spans.map((each) => ({ ...each, boundAt: null }))
    const isBefore = path.includes(`to=${periodRange(before).to}`)
    return Response.json({
      ...answer,
      ...(isBefore ? { spans: [], firstKnown: span } : { spans: span === null ? [] : [span] }),
    })
  })
  const earlier = await renderApp({ path: `/extensions/1000?period=${before}`, as: 'supervisor' })
  const line = await within(await history()).findByText(/^Not known: records start on/)
  expect(line.textContent).toMatch(
    /^Not known: records start on .+\. .+ had it then; since when is not known\.$/,
  )
  expect(within(line).getByRole('link').getAttribute('href')).toMatch(/^\/people\//)
  earlier.unmount()

  await renderApp({ path: `/extensions/1000?period=${month}`, as: 'supervisor' })
  const spans = within(await within(await history()).findByRole('list', { name: 'Bindings over time' }))
  expect(spans.getByRole('listitem').textContent).toMatch(/^Bound to .+ since .+ \(records start then\)$/)
})

test('fails without affecting the rest of the page, and can be retried', async () => {
  let broken = true
  vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
    broken && path.includes('/history')
      ? Promise.reject(new TypeError('Failed to fetch'))
      : backend().fetch(path, init),
  )
  const { user } = await renderApp({ path: '/extensions/1000', as: 'supervisor' })
  await heading('Extension 1000')
  const retry = await within(await history()).findByRole('button', { name: 'Try again' })
  expect(await screen.findByRole('region', { name: 'Phone account' })).toBeTruthy()
  broken = false
  await user.click(retry)
  await within(await history()).findByText(/^The console first saw this number/)
})

test('shows a history for a number that the console has not seen', async () => {
  await renderApp({ path: '/extensions/4998', as: 'supervisor' })
  const region = within(await history())
  expect(
    await region.findByText('The console has not seen this number on the phone platform yet.'),
  ).toBeTruthy()
  expect(region.queryByText(/^The console has (seen|observed) no/)).toBeNull()
})

test('shows the history of an agent’s numbers on the page of the agent', async () => {
  await reserve('1024')
  await renderApp({ path: `/people/${agentUuid}`, as: 'supervisor' })
  const events = within(await within(await history()).findByRole('list', { name: 'Events, newest first' }))
  const [first] = events.getAllByRole('listitem')
  expect(within(first ?? document.body).getByRole('link', { name: '1024' })).toBeTruthy()
})

test('copies the SIP settings without the password, and shows the copied text', async () => {
  const { user } = await renderApp({ path: '/extensions/1000' })
  const account = within(await screen.findByRole('region', { name: 'Phone account' }))
  await user.click(account.getByRole('button', { name: 'Copy SIP settings' }))
  const copied = await navigator.clipboard.readText()
  expect(copied).toMatch(/^Server: (\S+)\nDomain: \1\nNumber: 1000$/)
  await account.findByText(`Copied without the password: ${copied.replaceAll('\n', ', ')}`)
})

test('shows who created a number: the user of its job, a known agent, or the service’s ID', async () => {
  await backend().signInAs('admin')
  await backend().fetch('/api/extensions', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-console': '1',
      'idempotency-key': 'created-for-its-history',
    },
    body: JSON.stringify({ ext: '61001' }),
  })
  const created = await renderApp({ path: '/extensions/61001#language' })
  const record = await screen.findByRole('region', { name: 'Service record' })
  await waitFor(() =>
    expect(record.textContent).toContain(`${backend().accounts.admin.name}, with job 61001`),
  )
  created.unmount()

  const detail = extensionDetail.answer.parse(await (await backend().fetch('/api/extensions/1000')).json())
  const creator = detail.extension.creatorId ?? ''
  await backend().fetch('/api/people/import', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-console': '1' },
    body: JSON.stringify({ rows: [{ agentUuid: creator, name: 'Grace' }] }),
  })
  const known = await renderApp({ path: '/extensions/1000#language' })
  const links = await within(await screen.findByRole('region', { name: 'Service record' })).findAllByRole(
    'link',
    { name: 'Grace' },
  )
  expect(links.map((link) => [link.getAttribute('href'), link.title])).toEqual([
    [`/people/${creator}`, creator],
    [`/people/${creator}`, creator],
    [`/people/${creator}`, creator],
  ])
  known.unmount()

  vi.stubGlobal('fetch', async (path: string, init: RequestInit) =>
    path === '/api/extensions/1000'
      ? Response.json({ ...detail, agentNames: {} })
      : backend().fetch(path, init),
  )
  await renderApp({ path: '/extensions/1000#language' })
  const unknown = within(await screen.findByRole('region', { name: 'Service record' }))
  expect(await unknown.findAllByText('ID in the phone platform; name unknown')).toHaveLength(3)
})
