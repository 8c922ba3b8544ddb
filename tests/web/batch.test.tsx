import { screen, waitFor, within } from '@testing-library/react'
import Papa from 'papaparse'
import { expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod'
import { listPeople } from '#contract/people.ts'
import { idleExtensions } from '#contract/extensions.ts'
import { listUsers } from '#contract/users.ts'
import { person } from '#sandbox/people.ts'
import { homeCompany } from '#sandbox/seed.ts'
import { heldAnswers } from './held-answers.ts'
import { enter, heading, setUpConsole } from './render-app.tsx'
import { exportAs, savedFiles } from './saved-files.ts'

const { backend, renderApp } = setUpConsole()
const post = { method: 'POST', headers: { 'content-type': 'application/json', 'x-console': '1' } }

test('pairs names, a work number and a new colleague with free numbers of a prefix, and exports the result', async () => {
  const [known, byNumber] = [person(homeCompany.id, 131), person(homeCompany.id, 132)]
  await backend().signInAs('admin')
  await backend().fetch('/api/people/import', {
    ...post,
    body: JSON.stringify({ rows: [{ workNumber: '88009', name: '欧阳娜娜' }] }),
  })
  await backend().fetch(`/api/extensions/idle/first?agentId=${known.uuid}`)
  await vi.waitFor(
    async () =>
      expect(
        await (await backend().fetch(`/api/people?sort=best&pageSize=10&q=${known.agentID}`)).text(),
      ).toContain(known.uuid),
    60_000,
  )
  const { user } = await renderApp({ path: '/reservations/batch', as: 'supervisor' })
  const list = await screen.findByRole('textbox', { name: 'People, one per line' })
  await user.click(list)
  await user.paste([known.agentName, '欧阳娜娜', byNumber.agentID, 'no such name'].join('\n'))
  await screen.findByRole('button', { name: 'Fill in 4 free numbers' })
  await user.type(screen.getByRole('textbox', { name: 'Numbers starting with' }), '12{Enter}')
  const numbers = screen.getByRole('textbox', { name: 'Numbers' })
  await waitFor(() => expect(numbers).toHaveProperty('value', expect.stringMatching(/^(12\d+\n?){4}$/)))
  await user.click(screen.getByRole('button', { name: 'Show plan' }))
  const plan = await screen.findByRole('table', { name: 'Plan' })
  await within(plan).findByText('New colleague')
  // Only the phone platform may know this work number, and it is asked when the user says so.
  const ask = await screen.findByRole('button', { name: 'Ask the phone platform about this work number' })
  expect(within(plan).getAllByText('Ready')).toHaveLength(2)
  await user.click(ask)
  await waitFor(() => expect(within(plan).getAllByText('Ready')).toHaveLength(3))
  expect(within(plan).getByText('no one has exactly this name')).toBeTruthy()
  const reserved = async () =>
    (await (await backend().fetch('/api/reservations/open')).text()).match(/"ext":/g) ?? []
  expect(await reserved()).toHaveLength(0)
  await user.click(screen.getByRole('button', { name: 'Reserve 3 numbers' }))
  await screen.findByText('3 of 4 reserved')
  expect(await reserved()).toHaveLength(3)

  const files = savedFiles()
  await exportAs(user, 'Export result', 'csv')
  await waitFor(() => expect(files).toHaveLength(1))
  const text = (await files[0]?.file.text()) ?? ''
  const { data } = Papa.parse<Record<string, string>>(text.replace('\uFEFF', ''), {
    header: true,
    skipEmptyLines: true,
  })
  expect(
    data.map(({ asked, workNumber, agentUuid, state }) => [asked, workNumber, agentUuid, state]),
  ).toEqual([
    [known.agentName, known.agentID, known.uuid, 'Reserved'],
    ['欧阳娜娜', '88009', '', 'Reserved'],
    [byNumber.agentID, expect.any(String), byNumber.uuid, 'Reserved'],
    ['no such name', '', '', 'Not read'],
  ])
})

test('asks the phone platform about an unknown work number only on a click, and says that no one has it', async () => {
  const { user } = await renderApp({ path: '/reservations/batch', as: 'supervisor' })
  const asked: string[] = []
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => {
    asked.push(path)
    return backend().fetch(path, init)
  })
  onTestFinished(() => {
    vi.stubGlobal('fetch', backend().fetch)
  })
  const isAsked = () => asked.some((path) => path.includes('7777701'))
  await enter(user, await screen.findByRole('textbox', { name: 'People, one per line' }), '7777701')
  await enter(user, screen.getByRole('textbox', { name: 'Numbers' }), '1014')
  await user.click(screen.getByRole('button', { name: 'Show plan' }))
  const plan = within(await screen.findByRole('table', { name: 'Plan' }))
  await plan.findByText('no one has this work number or UUID')
  expect(isAsked()).toBe(false)
  await user.click(screen.getByRole('button', { name: 'Ask the phone platform about this work number' }))
  expect(await screen.findByText(/^7777701: this agent doesn't exist in the phone platform/)).toBeTruthy()
  expect(isAsked()).toBe(true)
})

/** Limits the supervisor. */
async function limitTo(limit: object | null) {
  const { accounts, fetch: send, signInAs, forgetSessions } = backend()
  await signInAs('admin')
  const { items } = listUsers.answer.parse(await (await send('/api/users')).json())
  const { id, version } = items.find(({ email }) => email === accounts.supervisor.email) ?? {}
  await send(`/api/users/${id}`, { ...post, method: 'PATCH', body: JSON.stringify({ version, limit }) })
  // A limit ends the sessions.
  forgetSessions()
}

test('says to a user who is limited to departments alone why there is no number to reserve, and what helps', async () => {
  await limitTo({ departments: ['Sales'], pools: [] })
  try {
    const { user } = await renderApp({ path: '/reservations/batch', as: 'supervisor' })
    const reason =
      "Your limit has departments (Sales) but no pool, so you can't reserve numbers. An administrator can add a pool to your limit on Users."
    await screen.findByText(reason)
    expect(screen.queryByRole('button', { name: /^Fill in/ })).toBeNull()
    await user.click(screen.getByRole('link', { name: 'My team' }))
    await user.click(await screen.findByRole('button', { name: 'New colleague' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Reserve a number' }))
    await dialog.findByText(reason)
    expect(dialog.queryByRole('radiogroup', { name: 'Number' })).toBeNull()
  } finally {
    await limitTo(null)
  }
})

test('fills in free numbers for a user with a limit', async () => {
  const { fetch: send, signInAs } = backend()
  await signInAs('admin')
  const pool = { name: 'Hall', ranges: [{ from: '1100', to: '1149' }] }
  const made = await send('/api/pools', { ...post, body: JSON.stringify(pool) })
  const { id } = z.object({ id: z.string() }).parse(await made.json())
  await send('/api/extensions/idle?pageSize=1000')
  await vi.waitFor(async () => {
    expect(await (await send(`/api/numbers?state=free&pool=${id}&search=113`)).text()).toContain('"113')
  }, 60_000)
  await limitTo({ departments: ['Sales'], pools: [id] })
  try {
    const { user } = await renderApp({ path: '/reservations/batch', as: 'supervisor' })
    await enter(user, await screen.findByRole('textbox', { name: 'People, one per line' }), 'Ann\nBen')
    const numbers = screen.getByRole('textbox', { name: 'Numbers' })
    await user.click(await screen.findByRole('button', { name: 'Fill in 2 free numbers' }))
    await waitFor(() => expect(numbers).toHaveProperty('value', expect.stringMatching(/^11\d\d\n11\d\d$/)))
  } finally {
    await limitTo(null)
  }
})

test('reserves for exactly known people of a pasted list, makes a new colleague on a click only, and spares who has a number', async () => {
  await backend().signInAs('admin')
  // The sandbox has no one of the first two names, whom the first scan could add while the test runs.
  const names = ['钱伟', 'Greta Smith', '李雷', '王芳', 'Ingrid Patel', '赵云']
  const rows = names.map((name, index) => ({ workNumber: `8803${index}`, name }))
  await backend().fetch('/api/people/import', { ...post, body: JSON.stringify({ rows }) })
  await backend().signInAs('supervisor')
  const get = async (path: string): Promise<unknown> => JSON.parse(await (await backend().fetch(path)).text())
  const { items } = listPeople.answer.parse(await get('/api/people?sort=best&pageSize=10&q=88035'))
  const free = idleExtensions.answer
    .parse(await get('/api/extensions/idle?pageSize=9'))
    .items.map(({ ext }) => ext)
  const [held = '', ...others] = free
  const reserved = await backend().fetch('/api/reservations', {
    ...post,
    headers: { ...post.headers, 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify({ items: [{ ext: held, colleagueId: items[0]?.id }] }),
  })
  expect(await reserved.json()).toMatchObject({ items: [{ code: null }] })
  const { user } = await renderApp({ path: '/reservations/batch', as: 'supervisor' })
  await user.click(await screen.findByRole('textbox', { name: 'People, one per line' }))
  await user.paste(
    'here is the new team starting Monday:\n1. 钱伟（主管）\n2. Greta Smith,\n3、李雷\n王芳 88033\n李雷想要一个新号码\nIngrd Patel\n赵云\n钱伟\nNo Such Person, 88099',
  )
  await screen.findByText('Left out, no name: “here is the new team starting Monday:”')
  await screen.findByText('People: 9. Numbers: 0.')
  await user.click(screen.getByRole('textbox', { name: 'Numbers' }))
  await user.paste(others.slice(0, 6).join(' '))
  await user.click(screen.getByRole('button', { name: 'Show plan' }))
  const plan = within(await screen.findByRole('table', { name: 'Plan' }))
  const cells = () =>
    plan.getAllByRole('row').map((row) =>
      within(row)
        .queryAllByRole('cell')
        .map(({ textContent }) => textContent),
    )
  const numbers = () => cells().flatMap((row) => (row.length === 0 ? [] : [row[4]?.replace('not given', '')]))
  const [a = '', b = '', c = '', d = '', e = '', f = ''] = others
  await waitFor(() => expect(numbers()).toEqual(['–', a, b, c, d, '–', '–', '–', '–', '–']))
  expect(cells().flatMap((row) => (row.length === 0 ? [] : [row[5]]))).toEqual([
    'Left out',
    'Ready',
    'Ready',
    'Ready',
    'Ready',
    'Not read',
    'Not read',
    'Skipped',
    'Skipped',
    'Not read',
  ])
  plan.getByText(`${held} reserved`)
  plan.getByText('same person as No. 2')
  await user.click(await screen.findByRole('button', { name: 'New colleague “Ingrd Patel”' }))
  expect(numbers()).toEqual(['–', a, b, c, d, '–', e, '–', '–', '–'])
  await user.click(await screen.findByRole('button', { name: /^Ingrid Patel · Work no. 88034/ }))
  expect(numbers()).toEqual(['–', a, b, c, d, '–', e, '–', '–', '–'])
  await user.click(screen.getByLabelText('Also reserve for the person who has a number or reservation'))
  expect(numbers()).toEqual(['–', a, b, c, d, '–', e, f, '–', '–'])
  await user.click(screen.getByLabelText('Also reserve for the person who has a number or reservation'))
  // An unknown name is a new colleague only when the user says so.
  await user.click(
    screen.getByLabelText("No Such Person is a new colleague: the console doesn't know this name"),
  )
  expect(numbers()).toEqual(['–', a, b, c, d, '–', e, '–', '–', f])
  await user.click(screen.getByRole('button', { name: 'Reserve 6 numbers' }))
  await screen.findByText('6 of 10 reserved')
  const newColleagues = listPeople.answer.parse(
    await get('/api/people?sort=best&pageSize=10&q=No%20Such%20Person'),
  ).items
  expect(newColleagues).toMatchObject([
    { name: 'No Such Person', workNumber: '88099', agentUuid: null, reserved: [{ ext: f }] },
  ])
})

test('announces the plan of a pasted list once, not again while a department is typed', async () => {
  const { user } = await renderApp({ path: '/reservations/batch', as: 'supervisor' })
  await user.click(await screen.findByRole('textbox', { name: 'People, one per line' }))
  await user.paste('Nina Newhere\nNoel Newhere')
  await user.click(await screen.findByLabelText(/^These 2 are new colleagues/))
  const department = await screen.findByRole('combobox', { name: 'Department' })
  const log = screen.getByRole('log')
  const latest = log.lastElementChild
  await user.type(department, 'Sales')
  expect(department).toHaveProperty('value', 'Sales')
  expect(log.lastElementChild).toBe(latest)
})

test('asks before a typed list is lost, and no longer once its pairs have an answer', async () => {
  await backend().signInAs('admin')
  const rows = [{ workNumber: '88050', name: 'Una Typed' }]
  await backend().fetch('/api/people/import', { ...post, body: JSON.stringify({ rows }) })
  const { user } = await renderApp({ path: '/reservations/batch', as: 'supervisor' })
  const list = await screen.findByRole('textbox', { name: 'People, one per line' })
  const leave = () => user.click(screen.getByRole('link', { name: 'People' }))
  const reload = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(reload()).toBe(false)
  expect(screen.getByRole('button', { name: 'Fill in free numbers' })).toHaveProperty('disabled', true)
  await enter(user, list, '88050')
  expect(reload()).toBe(true)
  await leave()
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Leave without saving?' })).getByRole('button', {
      name: 'Stay on this page',
    }),
  )
  expect(list).toHaveProperty('value', '88050')
  await user.click(await screen.findByRole('button', { name: 'Fill in 1 free number' }))
  await waitFor(() =>
    expect(screen.getByRole('textbox', { name: 'Numbers' })).not.toHaveProperty('value', ''),
  )
  await user.click(screen.getByRole('button', { name: 'Show plan' }))
  const start = await screen.findByRole('button', { name: 'Reserve 1 number' })
  const sending = heldAnswers(backend(), (method, path) => method === 'POST' && path === '/api/reservations')
  await user.click(start)
  await leave()
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Leave before the result arrives?' })).getByRole(
      'button',
      { name: 'Stay on this page' },
    ),
  )
  sending.release()
  await screen.findByText('1 of 1 reserved')
  await leave()
  await heading('People')
})

test('offers no actions on the page of a new colleague while the directory lookup is pending', async () => {
  await backend().signInAs('admin')
  await backend().fetch('/api/people/import', {
    ...post,
    body: JSON.stringify({ rows: [{ workNumber: '88020', name: 'Ned New' }] }),
  })
  const { items } = listPeople.answer.parse(
    await (await backend().fetch('/api/people?sort=best&pageSize=10&q=88020')).json(),
  )
  const { id = '' } = items[0] ?? {}
  const held = heldAnswers(backend(), (_method, path) => path === `/api/people/${id}`)
  await renderApp({ path: `/people/${id}`, as: 'admin' })
  await heading('Person')
  await backend().waitForIdle()
  for (const name of ['Create extension for this agent', 'Reserve a number'])
    expect(screen.queryByRole('link', { name })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Request a change' })).toBeNull()
  held.release()
  await heading('Ned New')
  expect(screen.queryByRole('link', { name: 'Create extension for this agent' })).toBeNull()
  const remembered = Object.keys(localStorage).filter((key) => key.includes('recent-people'))
  expect(remembered.map((key) => localStorage.getItem(key)).join()).not.toContain(id)
})

test('reserves a number for a new colleague from their page', async () => {
  await backend().signInAs('admin')
  await backend().fetch('/api/people/import', {
    ...post,
    body: JSON.stringify({ rows: [{ workNumber: '88010', name: 'Nora New' }] }),
  })
  const { user } = await renderApp({ path: '/people?q=88010', as: 'supervisor' })
  await user.click(await screen.findByRole('link', { name: 'Nora New' }))
  await user.click(await screen.findByRole('button', { name: 'Reserve a number' }))
  await user.click(await screen.findByRole('button', { name: /^Reserve \d+/ }))
  await screen.findByRole('dialog', { name: /is reserved for Nora New$/ })
  await user.click(screen.getByRole('button', { name: 'Done' }))
  await renderApp({ path: '/reservations/list', as: 'supervisor' })
  const row = within(
    (await screen.findByRole('link', { name: 'Nora New · Work no. 88010' })).closest('tr') ?? document.body,
  )
  expect(row.getByText('New colleague')).toBeTruthy()
})

test('offers what comes next for a reservation that expired, and for a number bound to someone else', async () => {
  await backend().signInAs('admin')
  await backend().fetch('/api/people/import', {
    ...post,
    body: JSON.stringify({ rows: [{ workNumber: '88011', name: 'Lost Lena' }] }),
  })
  const json = async (path: string): Promise<unknown> =>
    JSON.parse(await (await backend().fetch(path)).text())
  const { items } = listPeople.answer.parse(await json('/api/people?sort=best&pageSize=10&q=88011'))
  const idle = idleExtensions.answer.parse(await json('/api/extensions/idle?pageSize=20'))
  const pair = { ext: idle.items.at(-1)?.ext, colleagueId: items[0]?.id }
  await backend().fetch('/api/reservations', {
    ...post,
    headers: { ...post.headers, 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify({ items: [pair] }),
  })
  const ended = async (path: string, state: string) => {
    const answer = await backend().fetch(path)
    const text = (await answer.text()).replaceAll('"state":"reserved"', `"state":"${state}"`)
    return new Response(text, answer)
  }
  for (const [state, name, isNumberChosen] of [
    ['expired', `Reserve ${pair.ext} for Lost Lena again`, true],
    ['taken', 'Reserve a number for Lost Lena', false],
  ] as const) {
    vi.stubGlobal('fetch', (path: string, init?: RequestInit) =>
      path.startsWith('/api/reservations?')
        ? ended(path, state)
        : path === '/api/reservations/open'
          ? Promise.resolve(Response.json({ items: [], now: Date.now() }))
          : backend().fetch(path, init),
    )
    const path = `/reservations/list?agentUuid=${pair.colleagueId}`
    const { user, unmount } = await renderApp({ path, as: 'supervisor' })
    expect(await screen.findByRole('button', { name: /^Remove filter .+: Lost Lena$/ })).toBeTruthy()
    await user.click(await screen.findByRole('button', { name }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Reserve a number' }))
    expect(await dialog.findByText('Lost Lena')).toBeTruthy()
    await dialog.findAllByText(/next free/)
    expect(dialog.queryByText('your choice') !== null).toBe(isNumberChosen)
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    unmount()
  }
  vi.stubGlobal('fetch', backend().fetch)
})
