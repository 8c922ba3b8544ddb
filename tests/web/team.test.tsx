import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod'
import { idleExtensions } from '#contract/extensions.ts'
import { numbersStatus } from '#contract/numbers.ts'
import { openReservations } from '#contract/reservations.ts'
import type { FirstScan } from '#contract/number-states.ts'
import { heldPolls } from './held-polls.ts'
import { agentWithoutExtension, boundAgent, reserveElsewhere } from './known-people.ts'
import { enter, heading, setUpConsole } from './render-app.tsx'
import { homeCompany } from '#sandbox/seed.ts'
import { openReserve } from '#web/entities/reservation/open-reserve.tsx'

const { backend, renderApp } = setUpConsole()

const send = (method: string, path: string, body: object) =>
  backend().fetch(path, {
    method,
    headers: { 'content-type': 'application/json', 'x-console': '1' },
    body: JSON.stringify(body),
  })
const importRoster = async (rows: object[]) => {
  await backend().signInAs('admin')
  await send('POST', '/api/people/import', { rows })
}
const reserving = async () => within(await screen.findByRole('dialog', { name: 'Reserve a number' }))

test('chooses a team once, and shows who needs something before everyone else', async () => {
  const { uuid, name } = await boundAgent(backend())
  await importRoster([
    { agentUuid: 'night-shift-0001', workNumber: '88012', name: 'Nia Night', department: 'Night shift' },
    { agentUuid: 'day-shift-000001', name: 'Dan Day', department: 'Day shift' },
  ])
  await waitFor(async () =>
    expect(await (await backend().fetch(`/api/people/${uuid}`)).json()).toMatchObject({ ext: '1000' }),
  )
  const { user, unmount } = await renderApp({ path: '/team', as: 'supervisor' })
  await user.click(await screen.findByRole('button', { name: 'Choose your team' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Choose your team' }))
  await user.click(dialog.getByRole('combobox', { name: 'Departments' }))
  await user.click(await dialog.findByRole('option', { name: 'Night shift' }))
  // A name with the form of a UUID is no choice.
  const people = dialog.getByRole('combobox', { name: 'Add a person' })
  await enter(user, people, 'Nonesuch')
  await dialog.findByText('No one matches. Enter part of a name, or a work number, extension or department.')
  await user.clear(people)
  for (const [who, option] of [
    ['Dan Day', /^Dan Day/],
    [name, new RegExp(`^${name}.*Ext 1000`)],
  ] as const) {
    await enter(user, dialog.getByRole('combobox', { name: 'Add a person' }), who)
    await user.click(await dialog.findByRole('option', { name: option }))
    await dialog.findByRole('button', { name: `Remove ${who}` })
    // The next person can be typed at once.
    await waitFor(() =>
      expect(document.activeElement).toBe(dialog.getByRole('combobox', { name: 'Add a person' })),
    )
  }
  await user.click(dialog.getByRole('button', { name: 'Save team' }))
  await screen.findByRole('table', { name: 'Needs something' })
  expect(screen.getAllByRole('region', { name: 'Needs something' })).toHaveLength(1)
  unmount()

  const again = await renderApp({ path: '/team', as: 'supervisor' })
  const rowsOf = async (section: string) =>
    within(await screen.findByRole('table', { name: section }))
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent)
  expect(await rowsOf('Needs something')).toEqual([
    expect.stringMatching(/^Dan Day.*Not reserved yet/),
    expect.stringMatching(/^Nia Night.*88012.*Not reserved yet/),
  ])
  expect(await rowsOf('Everyone else')).toEqual([expect.stringMatching(new RegExp(`^${name}.*1000`))])
  // A team without a pool is offered the next of all free numbers.
  const free = within(screen.getByRole('region', { name: 'Free numbers' }))
  expect((await free.findAllByRole('button', { name: /^Reserve \d+/ })).length).toBeGreaterThan(3)
  await enter(
    again.user,
    screen.getByRole('textbox', { name: 'Name, pinyin, work number or extension' }),
    '88012',
  )
  await waitFor(() => expect(screen.queryByText('Dan Day')).toBeNull())
  await again.user.click(screen.getByRole('button', { name: 'Reserve a number for Nia Night' }))
  const form = await reserving()
  await waitFor(() =>
    expect(form.getByRole('region', { name: 'Person' }).textContent).toMatch(/Nia Night.*88012.*Night shift/),
  )
})

test('keeps what was chosen when the team was changed in another tab, and continues from there', async () => {
  await importRoster([
    { agentUuid: 'east-shift-00001', name: 'Edda East', department: 'East shift' },
    { agentUuid: 'west-shift-00001', name: 'Wim West', department: 'West shift' },
  ])
  const pool = { name: 'Atrium', ranges: [{ from: '99911', to: '99912' }] }
  const { id } = z.object({ id: z.string() }).parse(await (await send('POST', '/api/pools', pool)).json())
  await backend().signInAs('supervisor')
  await send('PUT', '/api/team', { departments: ['East shift'], people: [], pool: null })
  const { user } = await renderApp({ path: '/team', as: 'supervisor' })
  await user.click(await screen.findByRole('button', { name: 'Edit team' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit team' }))
  await user.click(dialog.getByRole('combobox', { name: 'Departments' }))
  await user.click(await dialog.findByRole('option', { name: 'West shift' }))
  const elsewhere = { departments: ['East shift'], people: ['west-shift-00001'], pool: id }
  await send('PUT', '/api/team', elsewhere)
  const save = dialog.getByRole('button', { name: 'Save team' })
  /** The departments in the field, without those of its list. */
  const chosen = () =>
    dialog
      .queryAllByText(/^(East|West) shift$/)
      .filter((text) => text.closest('[role="option"]') === null)
      .map((text) => text.textContent)
  await user.click(save)
  await dialog.findByText('This has been changed since you opened it')
  // What is saved now, and only what differs.
  await dialog.findByText('People: Wim West', { exact: false })
  await dialog.findByText('Number pool of the team: Atrium', { exact: false })
  expect(dialog.queryByText('Departments: ', { exact: false })).toBeNull()
  expect(chosen()).toEqual(['East shift', 'West shift'])
  await user.click(dialog.getByRole('button', { name: 'Use the latest version' }))
  expect(chosen()).toEqual(['East shift'])
  await user.click(dialog.getByRole('button', { name: 'Remove Wim West' }))
  await user.click(save)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await (await backend().fetch('/api/team')).json()).toMatchObject({
    team: { ...elsewhere, people: [] },
  })
})

test('says only what differs when two tabs choose the first team', async () => {
  const { user } = await renderApp({ path: '/team' })
  await user.click(await screen.findByRole('button', { name: 'Choose your team' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Choose your team' }))
  await user.click(dialog.getByRole('combobox', { name: 'Departments' }))
  await user.click(await dialog.findByRole('option', { name: 'West shift' }))
  await send('PUT', '/api/team', { departments: ['East shift'], people: [], pool: null })
  await user.click(dialog.getByRole('button', { name: 'Save team' }))
  const conflict = within(await dialog.findByRole('alert'))
  conflict.getByText('Departments: East shift')
  expect(conflict.queryByText(/People|Number pool/)).toBeNull()
})

test('tells namesakes apart in a conflict of teams', async () => {
  await importRoster([
    { agentUuid: 'wei-wang-0000001', name: 'Wei Wang', workNumber: '77001' },
    { agentUuid: 'wei-wang-0000002', name: 'Wei Wang', workNumber: '77002' },
  ])
  await backend().signInAs('admin')
  const choose = (...people: string[]) => send('PUT', '/api/team', { departments: [], people, pool: null })
  await choose('wei-wang-0000001')
  const { user } = await renderApp({ path: '/team' })
  await user.click(await screen.findByRole('button', { name: 'Edit team' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit team' }))
  await user.click(dialog.getByRole('button', { name: 'Remove Wei Wang' }))
  await choose('wei-wang-0000002')
  await user.click(dialog.getByRole('button', { name: 'Save team' }))
  const conflict = within(await dialog.findByRole('alert'))
  expect(conflict.getByText('People: Wei Wang · Work no. 77002')).toBeTruthy()
})

test('says that the search for people failed, and offers no new colleague then', async () => {
  const { user } = await renderApp({ path: '/extensions/1004', as: 'supervisor' })
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) =>
    path.startsWith('/api/people?')
      ? Response.json(
          {
            type: 'about:blank',
            title: 'the store does not answer',
            status: 503,
            code: 'unavailable',
            requestId: 'r',
          },
          { status: 503, headers: { 'content-type': 'application/problem+json' } },
        )
      : backend().fetch(path, init),
  )
  onTestFinished(() => {
    vi.stubGlobal('fetch', backend().fetch)
  })
  await user.click(await screen.findByRole('button', { name: 'Reserve this number' }))
  const form = await reserving()
  await enter(user, await form.findByRole('combobox', { name: 'Person' }), 'Ingrid')
  await form.findByText("The console's server is not ready")
  expect(form.queryByRole('option', { name: /New colleague/ })).toBeNull()
})

test('warns of the number that a person has, and offers the next number when one was reserved before it', async () => {
  const { uuid, name } = await boundAgent(backend())
  await backend().signInAs('admin')
  const pool = { name: 'Hall', ranges: [{ from: '99901', to: '99902' }] }
  const { id } = z.object({ id: z.string() }).parse(await (await send('POST', '/api/pools', pool)).json())
  await backend().signInAs('supervisor')
  await send('PUT', '/api/team', { departments: [], people: [], pool: id })
  const { user } = await renderApp({ path: `/people/${uuid}`, as: 'supervisor' })
  await screen.findByRole('heading', { level: 1, name })
  // The person's page offers it no more, the search does.
  act(() => openReserve({ person: { id: uuid, isNewColleague: false, name } }))
  const form = await reserving()
  await form.findByText(`${name} already has 1000.`)
  // The team's pool has no number.
  expect(await form.findAllByText('next free; Hall has none left')).toHaveLength(4)
  const submit = await form.findByRole('button', { name: /^Reserve \d+$/ })
  const ext = /\d+/.exec(submit.textContent ?? '')?.[0] ?? ''
  // A search also finds free numbers by their labels.
  await send('POST', '/api/labels', { numbers: [ext], add: ['Front desk'] })
  const search = form.getByRole('textbox', { name: /^Another number/ })
  await enter(user, search, 'front desk')
  expect(await form.findByRole('radio', { name: `${ext} free` })).toBeTruthy()
  await user.clear(search)
  await reserveElsewhere(backend(), ext)
  await user.click(submit)
  await form.findByText(new RegExp(`^(You reserved ${ext} |${ext} was reserved )`))
  expect(form.queryByRole('radio', { name: new RegExp(`^${ext} `) })).toBeNull()
  // Another number is reserved only once the user has chosen it.
  expect(form.getByRole('button', { name: 'Reserve' })).toHaveProperty('disabled', true)
  // The list may be read again just then, and its options with it.
  await waitFor(async () => {
    const [next] = form.getAllByRole('radio')
    if (next === undefined) throw new Error('no other number')
    await user.click(next)
    expect(form.getByRole('button', { name: /^Reserve \d+$/ }).textContent).not.toContain(ext)
  })
})

test('reserves once after a lost answer, names a wrong field, and keeps what was typed when the dialog closes by mistake', async () => {
  await agentWithoutExtension(backend())
  const { user } = await renderApp({ path: '/team', as: 'supervisor' })
  await user.click(await screen.findByRole('button', { name: 'New colleague' }))
  const form = await reserving()
  await enter(user, form.getByRole('textbox', { name: 'Name' }), 'Lena Lost')
  await enter(user, form.getByRole('textbox', { name: 'Work number (optional)' }), 'no such number')
  const submit = await form.findByRole('button', { name: /^Reserve \d+$/ })
  await user.click(submit)
  await form.findByText('Use letters, digits, - or _')
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  const number = form.getByRole('textbox', { name: 'Work number (optional)' })
  await user.clear(number)
  await enter(user, number, '88013')
  backend().setDown(true)
  await user.click(submit)
  await form.findByRole('alert')
  await backend().waitForIdle()
  backend().setDown(false)
  await user.click(form.getByRole('button', { name: /^Reserve \d+$/ }))
  const done = within(await screen.findByRole('dialog', { name: /is reserved for Lena Lost$/ }))
  await done.findByText(/^Extension \d+ is reserved for Lena Lost · Work no. 88013 until .+ 18:00/)
  await user.click(done.getByText('中文'))
  await done.findByText(/^分机 \d+ 已为 Lena Lost · 工号 88013 预留至/)
  await user.click(done.getByRole('button', { name: 'Done' }))
  expect(await screen.findAllByRole('link', { name: 'Lena Lost' })).toHaveLength(1)
})

test('reserves the same number when the answer is lost after it was reserved', async () => {
  const { user, client } = await renderApp({ path: '/team', as: 'supervisor' })
  await user.click(await screen.findByRole('button', { name: 'New colleague' }))
  const form = await reserving()
  await enter(user, form.getByRole('textbox', { name: 'Name' }), 'Lars Late')
  const submit = await form.findByRole('button', { name: /^Reserve \d+$/ })
  const ext = /\d+/.exec(submit.textContent ?? '')?.[0] ?? ''
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const answer = await backend().fetch(path, init)
    if (path === '/api/reservations' && init.method === 'POST') throw new TypeError('connection lost')
    return answer
  })
  await user.click(submit)
  await form.findByRole('alert')
  vi.stubGlobal('fetch', backend().fetch)
  await act(() => client.invalidateQueries({ queryKey: [openReservations.path] }))
  await user.click(form.getByRole('button', { name: `Reserve ${ext}` }))
  await screen.findByRole('dialog', { name: `${ext} is reserved for Lars Late` })
  const reserved = await backend().fetch('/api/reservations?state=reserved&pageSize=1000')
  expect((await reserved.text()).match(/"agentName":"Lars Late"/g)).toHaveLength(1)
})

test('offers a new colleague for a name only, and not before the directory has answered', async () => {
  const { user } = await renderApp({ path: '/team', as: 'supervisor' })
  await user.click(await screen.findByRole('button', { name: 'New colleague' }))
  const form = await reserving()
  await user.click(form.getByRole('button', { name: 'Choose someone else' }))
  const person = await form.findByRole('combobox', { name: 'Person' })
  const offersNew = () => form.queryAllByRole('option', { name: /New colleague “/ }).length
  await user.click(person)
  await user.paste('0123456789abcdef0123456789abcdef')
  expect(offersNew()).toBe(0)
  await form.findByRole('option', { name: /^0123456789abcdef/ })
  expect(offersNew()).toBe(0)
  await user.clear(person)
  await user.paste('Zora Zimmer')
  expect(offersNew()).toBe(0)
  await form.findByRole('option', { name: /New colleague “Zora Zimmer”/ })
})

test.each([
  ['My team', '/team', (ext: string) => `${ext} was lost: it was assigned to `],
  ['Overview', '/overview', (ext: string) => `${ext} Lou Lost`],
])('%s shows a reservation that is lost while the page is open', async (title, path, lostText) => {
  const { uuid: stranger } = await boundAgent(backend())
  await importRoster([{ agentUuid: 'lost-lou-0000001', name: 'Lou Lost' }])
  await backend().signInAs('supervisor')
  await send('PUT', '/api/team', { departments: [], people: ['lost-lou-0000001'], pool: null })
  const idle = idleExtensions.answer.parse(
    await (await backend().fetch('/api/extensions/idle?pageSize=1000')).json(),
  )
  const ext = idle.items.at(-1)?.ext ?? ''
  await reserveElsewhere(backend(), ext, { agentUuid: 'lost-lou-0000001', agentName: 'Lou Lost' })
  const { pass } = heldPolls()
  await renderApp({ path, as: 'supervisor' })
  await heading(title)
  await backend().waitForIdle()
  expect(screen.getByRole('main').textContent).not.toContain(lostText(ext))
  backend().sandbox.store.desk.bind(homeCompany.id, ext, stranger)
  await backend().fetch(`/api/extensions/${ext}`)
  await vi.waitFor(async () => {
    expect(await (await backend().fetch('/api/reservations?state=taken')).text()).toContain(`"${ext}"`)
  }, 60_000)
  await pass()
  await waitFor(() => expect(screen.getByRole('main').textContent).toContain(lostText(ext)))
})

test('does not say that no number is free while it is unknown whether all were read', async () => {
  let isDown = true
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    if (isDown && path === numbersStatus.path) throw new TypeError('Failed to fetch')
    const answer = await backend().fetch(path, init)
    if (!answer.ok) return answer
    if (path === numbersStatus.path) return Response.json({ ...(await answer.json()), firstScan: null })
    return path.startsWith('/api/numbers?') ? Response.json({ ...(await answer.json()), items: [] }) : answer
  })
  onTestFinished(() => {
    vi.stubGlobal('fetch', backend().fetch)
  })
  await backend().signInAs('supervisor')
  await send('PUT', '/api/team', { departments: ['Day shift'], people: [], pool: null })
  const { user } = await renderApp({ path: '/team', as: 'supervisor' })
  const free = within(await screen.findByRole('region', { name: 'Free numbers' }))
  const retry = await free.findByRole('button', { name: 'Try again' })
  expect(free.queryByText('No free numbers')).toBeNull()
  isDown = false
  await user.click(retry)
  await free.findByText('No free numbers')
  expect(free.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test.each([
  ['an agent', 'Lin Lost', 'lost-lin-0000001', 'Until .*; binding not requested'],
  ['a new colleague', 'Lotta Lost', null, 'No account yet. Reserved until'],
])('reserves a number like the lost one in one click for %s', async (_, name, agentUuid, need) => {
  const { uuid: stranger } = await boundAgent(backend())
  if (agentUuid !== null) await importRoster([{ agentUuid, name }])
  await backend().signInAs('supervisor')
  // Who lost a reservation within a week is in the team.
  await send('PUT', '/api/team', { departments: [], people: [], pool: null })
  const idle = idleExtensions.answer.parse(
    await (await backend().fetch('/api/extensions/idle?pageSize=1000')).json(),
  )
  const { items } = openReservations.answer.parse(
    await (await backend().fetch('/api/reservations/open')).json(),
  )
  const free = idle.items
    .map(({ ext }) => ext)
    .filter((each) => items.every(({ ext }) => ext !== each))
    .toSorted()
  const [lost = '', next = ''] =
    free.flatMap((ext, at) => {
      const after = free[at + 1] ?? ''
      return after.slice(0, -2) === ext.slice(0, -2) && !/(\d)\1$/.test(ext) ? [[ext, after]] : []
    })[0] ?? []
  await reserveElsewhere(
    backend(),
    lost,
    agentUuid === null ? { colleague: { name } } : { agentUuid, agentName: name },
  )
  backend().sandbox.store.desk.bind(homeCompany.id, lost, stranger)
  await backend().fetch(`/api/extensions/${lost}`)
  await vi.waitFor(async () => {
    expect(await (await backend().fetch('/api/reservations?state=taken')).text()).toContain(`"${lost}"`)
  }, 60_000)
  const { user } = await renderApp({ path: '/team', as: 'supervisor' })
  const row = within(await screen.findByRole('row', { name: new RegExp(name) }))
  await row.findByText(new RegExp(`^${lost} was lost: it was assigned to `))
  // The only step: the number and the person are in the button's words.
  await user.click(await row.findByRole('button', { name: `Reserve ${next} for ${name} instead` }))
  await screen.findByRole('row', { name: new RegExp(`${name} .*${need}`) })
  await waitFor(async () =>
    expect(
      await (await backend().fetch(`/api/reservations?state=reserved&ext=${next}`)).json(),
    ).toMatchObject({
      items: [{ ext: next, agentName: name, agentUuid }],
    }),
  )
})

test('counts no one as without a number while the numbers are still being read', async () => {
  await backend().signInAs('supervisor')
  let boundScan: FirstScan = { running: true, done: 466, total: 800 }
  vi.stubGlobal('fetch', async (asked: string, init: RequestInit = {}) => {
    const answer = await backend().fetch(asked, init)
    if (asked !== numbersStatus.path || !answer.ok) return answer
    return Response.json({
      ...numbersStatus.answer.parse(await answer.json()),
      firstScan: null,
      boundScan,
    })
  })
  onTestFinished(() => {
    vi.stubGlobal('fetch', backend().fetch)
  })
  const { client, user } = await renderApp({ path: '/team', as: 'supervisor' })
  await screen.findByText('Still reading: 466 of about 800 numbers in use.')
  expect(screen.getByRole('radio', { name: 'No number' })).toBeTruthy()
  // What was refused is said; it does not keep the counts away for good.
  boundScan = { running: false, done: 800, total: 800, missed: 2 }
  await act(() => client.invalidateQueries())
  expect(await screen.findByRole('radio', { name: /^No number \d+$/ })).toBeTruthy()
  await screen.findByText('More numbers may be bound: 2 could not be looked up.')
  await user.click(screen.getByRole('radio', { name: /^No number/ }))
  await user.click(await screen.findByRole('button', { name: 'Remove filter Number: No number' }))
  await waitFor(() => expect(screen.getByRole('radio', { name: /^All/ })).toHaveProperty('checked', true))
})
