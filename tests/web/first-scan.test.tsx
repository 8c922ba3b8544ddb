import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { numbersStatus } from '#contract/numbers.ts'
import { readAnswering } from '#contract/status.ts'
import { agentWithoutExtension } from './known-people.ts'
import { setUpConsole } from './render-app.tsx'
import { exportAs, savedFiles } from './saved-files.ts'

const { backend, renderApp } = setUpConsole({ timings: { idlePagesEveryMs: 3_600_000 } })

const addPool = async (name: string): Promise<string> =>
  (
    await backend().fetch('/api/pools', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-console': '1' },
      body: JSON.stringify({ name, prefixes: [name.slice(-1)] }),
    })
  ).text()

test('says on every page with counts that the first scan is not over', async () => {
  await backend().signInAs('admin')
  await backend().fetch('/api/extensions/idle?pageSize=50')
  const added = await addPool('All of 9')
  const [id = ''] = added.match(/(?<="id":")[^"]+/) ?? []
  await backend().signInAs('supervisor')
  await backend().fetch('/api/team', {
    method: 'PUT',
    headers: { 'content-type': 'application/json', 'x-console': '1' },
    body: JSON.stringify({ departments: [], people: [], pool: id }),
  })
  for (const path of ['/numbers', '/overview', '/numbers/pools', '/team']) {
    const view = await renderApp({ path, as: 'supervisor' })
    await screen.findByText('The idle list has not been read yet: counts are incomplete.')
    expect(screen.queryByText('No free numbers in this pool')).toBeNull()
    view.unmount()
  }
})

test('says that bound numbers are still being looked up after the first scan', async () => {
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const answer = await backend().fetch(path, init)
    if (path !== numbersStatus.path || !answer.ok) return answer
    const status = numbersStatus.answer.parse(await answer.json())
    const boundScan = { running: true, done: 40, total: 90 }
    return Response.json({ ...status, firstScan: null, boundScan })
  })
  await renderApp({ path: '/numbers', as: 'supervisor' })
  const note = await screen.findByText('Still reading: 40 of about 90 numbers in use.')
  // The count changes every few seconds: too often to announce.
  expect(note.closest('output, [role="status"], [aria-live]')).toBeNull()
  expect(screen.getByRole('link', { name: /^Bound ≥/ })).toBeTruthy()
  expect(screen.getByRole('link', { name: /^Free \d/ })).toBeTruthy()
  vi.stubGlobal('fetch', backend().fetch)
})

test('no longer says that a list may be incomplete once everything was looked up, though no count changed', async () => {
  let isOver = false
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const answer = await backend().fetch(path, init)
    if (!answer.ok) return answer
    if (path === numbersStatus.path) {
      const status = numbersStatus.answer.parse(await answer.json())
      const boundScan = isOver ? null : { running: true, done: 40, total: 90 }
      return Response.json({ ...status, firstScan: null, boundScan })
    }
    if (!path.startsWith('/api/numbers?')) return answer
    const warnings = isOver ? [] : [{ code: 'bound-unread', detail: '' }]
    return Response.json({ ...(await answer.json()), warnings })
  })
  onTestFinished(() => {
    vi.stubGlobal('fetch', backend().fetch)
  })
  await backend().signInAs('supervisor')
  await backend().fetch('/api/extensions/idle?ext=12&pageSize=50')
  await renderApp({ path: '/numbers?search=12', as: 'supervisor' })
  await screen.findAllByText(/^1–\d+ of at least \d+$/)
  await screen.findByText('Still reading: 40 of about 90 numbers in use.')
  isOver = true
  await screen.findAllByText(/^1–\d+ of \d+$/)
  expect(screen.queryByText('Still reading: 40 of about 90 numbers in use.')).toBeNull()
})

/** Answers a request of the console with a scan of bound numbers that could not read some. */
function withUnreadBound(paths: readonly string[]): void {
  const boundScan = { running: false, done: 40, total: null, missed: 7 }
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const answer = await backend().fetch(path, init)
    if (!paths.some((each) => path.startsWith(each)) || !answer.ok) return answer
    return Response.json({ ...(await answer.json()), firstScan: null, boundScan })
  })
  onTestFinished(() => {
    vi.stubGlobal('fetch', backend().fetch)
  })
}

test.each([
  ['/overview', ['/api/capacity']],
  ['/numbers/pools', ['/api/capacity', '/api/pools/counts', numbersStatus.path]],
])('marks every count on %s that may be too small', async (path, answers) => {
  await backend().signInAs('admin')
  await addPool(`${path} of 1`)
  withUnreadBound(answers)
  await backend().fetch('/api/extensions/idle?pageSize=50')
  await renderApp({ path, as: 'supervisor' })
  await screen.findAllByText('More numbers may be bound: 7 could not be looked up.')
  const table = within((await screen.findAllByRole('table'))[0] ?? document.body)
  // Bound, and the total with it; the idle list was read as a whole.
  await waitFor(() => expect(table.getAllByRole('row').at(-1)?.textContent.match(/≥/g)).toHaveLength(2))
})

test('says in the file of pools that bound numbers may be missing', async () => {
  withUnreadBound(['/api/pools/counts'])
  await backend().signInAs('admin')
  await addPool('In a file, of 1')
  const saved = savedFiles()
  const { user } = await renderApp({ path: '/numbers/pools', as: 'supervisor' })
  await exportAs(user, 'Export', 'csv')
  await waitFor(() => expect(saved).toHaveLength(1))
  expect((await saved[0]?.file.text())?.trim()).toMatch(
    /# may be incomplete: More numbers may be bound: 7 could not be looked up\.,*$/,
  )
})

test('shows the free numbers as read before, with their age, where the live list cannot be read', async () => {
  const since = Date.now() - 60_000
  await backend().signInAs('supervisor')
  await backend().fetch('/api/extensions/idle?pageSize=50')
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) =>
    path === readAnswering.path
      ? Response.json({ noAnswerSince: null, otherAnswersSince: since, listsReadAt: since - 60_000 })
      : path.startsWith('/api/extensions/idle?')
        ? Response.json(
            { type: 'about:blank', title: 'x', status: 502, code: 'upstream-invalid', requestId: 'r' },
            { status: 502, headers: { 'content-type': 'application/problem+json' } },
          )
        : backend().fetch(path, init),
  )
  onTestFinished(() => {
    vi.stubGlobal('fetch', backend().fetch)
  })
  await renderApp({ path: '/extensions/idle?companyId=1&ext=1', as: 'supervisor' })
  await screen.findByText(/^The phone platform answers differently since/)
  // The console can't apply the service's own parameters to what it read before.
  await screen.findByText(/^The other filters have no effect here/)
  await screen.findByRole('button', { name: /^Remove filter Number/ })
  expect(screen.queryByRole('button', { name: /^Remove filter Company ID/ })).toBeNull()
  await screen.findByText(/^These are the free numbers that it listed until/)
  const table = within(await screen.findByRole('table', { name: 'Idle extensions' }))
  expect((await table.findAllByText('Free')).length).toBeGreaterThan(10)
  expect(await screen.findByText(/^1–20 of at least \d+$/)).toBeTruthy()
})

test('lists the numbers that its tabs count, also while a scan adds some', async () => {
  await backend().signInAs('supervisor')
  // The console asks every three seconds while a scan is running.
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const answer = await backend().fetch(path, init)
    if (path !== numbersStatus.path || !answer.ok) return answer
    const status = numbersStatus.answer.parse(await answer.json())
    return Response.json({ ...status, crawls: status.crawls.map((crawl) => ({ ...crawl, running: true })) })
  })
  await renderApp({ path: '/numbers?search=1003', as: 'supervisor' })
  await screen.findByRole('heading', { name: 'No results for these filters' })
  const known = await backend().fetch('/api/numbers/fresh?numbers=1003')
  expect(await known.text()).toContain('"item":{')
  await screen.findByRole('link', { name: '1003' })
  vi.stubGlobal('fetch', backend().fetch)
})

test('calls no threshold kept before the first scan is over', async () => {
  await backend().signInAs('admin')
  const set = await backend().fetch('/api/capacity/thresholds', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-console': '1' },
    body: JSON.stringify({ scope: '', leastFree: 1, leastDays: null, version: 0 }),
  })
  expect(set.status).toBe(200)
  await renderApp({ path: '/overview' })
  await screen.findByText('The idle list has not been read yet: counts are incomplete.')
  await waitFor(() => expect(screen.getAllByText(/^(Unknown|Alert)$/).length).toBeGreaterThan(0))
  expect(screen.queryByText('OK')).toBeNull()
})

test('calls a number that only the list for an agent has shown unknown, and offers the free ones first', async () => {
  const { uuid } = await agentWithoutExtension(backend())
  await backend().fetch('/api/extensions/idle?ext=12&pageSize=50')
  await renderApp({ path: `/people/${uuid}/unbound?ext=12&pageSize=50`, as: 'supervisor' })
  const table = within(await screen.findByRole('table', { name: 'Unbound extensions' }))
  await waitFor(() => expect(table.getAllByText('Free').length).toBeGreaterThan(10))
  const states = table.getAllByText(/^(Free|Unknown)$/).map(({ textContent }) => textContent)
  expect(states).toEqual(states.toSorted())
  const row = table.getByRole('link', { name: '1268' }).closest('tr')
  expect(within(row ?? document.body).getByText('Unknown')).toBeTruthy()
})

test.each(['/people', '/numbers', '/requests'])(
  'says on %s that the service does not answer, and how old the lists are',
  async (path) => {
    vi.stubGlobal('fetch', async (asked: string, init: RequestInit = {}) =>
      asked === readAnswering.path
        ? Response.json({
            noAnswerSince: Date.now() - 60_000,
            otherAnswersSince: null,
            listsReadAt: Date.now() - 180_000,
          })
        : backend().fetch(asked, init),
    )
    onTestFinished(() => {
      vi.stubGlobal('fetch', backend().fetch)
    })
    await renderApp({ path, as: 'supervisor' })
    await screen.findByText(/^The phone platform isn't answering\. Lists show what it answered until/)
    expect(screen.getByRole('button', { name: /^(today|yesterday) \d\d:\d\d$/ })).toBeTruthy()
  },
)
