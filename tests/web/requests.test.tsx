import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { listPeople } from '#contract/people.ts'
import { createServiceRequests, listServiceRequests } from '#contract/service-requests.ts'
import { readRequestedNumbers } from '#web/entities/request/requested-numbers.ts'
import { homeCompany } from '#sandbox/seed.ts'
import { heldPolls } from './held-polls.ts'
import { reserveElsewhere } from './known-people.ts'
import { address, enter, heading, setUpConsole } from './render-app.tsx'
import { cellsOf, exportAs, savedFiles } from './saved-files.ts'
import { workbookFile, type TestCell } from './workbooks.ts'

const { backend, renderApp } = setUpConsole()

/** The bound numbers of the sandbox from 1000 to 1299, in order. */
const boundNumbers = () =>
  Array.from({ length: 300 }, (_, n) => String(1000 + n)).filter(
    (ext) => backend().sandbox.store.extension(homeCompany.id, ext)?.bind_status === 1,
  )
const dialog = async () => within(await screen.findByRole('dialog'))
const rowOf = async (ext: string) => {
  const link = await screen.findByRole('link', { name: ext })
  const row = link.closest('tr')
  if (row === null) throw new Error(`no row of ${ext}`)
  return within(row)
}

test('asks before Escape discards a requested change', async () => {
  const [ext = ''] = boundNumbers()
  const { user } = await renderApp({ path: `/extensions/${ext}`, as: 'supervisor' })
  await user.click(await screen.findByRole('button', { name: 'Request a change' }))
  const reason = (await dialog()).getByRole('textbox', { name: /^Reason/ })
  await enter(user, reason, 'left the company')
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(reason).toHaveProperty('value', 'left the company')
  expect(document.activeElement).toBe(reason)
})

test('requests the unbinding of a number, and closes the request once the service shows it free', async () => {
  const [ext = ''] = boundNumbers()
  const { user } = await renderApp({ path: `/extensions/${ext}`, as: 'supervisor' })
  await user.click(await screen.findByRole('button', { name: 'Request a change' }))
  const ask = await dialog()
  await user.click(ask.getByRole('button', { name: 'Request 1 change' }))
  expect(ask.getByText('Enter a reason')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(ask.getByRole('textbox', { name: /^Reason/ })))
  await enter(user, ask.getByRole('textbox', { name: /^Reason/ }), 'left the company')
  await user.click(ask.getByRole('button', { name: 'Request 1 change' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await screen.findByText('1 open service request')
  // The same request again: the dialog shows who made the first one.
  await user.click(screen.getByRole('button', { name: 'Request a change' }))
  const again = await dialog()
  await enter(user, again.getByRole('textbox', { name: /^Reason/ }), 'once more')
  await user.click(again.getByRole('button', { name: 'Request 1 change' }))
  await again.findByText('This change is already requested')
  expect(again.getByText(/^Requested by/)).toBeTruthy()
  await user.click(again.getByRole('button', { name: 'Cancel' }))
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  backend().sandbox.store.desk.unbind(homeCompany.id, ext)
  await user.click(screen.getByRole('button', { name: 'Refresh' }))
  await user.click(screen.getByRole('link', { name: 'Show requests' }))
  await heading('Requests')
  expect(address()).toBe(`/requests?ext=${ext}`)
  const row = await rowOf(ext)
  await waitFor(
    async () => {
      expect(await (await backend().fetch(`/api/service-requests?ext=${ext}`)).text()).toContain(
        '"state":"done"',
      )
    },
    { timeout: 5_000 },
  )
  expect(row.getByText('Unbind')).toBeTruthy()
})

test('swaps two numbers in one request, which closes once the service shows both', async () => {
  const [ext = '', other = ''] = boundNumbers().slice(40)
  const agentOf = (each: string) => backend().sandbox.store.extension(homeCompany.id, each)?.agent_uuid ?? ''
  const { user } = await renderApp({ path: `/extensions/${ext}`, as: 'supervisor' })
  const agents = [agentOf(ext), agentOf(other)] as const
  await backend().fetch(`/api/extensions/${other}`)
  await user.click(await screen.findByRole('button', { name: 'Request a change' }))
  const ask = await dialog()
  await user.selectOptions(ask.getByRole('combobox', { name: 'Change' }), 'Swap numbers')
  await user.click(ask.getByRole('button', { name: 'Request 1 change' }))
  expect(ask.getByText('Choose who has the other number, or type the number')).toBeTruthy()
  await enter(user, ask.getByRole('combobox', { name: /^Swap with/ }), other)
  await user.click(ask.getByRole('button', { name: 'Request 1 change' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await screen.findByText(new RegExp(`^Swap numbers ${ext} and ${other}: requested by`))
  const { store } = backend().sandbox
  for (const each of [ext, other]) store.desk.unbind(homeCompany.id, each)
  store.desk.bind(homeCompany.id, ext, agents[1])
  store.desk.bind(homeCompany.id, other, agents[0])
  await user.click(screen.getByRole('link', { name: 'Show requests' }))
  await heading('Requests')
  const row = await rowOf(ext)
  expect(row.getByRole('link', { name: other })).toBeTruthy()
  await user.click(row.getByRole('button', { name: `More actions for Swap numbers ${ext} and ${other}` }))
  await user.click(await screen.findByRole('menuitem', { name: 'Check now' }))
  await waitFor(async () => expect((await rowOf(ext)).getByText('Done')).toBeTruthy())
})

test('takes a whole name as the other number of a swap, if one person has it', async () => {
  const [ext = '', ...others] = boundNumbers().slice(42, 60)
  const { user } = await renderApp({ path: `/extensions/${ext}`, as: 'supervisor' })
  const textOf = async (path: string) => (await backend().fetch(path)).text()
  let [other, name] = ['', '']
  for (const each of others) {
    const [, holder = ''] = /"agentName":"([^"]+)"/.exec(await textOf(`/api/extensions/${each}`)) ?? []
    const { total } = listPeople.answer.parse(JSON.parse(await textOf(`/api/people?q=${holder}`)))
    // The first scan may still find a namesake.
    const isOnly = total === 1 && backend().sandbox.store.agentsNamed(homeCompany.id, holder).length === 1
    if (isOnly) [other, name] = [each, holder]
    if (isOnly) break
  }
  await user.click(await screen.findByRole('button', { name: 'Request a change' }))
  const ask = await dialog()
  await user.selectOptions(ask.getByRole('combobox', { name: 'Change' }), 'Swap numbers')
  const field = ask.getByRole('combobox', { name: /^Swap with/ })
  await enter(user, field, name)
  await screen.findByRole('option', { name: `${other} · ${name}` })
  expect(screen.queryByRole('option', { name: new RegExp(`^${ext} · `) })).toBeNull()
  await user.click(ask.getByRole('textbox', { name: /^Reason/ }))
  await waitFor(() => expect(field).toHaveProperty('value', `${other} · ${name}`))
  await user.click(ask.getByRole('button', { name: 'Request 1 change' }))
  await screen.findByText(new RegExp(`^Swap numbers ${ext} and ${other}: requested by`))
  // One request is about both.
  for (const each of [ext, other])
    expect(JSON.parse(await textOf(`/api/service-requests?ext=${each}&state=pending`))).toMatchObject({
      items: [{ kind: 'swap', ext, swapWith: other }],
      total: 1,
    })
})

test('takes a work number as the other number of a swap, and refuses the number of the request', async () => {
  const [ext = '', other = ''] = boundNumbers().slice(60)
  const agentUuid = backend().sandbox.store.extension(homeCompany.id, other)?.agent_uuid ?? ''
  await backend().signInAs('admin')
  for (const each of [ext, other]) await backend().fetch(`/api/extensions/${each}`)
  await backend().fetch('/api/people/import', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-console': '1' },
    body: JSON.stringify({ rows: [{ agentUuid, workNumber: '77060', name: 'Sam Swap' }] }),
  })
  const { user } = await renderApp({ path: `/extensions/${ext}`, as: 'supervisor' })
  await user.click(await screen.findByRole('button', { name: 'Request a change' }))
  const ask = await dialog()
  await user.selectOptions(ask.getByRole('combobox', { name: 'Change' }), 'Swap numbers')
  const field = ask.getByRole('combobox', { name: /^Swap with/ })
  await enter(user, field, ext)
  await user.keyboard('{Enter}')
  await ask.findByText(`Choose another number than ${ext}`)
  await user.clear(field)
  await enter(user, field, '77060')
  await user.click(ask.getByRole('textbox', { name: /^Reason/ }))
  await waitFor(() => expect(field).toHaveProperty('value', `${other} · Sam Swap`))
  // Enter sends at once, before the list of people can show whom it means.
  await user.clear(field)
  await enter(user, field, '77060')
  await user.keyboard('{Enter}')
  await screen.findByText(new RegExp(`^Swap numbers ${ext} and ${other}: requested by`))
})

test('offers a typed number of a swap before who has it as work number', async () => {
  const [ext = '', number = '', other = ''] = boundNumbers().slice(70)
  const agentUuid = backend().sandbox.store.extension(homeCompany.id, other)?.agent_uuid ?? ''
  await backend().signInAs('admin')
  for (const each of [ext, number, other]) await backend().fetch(`/api/extensions/${each}`)
  await backend().fetch('/api/people/import', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-console': '1' },
    body: JSON.stringify({ rows: [{ agentUuid, workNumber: number, name: 'Aaron Ahead' }] }),
  })
  const found = async () => (await backend().fetch(`/api/people?sort=best&pageSize=10&q=${number}`)).text()
  await vi.waitFor(async () => {
    const people = await found()
    for (const each of [number, other]) expect(people).toContain(`"ext":"${each}"`)
  }, 60_000)
  const { user } = await renderApp({ path: `/extensions/${ext}`, as: 'supervisor' })
  await user.click(await screen.findByRole('button', { name: 'Request a change' }))
  const ask = await dialog()
  await user.selectOptions(ask.getByRole('combobox', { name: 'Change' }), 'Swap numbers')
  await enter(user, ask.getByRole('combobox', { name: /^Swap with/ }), number)
  await screen.findByRole('option', { name: `${other} · Aaron Ahead` })
  await waitFor(() =>
    expect(screen.getAllByRole('option', { name: /^\d+ · / })[0]?.textContent).toMatch(`${number} · `),
  )
})

test('swaps the two selected numbers that the dialog names', async () => {
  // Of one ten, so that the list is short.
  const bound = boundNumbers().slice(70)
  const [ext = '', other = ''] = bound.filter((each, _, all) => each.slice(0, 3) === all[1]?.slice(0, 3))
  await backend().signInAs('supervisor')
  for (const each of [ext, other]) await backend().fetch(`/api/extensions/${each}`)
  // What the reads have shown is in the list then.
  await backend().fetch(`/api/numbers/fresh?numbers=${ext},${other}`)
  const { user } = await renderApp({
    path: `/numbers?state=bound&search=${ext.slice(0, 3)}`,
    as: 'supervisor',
  })
  for (const each of [ext, other])
    await user.click(await screen.findByRole('checkbox', { name: `Select extension ${each}` }))
  const bar = within(screen.getByRole('region', { name: 'Selection' }))
  await user.click(bar.getByRole('button', { name: 'Request a change' }))
  const ask = await dialog()
  await user.clear(ask.getByRole('textbox', { name: 'Numbers' }))
  await user.selectOptions(ask.getByRole('combobox', { name: 'Change' }), 'Swap numbers')
  expect(ask.getByText(`${ext} and ${other}`)).toBeTruthy()
  await user.click(ask.getByRole('button', { name: 'Request 1 change' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const { items } = listServiceRequests.answer.parse(
    await (await backend().fetch(`/api/service-requests?ext=${ext}`)).json(),
  )
  expect(items).toMatchObject([{ kind: 'swap', ext, swapWith: other }])
})

test('keeps a due date as the chosen calendar date, and marks it as overdue once it has passed', async () => {
  const [, , , , , , soon = '', past = ''] = boundNumbers()
  await backend().signInAs('supervisor')
  await backend().fetch('/api/service-requests', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-console': '1' },
    body: JSON.stringify({ kind: 'delete', reason: 'late', dueOn: '2020-02-29', items: [{ ext: past }] }),
  })
  const { user } = await renderApp({ path: `/extensions/${soon}`, as: 'supervisor' })
  await user.click(await screen.findByRole('button', { name: 'Request a change' }))
  const ask = await dialog()
  await enter(user, ask.getByRole('textbox', { name: /^Reason/ }), 'moves out')
  fireEvent.change(ask.getByLabelText(/^Due/), { target: { value: '2099-12-05' } })
  await user.click(ask.getByRole('button', { name: 'Request 1 change' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await (await backend().fetch(`/api/service-requests?ext=${soon}`)).text()).toContain(
    '"dueOn":"2099-12-05"',
  )
  await user.click(screen.getByRole('link', { name: 'Show requests' }))
  const due = (await rowOf(soon)).getByText('Dec 5, 2099')
  expect([due.tagName, due.getAttribute('datetime')]).toEqual(['TIME', '2099-12-05'])
  expect((await rowOf(soon)).queryByText('Overdue')).toBeNull()
  await renderApp({ path: `/requests?ext=${past}`, as: 'supervisor' })
  expect((await rowOf(past)).getByText('Feb 29, 2020')).toBeTruthy()
  expect((await rowOf(past)).getByText('Overdue')).toBeTruthy()
})

test('requests changes for a pasted list, and names the refused numbers', async () => {
  const [, first = '', second = ''] = boundNumbers()
  const { user } = await renderApp({ path: '/requests', as: 'supervisor' })
  await heading('Requests')
  const open = async () => {
    await user.click(screen.getAllByRole('button', { name: 'Request a change' })[0] ?? document.body)
    return dialog()
  }
  const fill = async (ask: Awaited<ReturnType<typeof open>>, text: string) => {
    await user.selectOptions(ask.getByRole('combobox', { name: 'Change' }), 'Delete')
    await user.click(ask.getByRole('textbox', { name: 'Numbers' }))
    await user.paste(text)
    await enter(user, ask.getByRole('textbox', { name: /^Reason/ }), 'room closed')
  }
  const one = await open()
  await fill(one, first)
  await user.click(one.getByRole('button', { name: 'Request 1 change' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const both = await open()
  await fill(both, `please: ${first}, ${second}`)
  await user.click(both.getByRole('button', { name: 'Request 2 changes' }))
  await both.findByText('1 number was skipped:')
  expect(both.getByText(new RegExp(`^${first}: This change is already requested`))).toBeTruthy()
  await user.click(both.getByRole('button', { name: 'Close' }))
  await rowOf(second)
})

test('marks selected requests as sent or done, and withdraws a request with a reason', async () => {
  const [, , , a = '', b = ''] = boundNumbers()
  await backend().signInAs('supervisor')
  const day = new Date()
  day.setDate(day.getDate() + 1)
  const dueOn = [day.getFullYear(), day.getMonth() + 1, day.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
  await backend().fetch('/api/service-requests', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-console': '1' },
    body: JSON.stringify({ kind: 'new-password', reason: 'stolen', dueOn, items: [{ ext: a }, { ext: b }] }),
  })
  const { user } = await renderApp({ path: '/requests?kind=new-password', as: 'admin' })
  expect((await rowOf(a)).getByText('tomorrow')).toBeTruthy()
  await user.click(await screen.findByRole('checkbox', { name: 'Select all requests on this page' }))
  await screen.findByText('2 selected')
  // The selection ends with the page.
  await user.click(screen.getByRole('link', { name: 'People' }))
  await heading('People')
  act(() => window.history.back())
  await rowOf(a)
  expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull()
  await user.click(await screen.findByRole('checkbox', { name: 'Select all requests on this page' }))
  await screen.findByText('2 selected')
  // Without an assignee, a request is with the administrators by name.
  expect((await rowOf(a)).getByText('Ada Admin')).toBeTruthy()
  expect((await rowOf(a)).getByRole('button', { name: `Take: New password ${a}` })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Take' }))
  await waitFor(async () =>
    expect((await rowOf(b)).getByRole('button', { name: `Mark as sent: New password ${b}` })).toBeTruthy(),
  )
  await user.click((await rowOf(b)).getByRole('checkbox'))
  await user.click(screen.getByRole('button', { name: 'Assign' }))
  const assign = await dialog()
  await user.selectOptions(assign.getByRole('combobox', { name: 'Assigned to' }), '孙主管')
  await user.click(assign.getByRole('button', { name: 'Assign' }))
  await waitFor(async () =>
    // Who has it, and who asked.
    expect((await rowOf(b)).getAllByTitle('孙主管')).toHaveLength(2),
  )
  await user.click(await screen.findByRole('checkbox', { name: 'Select all requests on this page' }))
  await user.click(screen.getByRole('button', { name: 'Copy message' }))
  const copy = await dialog()
  await copy.findByDisplayValue(/^Please set a new password:/)
  await user.click(copy.getByRole('button', { name: 'Copy' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const message = await navigator.clipboard.readText()
  expect(message.split('\n')).toEqual([
    'Please set a new password:',
    expect.stringMatching(new RegExp(`^- Extension ${a}`)),
    expect.stringMatching(new RegExp(`^- Extension ${b}`)),
    'Reason: stolen',
    expect.stringMatching(/^Due: .*\d{4}/),
    'Requested by: 孙主管',
  ])
  await user.click(screen.getByRole('button', { name: 'Mark as sent' }))
  await waitFor(async () => expect((await rowOf(a)).getByText('Sent')).toBeTruthy())
  await user.click((await rowOf(a)).getByRole('checkbox'))
  await user.click(screen.getByRole('button', { name: 'Mark as done' }))
  await user.click((await dialog()).getByRole('button', { name: 'Mark as done' }))
  await waitFor(async () => expect((await rowOf(a)).getByText(/^marked as done by/)).toBeTruthy())
  await user.click((await rowOf(b)).getByRole('checkbox'))
  await user.click(screen.getByRole('button', { name: 'Withdraw' }))
  const withdraw = await dialog()
  await user.click(withdraw.getByRole('button', { name: 'Withdraw' }))
  await enter(user, withdraw.getByRole('textbox', { name: /^Reason/ }), 'found the phone')
  await user.click(withdraw.getByRole('button', { name: 'Withdraw' }))
  await waitFor(async () => expect((await rowOf(b)).getByText(/found the phone$/)).toBeTruthy())
  const files = savedFiles()
  await exportAs(user, 'Export', 'csv')
  await waitFor(() => expect(files).toHaveLength(1))
  expect((await files[0]?.file.text())?.trim().split('\r\n')).toHaveLength(3)
})

test('says which selected requests were not changed, because another user has closed them', async () => {
  const [, , , , , , a = '', b = ''] = boundNumbers()
  await backend().signInAs('supervisor')
  const headers = { 'content-type': 'application/json', 'x-console': '1' }
  const send = async (path: string, method: string, body: object): Promise<unknown> =>
    (await backend().fetch(path, { method, headers, body: JSON.stringify(body) })).json()
  const request = { kind: 'delete', reason: 'room closed', items: [{ ext: a }, { ext: b }] }
  const made = createServiceRequests.answer.parse(await send('/api/service-requests', 'POST', request))
  const { user } = await renderApp({ path: '/requests?kind=delete&state=pending', as: 'admin' })
  for (const ext of [a, b]) await user.click((await rowOf(ext)).getByRole('checkbox'))
  await screen.findByText('2 selected')
  const closed = made.items.find(({ ext }) => ext === a)?.request?.id
  await send('/api/service-requests', 'PATCH', { ids: [closed], state: 'withdrawn', note: 'kept' })
  await user.click(screen.getByRole('button', { name: 'Mark as sent' }))
  const said = within(await screen.findByRole('alert'))
  expect(said.getByText('1 of 2 updated')).toBeTruthy()
  expect(said.getByText('This request is already closed')).toBeTruthy()
})

test('requests changes of an agent’s numbers on the page of the agent', async () => {
  const [, , , , , ext = ''] = boundNumbers()
  const agentUuid = backend().sandbox.store.extension(homeCompany.id, ext)?.agent_uuid ?? ''
  const { user } = await renderApp({ path: `/people/${agentUuid}`, as: 'supervisor' })
  // The history may show it too.
  await screen.findAllByRole('link', { name: ext })
  await user.click(screen.getByRole('button', { name: 'Request a change' }))
  const ask = await dialog()
  await enter(user, ask.getByRole('textbox', { name: /^Reason/ }), 'leaves on Friday')
  await user.click(ask.getByRole('button', { name: 'Request 1 change' }))
  await screen.findByText('1 open service request')
  const { items } = listServiceRequests.answer.parse(
    await (await backend().fetch(`/api/service-requests?agentUuid=${agentUuid}`)).json(),
  )
  expect(items).toMatchObject([{ ext, kind: 'unbind', boundTo: { agentUuid } }])
})

test('waits for a choice between two agents of the same name', async () => {
  const [one, twin] = [
    { agentUuid: 'agent-0000-0001', workNumber: '89001', name: '马丽娜' },
    { agentUuid: 'agent-0000-0002', workNumber: '89002', name: '马丽娜', department: '销售' },
  ]
  await backend().signInAs('admin')
  await backend().fetch('/api/people/import', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-console': '1' },
    body: JSON.stringify({ rows: [one, twin] }),
  })
  const ext = '1044'
  const { user } = await renderApp({ path: '/requests', as: 'supervisor' })
  await user.click((await screen.findAllByRole('button', { name: 'Request a change' }))[0] ?? document.body)
  const ask = await dialog()
  await user.selectOptions(ask.getByRole('combobox', { name: 'Change' }), 'Bind to agent')
  await user.click(ask.getByRole('textbox', { name: 'Numbers' }))
  await user.paste(`${ext}\t${one.name}`)
  await enter(user, ask.getByRole('textbox', { name: /^Reason/ }), 'swap')
  await user.click(ask.getByRole('button', { name: 'Request 1 change' }))
  await ask.findByText(/^1 agent couldn't be identified/)
  const choice = ask.getByRole('combobox', { name: `Choose the person ${one.name}` })
  await user.selectOptions(choice, within(choice).getByRole('option', { name: new RegExp(twin.workNumber) }))
  await user.click(ask.getByRole('button', { name: 'Request 1 change' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const { items } = listServiceRequests.answer.parse(
    await (await backend().fetch(`/api/service-requests?ext=${ext}`)).json(),
  )
  expect(items).toMatchObject([{ kind: 'rebind', rebindTo: { agentUuid: twin.agentUuid } }])
  await screen.findByRole('link', { name: '马丽娜 · Work no. 89002 · 销售' })
})

test.each([
  ['8001-8003, 8100', 'unbind', ['8001', '8002', '8003', '8100']],
  ['number\tagent\n8001\tAda Lo\n8002,1002\n8001;x', 'rebind', ['8001 Ada Lo', '8002 1002']],
  ['8001-8002\tAda', 'rebind', ['8001 Ada', '8002 Ada']],
  ['8001', 'rebind', ['8001 ']],
  ['8001 王芳\n８００２－８００３　李雷', 'rebind', ['8001 王芳', '8002 李雷', '8003 李雷']],
] as const)('reads %j for %s', (text, kind, expected) => {
  const { requested } = readRequestedNumbers(text, kind)
  expect(requested.map(({ ext, who }) => (kind === 'rebind' ? `${ext} ${who}` : ext))).toEqual(expected)
})

test('names what a list of numbers and agents has that is not used', () => {
  const text = 'number\tagent\n80O1\tAda\n7\tAda\n82-04-001\tAda\nBob\tAda\n8001\tAda\n8001\tBob\n8001\tAda'
  const { requested, read, unused } = readRequestedNumbers(text, 'rebind')
  expect(requested).toEqual([{ ext: '8001', who: 'Ada' }])
  expect(read.repeated).toBe(1)
  expect([...read.unclear, ...read.ignored, ...unused].map(({ text: part, why }) => [part, why])).toEqual([
    ['80O1', 'letter'],
    ['82-04-001', 'groups'],
    ['7', 'too-short'],
    ['Bob\tAda', 'no-number'],
    ['8001', 'two-agents'],
  ])
})

test('reads numbers from a workbook, with their agents when they are to be bound', async () => {
  const { user } = await renderApp({ path: '/requests', as: 'supervisor' })
  await user.click((await screen.findAllByRole('button', { name: 'Request a change' }))[0] ?? document.body)
  const ask = await dialog()
  const input = document.querySelector<HTMLInputElement>('[role=dialog] input[type=file]')
  if (input === null) throw new Error('no file input')
  const rows: TestCell[][] = [
    ['姓名', '工号', '分机号'],
    ['Ada', '1002', '0801'],
    ['Bob', '', 802],
    ['Eve', '1003', { raw: '46082', format: 'date' }],
    ['Joe', '1004', 'hall'],
  ]
  await user.upload(input, await workbookFile('changes.xlsx', { name: 'Changes', rows }))
  const numbers = ask.getByRole('textbox', { name: 'Numbers' })
  await waitFor(() => expect(numbers).toHaveProperty('value', '0801\n802'))
  await ask.findByText('2 lines were skipped')
  ask.getByText(/^Line 4: The spreadsheet program turned this into a date/)
  ask.getByText('Line 5: Contains the letter h')
  const saved = savedFiles()
  await user.click(ask.getByRole('button', { name: 'Download the left-out rows' }))
  await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['changes-left-out.xlsx']))
  expect((await cellsOf(saved[0])).map((cells) => cells.slice(0, 2))).toEqual([
    ['姓名', '工号'],
    ['Eve', '1003'],
    ['Joe', '1004'],
  ])
  await user.click(ask.getByRole('button', { name: 'Edit Number, line 5: hall' }))
  await user.keyboard('80O4{Enter}')
  await ask.findByText('Line 5: Contains the letter O')
  await user.click(ask.getByRole('button', { name: 'Use 8004' }))
  await waitFor(() => expect(numbers).toHaveProperty('value', '0801\n802\n8004'))
  await user.selectOptions(ask.getByRole('combobox', { name: 'Change' }), 'Bind to agent')
  expect(numbers).toHaveProperty('value', '0801\t1002\n802\tBob\n8004\t1004')
  await user.clear(numbers)
  await user.click(numbers)
  await user.paste('\u202A0801\u202C\n\u200B802')
  ask.getByText('3 invisible characters were removed: direction marks, zero-width spaces')
  const twice = 'Extension,Number\n0811,0812\n'
  await user.upload(input, new File([twice], 'twice.csv'))
  await ask.findByText('Decide about 2 columns before you go on.')
  await user.selectOptions(ask.getByLabelText('Use of Number'), 'Number')
  expect(numbers).toHaveProperty('value', '0812')
  await user.upload(input, new File(['what,why\nx,y\n'], 'notes.csv'))
  await ask.findByText('No column is named “Extension”. Check the header line.')
  expect(numbers).toHaveProperty('value', '')
})

test('keeps a dialog open with what was typed when the number is reserved elsewhere', async () => {
  await backend().signInAs('supervisor')
  // Without the idle list, the console does not know that the number is free.
  await backend().fetch('/api/extensions/idle?pageSize=1000')
  await vi.waitFor(async () => {
    expect(await (await backend().fetch('/api/extensions/1024')).json()).toMatchObject({ state: 'free' })
  }, 60_000)
  const { pass } = heldPolls()
  const { user } = await renderApp({ path: '/extensions/1024', as: 'supervisor' })
  await user.click(await screen.findByRole('button', { name: 'Request a change' }))
  const reason = (await dialog()).getByRole('textbox', { name: /^Reason/ })
  await enter(user, reason, 'a number of its own')
  await reserveElsewhere(backend(), '1024')
  await pass()
  await screen.findByRole('link', { name: /^Reserved for /, hidden: true })
  await screen.findByRole('button', { name: 'Request binding', hidden: true })
  expect((await dialog()).getByRole('textbox', { name: /^Reason/ })).toBe(reason)
  expect(reason).toHaveProperty('value', 'a number of its own')
})

test('keeps a dialog open with what was typed when the last request leaves the list', async () => {
  const ext = '1044'
  const headers = { 'content-type': 'application/json', 'x-console': '1' }
  await backend().signInAs('supervisor')
  await backend().fetch('/api/service-requests', {
    method: 'POST',
    headers,
    body: JSON.stringify({ kind: 'new-password', reason: 'lost', items: [{ ext }] }),
  })
  const { pass } = heldPolls()
  const { user } = await renderApp({
    path: `/requests?ext=${ext}&kind=new-password&state=open`,
    as: 'supervisor',
  })
  await user.click((await rowOf(ext)).getByRole('checkbox'))
  await user.click(screen.getByRole('button', { name: 'Withdraw' }))
  const reason = (await dialog()).getByRole('textbox', { name: /^Reason/ })
  await enter(user, reason, 'found the phone')
  const { items } = listServiceRequests.answer.parse(
    await (await backend().fetch(`/api/service-requests?ext=${ext}&kind=new-password`)).json(),
  )
  await backend().fetch('/api/service-requests', {
    method: 'PATCH',
    headers,
    body: JSON.stringify({ ids: items.map(({ id }) => id), state: 'sent', note: '' }),
  })
  await pass()
  await waitFor(() => expect(screen.queryByRole('link', { name: ext, hidden: true })).toBeNull())
  expect((await dialog()).getByRole('textbox', { name: /^Reason/ })).toBe(reason)
  expect(reason).toHaveProperty('value', 'found the phone')
})
