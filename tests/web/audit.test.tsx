import Papa from 'papaparse'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import { peopleById, listPeople } from '#contract/people.ts'
import { signIn } from '#contract/session.ts'
import { epochOf, localText } from '#web/pages/audit/audit-filters.tsx'
import { wordsOf } from '#web/pages/audit/event-words.ts'
import { eventCaption } from '#web/entities/audit/event-caption.ts'
import { objectPath, resultText } from '#web/entities/audit/audit-text.ts'
import { address, enter, heading, setUpConsole } from './render-app.tsx'
import { reserveElsewhere } from './known-people.ts'
import { cellsOf, exportAs, savedFiles } from './saved-files.ts'

const { backend, renderApp } = setUpConsole()

const table = () => screen.findByRole('table', { name: 'Audit' })
const rows = async () => {
  const filled = await table()
  await waitFor(() => expect(filled.getAttribute('aria-busy')).toBe('false'))
  return [...filled.querySelectorAll<HTMLElement>('tbody tr')]
}
const post = (path: string, body: object, headers: Record<string, string> = {}, method = 'POST') =>
  backend().fetch(path, {
    method,
    headers: { 'content-type': 'application/json', 'x-console': '1', ...headers },
    body: JSON.stringify(body),
  })

async function createAuditEvents() {
  await backend().signInAs('admin')
  await post('/api/extensions', { ext: '70001' }, { 'idempotency-key': 'k'.repeat(20) })
  await post('/api/settings', { jobConcurrency: 4 }, {}, 'PATCH')
  await post(signIn.path, { email: 'eve@example.com', password: 'a wrong password' })
}

describe('the audit page', () => {
  test('asks for the names of all people on a page, more than one call may have', async () => {
    await createAuditEvents()
    const asked = new Set<string>()
    vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
      const answer = await backend().fetch(path, init)
      if (path.startsWith(peopleById.path)) {
        const ids = new URL(path, 'https://console.example').searchParams.get('ids')?.split(',') ?? []
        if (answer.ok) for (const id of ids) asked.add(id)
      }
      if (!path.startsWith('/api/audit?')) return answer
      const page = listAudit.answer.parse(await answer.json())
      const items = Array.from({ length: 100 }, (_, n) => ({
        ...page.items[0],
        id: `event-${n}`,
        action: 'request.ask',
        values: { kind: 'rebind', agent: { before: `agent-before-${n}`, after: `agent-after-${n}` } },
      }))
      return Response.json({ ...page, items })
    })
    onTestFinished(() => {
      vi.stubGlobal('fetch', backend().fetch)
    })
    await renderApp({ path: '/audit?pageSize=100' })
    await waitFor(() => expect(asked.size).toBe(200))
  })

  test('denies access to supervisors', async () => {
    await renderApp({ path: '/audit', as: 'supervisor' })
    await screen.findByText("Your role can't open this page")
    expect(screen.queryByRole('link', { name: 'Audit' })).toBeNull()
  })

  test('shows an event once, with its outcome, its actor, their address and a link to its object', async () => {
    await createAuditEvents()
    const { user } = await renderApp({ path: '/audit' })
    await heading('Audit')
    const created = (await rows()).filter((row) => row.textContent?.includes('Extension created'))
    expect(created).toHaveLength(1)
    const row = within(created[0] ?? document.body)
    expect(row.getByText('Done')).toBeTruthy()
    expect(row.getByRole('link', { name: '70001' }).getAttribute('href')).toBe('/extensions/70001')
    expect(row.getByText('ada@example.com')).toBeTruthy()
    expect(row.getByTitle(/ \w{32}$/)).toBeTruthy()
    expect(row.queryByText(/^[0-9a-f]{16}$/)).toBeNull()
    within(await table()).getByText('Sign-in refused')

    await user.click(row.getByRole('button', { name: 'Show only 70001' }))
    await waitFor(() => expect(address()).toBe('/audit?object=70001'))
    await screen.findByText('1 action on this page')
    await user.click(screen.getByRole('button', { name: 'Show only ada@example.com' }))
    await waitFor(() => expect(address()).toMatch(/[?&]actor=\w{32}(&|$)/))
  })

  test('names the agents of an event, also after a failed read, with the UUID on hover', async () => {
    await backend().signInAs('admin')
    const agentUuid = 'agent-0000-0009'
    await post('/api/people/import', { rows: [{ agentUuid, workNumber: '89009', name: 'Grace' }] })
    const { items } = peopleById.answer.parse(
      await (await backend().fetch(`/api/people/by-id?ids=${agentUuid}`)).json(),
    )
    await post(`/api/labels/agent/${items[0]?.id}`, { add: ['night'] }, {}, 'PATCH')
    const pair = { ext: '1004', agentUuid }
    await post('/api/reservations', { items: [pair] }, { 'idempotency-key': 'for-an-agent-by-uuid' })
    let hasFailed = false
    vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
      if (hasFailed || !path.startsWith(peopleById.path)) return backend().fetch(path, init)
      hasFailed = true
      return Response.json(
        { type: 'about:blank', title: 'a failure', status: 500, code: 'internal', requestId: 'r' },
        { status: 500, headers: { 'content-type': 'application/problem+json' } },
      )
    })
    onTestFinished(() => {
      vi.stubGlobal('fetch', backend().fetch)
    })
    const { user } = await renderApp({ path: '/audit' })
    await rows()
    await waitFor(() => expect(hasFailed).toBe(true))
    await user.click(screen.getByRole('link', { name: 'People' }))
    await heading('People')
    await user.click(screen.getByRole('link', { name: 'Audit' }))
    const rowOf = async (action: string) =>
      within((await rows()).find((row) => row.textContent?.includes(action)) ?? document.body)
    const link = await (await rowOf('Agent labels or note changed')).findByRole('link', { name: 'Grace' })
    expect(link.getAttribute('href')).toBe(`/people/${agentUuid}`)
    const whom = await (await rowOf('Number reserved')).findByText(/^Grace · until /)
    expect(whom.title).toBe(agentUuid)
  })

  test('names a removed new colleague in past entries', async () => {
    await backend().signInAs('admin')
    await reserveElsewhere(backend(), '1006', { colleague: { name: 'Petra Past' } })
    const { items } = listPeople.answer.parse(await (await backend().fetch('/api/people?q=Petra')).json())
    const id = items[0]?.id ?? ''
    await post(`/api/people/${id}`, {}, {}, 'DELETE')
    await renderApp({ path: '/audit' })
    const reserved = (await rows()).find((row) => row.textContent?.includes('Number reserved'))
    const whom = await within(reserved ?? document.body).findByText(/^Petra Past · until /)
    expect(whom.title).toBe(id)
  })

  test('filters by user, action and time in the URL, suggests recorded names, and shows an empty result', async () => {
    await backend().signInAs('supervisor')
    const { user } = await renderApp({ path: '/audit' })
    await table()
    await user.click(screen.getByRole('button', { name: 'Filters' }))
    await user.click(screen.getByRole('combobox', { name: 'Action' }))
    await user.click(await screen.findByRole('option', { name: 'Settings changed' }))
    await waitFor(() => expect(address()).toBe('/audit?action=settings.change'))
    expect((await screen.findAllByText(/^Parallel requests: \d+ → 4$/)).length).toBe(1)
    await user.type(screen.getByRole('combobox', { name: 'Who' }), 'su')
    await user.click(await screen.findByRole('option', { name: 'sun@example.com' }))
    await screen.findByText('No results for these filters')
    expect(address()).toBe('/audit?action=settings.change&actor=sun@example.com')
    await user.click(screen.getAllByRole('button', { name: 'Clear filters' })[0] ?? document.body)
    await waitFor(() => expect(address()).toBe('/audit'))
    await user.click(screen.getByRole('button', { name: 'Last hour' }))
    await waitFor(() => expect(address()).toMatch(/^\/audit\?from=\d{13}$/))
    await waitFor(async () => within(await table()).getByText('Sign-in refused'))
  })

  test('applies a typed name and a time span chosen right after it, also to the export', async () => {
    const saved = savedFiles()
    const { user } = await renderApp({ path: '/audit' })
    await table()
    await user.click(screen.getByRole('button', { name: 'Filters' }))
    await enter(user, screen.getByRole('combobox', { name: 'Who' }), 'eve@example.com')
    // The click takes the focus from the field, and arrives before the page has applied the name.
    act(() => {
      fireEvent.blur(screen.getByRole('combobox', { name: 'Who' }))
      fireEvent.click(screen.getByRole('button', { name: 'Last hour' }))
    })
    await exportAs(user, 'Export', 'csv')
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(address()).toMatch(/^\/audit\?actor=eve@example\.com&from=\d{13}$/)
    const file = backend().requests.find(({ path }) => path === '/api/audit/export.json')
    expect(file?.search).toBe(window.location.search)
  })

  test('keeps letters typed while the page applies a name', async () => {
    const { user } = await renderApp({ path: '/audit' })
    await table()
    await user.click(screen.getByRole('button', { name: 'Filters' }))
    const who = screen.getByRole('combobox', { name: 'Who' })
    await enter(user, who, 'eve')
    act(() => {
      fireEvent.keyDown(who, { key: 'Enter' })
      fireEvent.change(who, { target: { value: 'eve@' } })
    })
    await waitFor(() => expect(address()).toBe('/audit?actor=eve'))
    expect(who).toHaveProperty('value', 'eve@')
  })

  test('pages to older and newer events, and back to the newest', async () => {
    const { user } = await renderApp({ path: '/audit?pageSize=20&action=session.begin' })
    for (let n = 1; n <= 25; n++) await post('/api/settings', { jobConcurrency: n }, {}, 'PATCH')
    await user.click(await screen.findByRole('button', { name: 'Clear filters' }))
    const texts = async () => (await rows()).map((row) => row.querySelector('time')?.dateTime)
    await waitFor(async () => expect(await rows()).toHaveLength(20))
    const first = await texts()
    await user.click(screen.getByRole('button', { name: 'Older' }))
    await waitFor(() => expect(address()).toMatch(/before=\d+\.[0-9a-f-]{36}/))
    await waitFor(async () => expect((await texts())[0]).not.toBe(first[0]))
    await user.click(screen.getByRole('button', { name: 'Newer' }))
    await waitFor(async () => expect(await texts()).toEqual(first))
    await user.click(screen.getByRole('button', { name: 'Newest' }))
    await waitFor(() => expect(address()).toBe('/audit?pageSize=20'))
  })

  test('exports the filtered events', async () => {
    const saved = savedFiles()
    const { user } = await renderApp({ path: '/audit?action=extension.create' })
    await table()
    await exportAs(user, 'Export', 'csv')
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(backend().requests).toContainEqual(
      expect.objectContaining({ path: '/api/audit/export.json', search: '?action=extension.create' }),
    )
    const csv = await saved[0]?.file.text()
    expect(csv?.trim().split('\n')).toHaveLength(2)
    await exportAs(user, 'Export', 'xlsx')
    await waitFor(() => expect(saved).toHaveLength(2))
    expect(saved[1]?.name).toBe('audit.xlsx')
    const cells = await cellsOf(saved[1])
    expect(cells.map((row) => row[3])).toEqual(['Action', 'Extension created'])
  })

  test.each(['en', 'zh'] as const)(
    'exports the rows, captions and words of the page in %s',
    async (language) => {
      await backend().signInAs('admin')
      const email = `invited-${language}@example.com`
      await post('/api/users', { email, name: `Ben ${language}`, role: 'supervisor' })
      const uuid = 'agent-0000-0010'
      await post('/api/people/import', { rows: [{ agentUuid: uuid, workNumber: '89010', name: 'Hopper' }] })
      await post(
        '/api/reservations',
        { items: [{ ext: language === 'en' ? '1014' : '1024', agentUuid: uuid }] },
        { 'idempotency-key': `reserved-for-the-export-${language}` },
      )
      const saved = savedFiles()
      const { user } = await renderApp({ path: '/audit?pageSize=1000', language })
      await waitFor(async () => expect((await screen.findAllByText(/^Hopper · /)).length).toBeGreaterThan(0))
      const page = within(screen.getByRole('table'))
      const captions = page
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent.replace(/ ↓$/, ''))
      const shown = page
        .getAllByRole('row')
        .slice(1)
        .map((row) => within(row).getAllByRole('cell'))
      const onPage = (caption: string) => shown.map((cells) => cells[captions.indexOf(caption)]?.textContent)
      await user.click(screen.getByRole('button', { name: language === 'en' ? 'Export' : '导出' }))
      await user.click(await screen.findByRole('menuitem', { name: /^CSV.*BOM/ }))
      await waitFor(() => expect(saved).toHaveLength(1))
      const csv = (await saved[0]?.file.text())?.replace(/^\uFEFF/, '') ?? ''
      const [head = [], ...rows] = Papa.parse<string[]>(csv, { skipEmptyLines: true }).data
      const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
      const plain = head.map((caption) => caption.replace(` (${zone})`, ''))
      expect(plain).toEqual(expect.arrayContaining(captions))
      // The first row is the export itself, recorded after the page was read.
      const inFile = (caption: string) => rows.slice(1).map((cells) => cells[plain.indexOf(caption)])
      const [action, outcome, details] =
        language === 'en' ? ['Action', 'Outcome', 'Details'] : ['操作', '结果', '详情']
      expect(inFile(action)).toEqual(onPage(action))
      expect(inFile(outcome)).toEqual(onPage(outcome).map((text) => (text?.startsWith('–') ? '' : text)))
      const invited = rows.find((cells) => cells.includes(email)) ?? []
      expect(invited[plain.indexOf(action)]).toBe(language === 'en' ? 'Invited as supervisor' : '邀请为主管')
      expect(invited[plain.indexOf(details)]).toBe('')
      expect(inFile(details)).toContainEqual(expect.stringMatching(/^Hopper · (until|至) /))
      expect(rows.filter(([at]) => !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(at ?? ''))).toEqual([])
    },
  )

  test('offers a retry when the audit cannot be read', async () => {
    const { user } = await renderApp({ path: '/audit' })
    await table()
    backend().setDown(true)
    await user.click(screen.getByRole('button', { name: 'Filters' }))
    await user.click(screen.getByRole('button', { name: 'Last hour' }))
    expect((await screen.findAllByRole('button', { name: 'Try again' })).length).toBeGreaterThan(0)
  })

  test('shows the page in Chinese', async () => {
    await renderApp({ path: '/audit?object=70001', language: 'zh' })
    await heading('审计')
    await screen.findByText('创建分机', { selector: 'td *' })
    expect(screen.getByText('完成')).toBeTruthy()
  })
})

test('shows an event without outcome as such', () => {
  const event = {
    id: '1',
    phase: 'intent',
    at: 1,
    begunAt: 1,
    actor: 'a',
    actorId: 'u',
    role: null,
    session: null,
    address: null,
    action: 'token.renew',
    object: 'o',
    values: {},
    reason: null,
    result: null,
    requestId: null,
  } as const
  const resultOf = (more: object) => wordsOf((key) => key, 'en', [], { ...event, ...more }).result
  expect(resultOf({})).toEqual({ text: 'audit.noOutcome', meaning: 'inDoubt' })
  expect(resultOf({ phase: 'outcome' })).toBeNull()
})

test('calls a reveal beyond the limit of its user refused', () => {
  const caption = (result: string) =>
    eventCaption((key) => key, { action: 'extension.reveal', values: {}, result })
  expect([caption('limited'), caption('done')]).toEqual([
    'audit.event.extension.reveal.refused',
    'audit.action.extension.reveal',
  ])
})

test.each([
  ['done', 'audit.result.done', 'done'],
  ['cancelled', 'audit.result.cancelled', 'ended'],
  ['cut off', 'cut off', 'ended'],
  ['ended', 'audit.result.ended', 'ended'],
] as const)('shows the outcome %s as %s', (result, text, meaning) =>
  expect(resultText((key) => key, 'job.cancel', result)).toEqual({ text, meaning }),
)

test.each(['job.credentials', 'job.credentials.print', 'job.report', 'inventory.export'])(
  'shows that the file of %s was sent, not that it was received',
  (action) =>
    expect(resultText((key) => key, action, 'done')).toEqual({ text: 'audit.result.sent', meaning: 'done' }),
)

test('formats a time for a date and time field, and parses it back', () => {
  const time = new Date(2026, 10, 21, 9, 5, 0).getTime()
  expect(localText(time)).toBe('2026-11-21T09:05')
  expect(epochOf(localText(time + 7_000))).toBe(time + 7_000)
})

test.each([
  ['extension.create', '8001', '/extensions/8001'],
  ['extension.reveal', '0080', '/extensions/0080'],
  ['job.item.create', '8001', '/extensions/8001'],
  ['job.pause', '00000000-0000-4000-8000-000000000000', '/jobs/00000000-0000-4000-8000-000000000000'],
  ['settings.change', '{}', '/settings'],
  ['token.renew', 'sandbox', '/service/connection'],
  ['user.invite', 'ada@example.com', '/users'],
  ['session.refused', '8001', null],
  ['extension.create', '../x', null],
])('%s of %s links to %s', (action, object, path) => expect(objectPath(action, object)).toBe(path))
