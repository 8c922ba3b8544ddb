import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { listPeople } from '#contract/people.ts'
import { listReservations } from '#contract/reservations.ts'
import { homeCompany } from '#sandbox/seed.ts'
import { agentWithoutExtension, boundAgent, reserveElsewhere } from './known-people.ts'
import { address, enter, heading, setUpConsole } from './render-app.tsx'
import { cellsOf, exportAs, savedFiles } from './saved-files.ts'
import { workbookFile } from './workbooks.ts'

const { backend, renderApp } = setUpConsole()

let bound = { uuid: '', name: '' }
let without = { uuid: '', name: '' }
beforeEach(async () => {
  bound = await boundAgent(backend())
  without = await agentWithoutExtension(backend())
})

const change = (path: string, body: object) =>
  backend().fetch(path, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', 'x-console': '1' },
    body: JSON.stringify(body),
  })
const current = () => screen.findByRole('region', { name: 'Current extension' })
const numbers = async () =>
  within(await screen.findByRole('table', { name: 'Unbound extensions' }))
    .queryAllByRole('link')
    .map((link) => link.textContent)
const asked = () => backend().requests.filter(({ path }) => path.endsWith('/extensions'))

describe('the page of an agent', () => {
  test('shows the number first, then who the person is with one line of sources, and the history, from one request; the UUID is in the folded record', async () => {
    const { user } = await renderApp({ path: `/people/${bound.uuid}` })
    await heading(bound.name)
    await within(await current()).findByRole('link', { name: '1000' })
    expect((await current()).textContent).toMatch(/Bound (\d+ \w+ ago|yesterday)/)
    const history = await screen.findByRole('region', { name: 'History' })
    const profile = screen.getByRole('region', { name: 'Profile' })
    const parts = [await current(), profile, history, screen.getByRole('region', { name: 'Record' })]
    expect(parts.toSorted((a, b) => (a.compareDocumentPosition(b) & 4 ? -1 : 1))).toEqual(parts)
    expect(screen.queryByRole('table')).toBeNull()
    expect(asked()).toHaveLength(1)
    expect(within(profile).getAllByText(/from /)).toHaveLength(1)
    expect(screen.queryByText(bound.uuid)).toBeNull()
    await user.click(screen.getByRole('button', { name: /^Record/ }))
    const record = within(screen.getByRole('region', { name: 'Record' }))
    expect(record.getByText(bound.uuid)).toBeTruthy()
    expect(record.getAllByText(/from (the phone platform|an extension)/).length).toBeGreaterThan(0)
  })

  test('offers first what is possible: a change for who has a number, a binding for who has one reserved', async () => {
    /** What the page offers of these, in order; the first is the one in color. */
    const known =
      /^(Request a change|Agent leaves|Reserve a number|Reserve another number|Create extension for this agent|Request binding)$/
    const actions = () => {
      const all = [...screen.getByRole('main').querySelectorAll<HTMLElement>('button, a')]
      const offered = all.filter(({ textContent }) => known.test(textContent))
      expect(offered.map(({ dataset }) => dataset['variant'] === 'filled')).toEqual([true, false])
      return offered.map(({ textContent }) => textContent)
    }
    const view = await renderApp({ path: `/people/${bound.uuid}` })
    await screen.findByRole('button', { name: 'Request a change' })
    expect(actions()).toEqual(['Request a change', 'Agent leaves'])
    view.unmount()
    const other = await renderApp({ path: `/people/${without.uuid}` })
    await screen.findByRole('button', { name: 'Reserve a number' })
    expect(actions()).toEqual(['Reserve a number', 'Create extension for this agent'])
    other.unmount()
    const rows = [{ agentUuid: 'reserved-for-1', name: 'Rita Reserved' }]
    await backend().fetch('/api/people/import', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-console': '1' },
      body: JSON.stringify({ rows }),
    })
    await reserveElsewhere(backend(), '1018', { agentUuid: 'reserved-for-1' })
    await renderApp({ path: '/people/reserved-for-1' })
    await screen.findByRole('button', { name: 'Request binding' })
    expect(actions()).toEqual(['Request binding', 'Reserve another number'])
  })

  test('leads to the unbound extensions of the agent, with page and search in the URL', async () => {
    const { user } = await renderApp({ path: `/people/${bound.uuid}` })
    await user.click(await screen.findByRole('button', { name: /^Record/ }))
    await user.click(screen.getByRole('link', { name: /^Unbound extensions, as the phone platform lists/ }))
    await waitFor(async () => expect((await numbers()).length).toBeGreaterThan(10))
    expect(await numbers()).not.toContain('1000')
    const unbound = `/people/${bound.uuid}/unbound`
    await user.click(await screen.findByRole('button', { name: 'Next page' }))
    await waitFor(() => expect(address()).toBe(`${unbound}?page=2`))
    await user.type(screen.getByLabelText('Number starts with'), '12')
    await waitFor(() => expect(address()).toBe(`${unbound}?ext=12`))
    await waitFor(async () =>
      expect((await numbers()).every((number) => number?.startsWith('12'))).toBe(true),
    )
    await user.click(screen.getByRole('link', { name: bound.name }))
    await heading(bound.name)
  })

  test('shows that an agent has no extension, and the agent’s name from operation 6', async () => {
    const { user } = await renderApp({ path: `/people/${without.uuid}` })
    await heading(without.name)
    expect(
      within(await current()).getByText('The phone platform shows no extension bound to this agent.'),
    ).toBeTruthy()
    await user.click(screen.getByRole('link', { name: 'Create extension for this agent' }))
    await heading('Create numbers')
    expect(address()).toBe(`/extensions/new?agentID=${without.uuid}&agentType=1`)
    const field = await screen.findByRole('combobox', { name: /^Person/ })
    await waitFor(() => expect(field).toHaveProperty('value', without.name))
  })

  test.each(['', '?ext=1'])('leads from a page past the end back to the first: %j', async (filter) => {
    const first = `/people/${bound.uuid}/unbound${filter}`
    const { user } = await renderApp({ path: `${first}${filter === '' ? '?' : '&'}page=400` })
    await screen.findByRole('heading', { name: 'This page is past the end of the list' })
    await user.click(screen.getAllByRole('button', { name: 'First page' })[0] ?? document.body)
    await waitFor(() => expect(address()).toBe(first))
  })

  test('shows a specific message for an unknown agent, and does not remember the agent', async () => {
    await renderApp({ path: '/people/00000000000000000000000000000000' })
    const state = await screen.findByRole('alert')
    const history = await screen.findByRole('region', { name: 'History' })
    expect(state.compareDocumentPosition(history) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
    expect(
      within(state).getByRole('heading', { name: "This agent doesn't exist on the phone platform" }),
    ).toBeTruthy()
    const remembered = Object.keys(localStorage).filter((key) => key.includes('recent-people'))
    expect(remembered.map((key) => localStorage.getItem(key)).join()).not.toContain('0000')
  })

  test('rejects an invalid UUID without a request', async () => {
    await renderApp({ path: '/people/abc' })
    expect(await screen.findByText('An agent UUID has 8 to 64 letters, digits or -')).toBeTruthy()
    expect(asked()).toEqual([])
  })
})

describe('the agent directory', () => {
  test('finds an agent by name and extension, and keeps the search and the filters in the URL', async () => {
    const { user } = await renderApp({ path: '/people', as: 'supervisor' })
    await heading('People')
    const search = await screen.findByRole('textbox', { name: 'Name, work number, extension' })
    await user.type(search, bound.name)
    const table = await screen.findByRole('table', { name: 'People' })
    const link = await within(table).findByRole('link', { name: bound.name })
    expect(link.getAttribute('href')).toBe(`/people/${bound.uuid}`)
    await user.clear(search)
    await user.click(search)
    await user.paste('\u202A１０００\u202C')
    await waitFor(() => expect(address()).toBe('/people?q=1000'))
    await waitFor(() => expect(within(table).getAllByRole('row')).toHaveLength(2))
    await user.click(screen.getByRole('radio', { name: 'No number' }))
    await waitFor(() => expect(address()).toBe('/people?q=1000&state=none'))
    await screen.findByRole('heading', { name: 'No results for these filters' })
    await user.click(screen.getAllByRole('button', { name: 'Clear filters' })[0] ?? document.body)
    await user.click(await screen.findByRole('button', { name: /^Name/ }))
    await waitFor(() => expect(address()).toBe('/people?order=desc'))
  })

  test.each([
    ['name', ['Name ↑', 'Work number', 'Extension', 'Number']],
    ['department', ['Name', 'Work number', 'Extension', 'Number', 'Department ↑']],
  ])('shows an empty column when the list is sorted by it: %s', async (sort, shown) => {
    await backend().signInAs('admin')
    const imported = await backend().fetch('/api/people/import', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-console': '1' },
      body: JSON.stringify({ rows: [{ workNumber: '88901', name: 'Grace' }] }),
    })
    expect(imported.status).toBe(200)
    await renderApp({ path: `/people?q=88901&sort=${sort}`, as: 'supervisor' })
    const table = await screen.findByRole('table', { name: 'People' })
    await within(table).findByRole('link', { name: 'Grace' })
    const headers = within(table).getAllByRole('columnheader')
    expect(headers.map(({ textContent }) => textContent)).toEqual(shown)
  })

  test('says of people without a number that the phone platform has no list of them', async () => {
    await renderApp({ path: '/people?state=none&q=no-such-name', as: 'supervisor' })
    await screen.findByRole('heading', { name: 'No results for these filters' })
    expect(screen.getByText(/^The phone platform has no list of people without a number\./)).toBeTruthy()
  })

  test('looks up a work number at the service when the directory does not know it', async () => {
    await backend().signInAs('supervisor')
    // A fifth of the sandbox's agents have no number that the console could have read.
    const answer = await backend().fetch('/api/people?pageSize=1000')
    const { items } = listPeople.answer.parse(await answer.json())
    const known = new Set(items.map(({ workNumber }) => workNumber))
    const candidates = Array.from({ length: 140 }, (_, n) => String(1010 + n))
    const unknown = candidates.findLast((workNumber) => !known.has(workNumber)) ?? ''
    const { user } = await renderApp({ path: `/people?q=${unknown}`, as: 'supervisor' })
    await user.click(await screen.findByRole('button', { name: 'Look up' }))
    await waitFor(() => expect(address()).toMatch(/^\/people\/[0-9a-f]{32}$/))
    await screen.findByText(unknown)
  })

  test('imports a roster: people without a UUID become new colleagues, and unusable lines are named', async () => {
    const { user } = await renderApp({ path: '/people', as: 'admin' })
    await user.click(await screen.findByRole('button', { name: 'Import roster' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Import roster' }))
    await user.click(dialog.getByLabelText('Or paste cells'))
    await user.paste('姓名\t部门\n欧阳娜娜\t新人组')
    await dialog.findByText(/No column is named/)
    await user.paste('工号\t姓名\t部门\n88001\t欧阳娜娜\t新人组\n\t没有工号\t新人组')
    await dialog.findByText('Line 3: check “Work number”')
    expect(dialog.getByLabelText('Use of 部门')).toHaveProperty('value', 'department')
    await user.click(dialog.getByRole('button', { name: 'Import 1 person' }))
    await dialog.findByText('1 added as new colleagues')
    await user.click(dialog.getByRole('button', { name: 'Close' }))
    await enter(user, await screen.findByRole('textbox', { name: 'Name, work number, extension' }), 'oynn')
    await user.click(await screen.findByRole('link', { name: '欧阳娜娜' }))
    await screen.findByText(/This person is on the roster/)
    await screen.findByRole('region', { name: 'History' })
    await user.click(screen.getByRole('button', { name: 'Copy 88001' }))
    expect(await navigator.clipboard.readText()).toBe('88001')
  })

  test('says before a roster is imported that it leaves no one in a department', async () => {
    await backend().signInAs('admin')
    const rows = ['88901', '88902'].map((workNumber) => ({ workNumber, name: 'Odd One', department: 'Odd' }))
    await backend().fetch('/api/people/import', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-console': '1' },
      body: JSON.stringify({ rows }),
    })
    const inOdd = async () => {
      const answer = await backend().fetch('/api/people?department=Odd')
      return listPeople.answer.parse(await answer.json()).total
    }
    const { user } = await renderApp({ path: '/people', as: 'admin' })
    await user.click(await screen.findByRole('button', { name: 'Import roster' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Import roster' }))
    await user.click(dialog.getByLabelText('Or paste cells'))
    await user.paste('Work number\tDepartment\n88901\tEven\n88902\tEven')
    await user.click(await dialog.findByRole('button', { name: 'Import 2 people' }))
    await dialog.findByText(/^After this import, no one is in Odd\./)
    expect(await inOdd()).toBe(2)
    await user.click(dialog.getByRole('button', { name: 'Import anyway' }))
    await dialog.findByText(/^No one is in Odd any more\./)
    expect(await inOdd()).toBe(0)
  })

  test('corrects a new colleague on their page, and removes them with their reservation', async () => {
    await backend().signInAs('supervisor')
    await reserveElsewhere(backend(), '1019', { colleague: { name: 'Rhea Wrong' } })
    const { user } = await renderApp({ path: '/people?q=Rhea', as: 'supervisor' })
    await user.click(await screen.findByRole('link', { name: 'Rhea Wrong' }))
    await user.click(await screen.findByRole('button', { name: 'Edit' }))
    const edit = within(await screen.findByRole('dialog', { name: 'Edit Rhea Wrong' }))
    const name = edit.getByRole('textbox', { name: /^Name/ })
    await user.clear(name)
    await enter(user, name, 'Rhea Right')
    await user.click(edit.getByRole('button', { name: 'Save' }))
    await heading('Rhea Right')
    await user.click(await screen.findByRole('button', { name: 'Remove' }))
    const remove = within(await screen.findByRole('dialog', { name: 'Remove Rhea Right?' }))
    expect(remove.getByText('Released at once: 1019.')).toBeTruthy()
    await user.click(remove.getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(address()).toBe('/people'))
    expect(await (await backend().fetch('/api/people?q=Rhea')).json()).toMatchObject({ total: 0 })
  })

  test('releases no number that was moved to another person since the dialog opened', async () => {
    await backend().signInAs('supervisor')
    await reserveElsewhere(backend(), '1007', { colleague: { name: 'Mona Moved' } })
    const { user } = await renderApp({ path: '/people?q=Mona', as: 'supervisor' })
    await user.click(await screen.findByRole('link', { name: 'Mona Moved' }))
    await user.click(await screen.findByRole('button', { name: 'Remove' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove Mona Moved?' }))
    const reservation = async () =>
      listReservations.answer.parse(await (await backend().fetch('/api/reservations?ext=1007')).json())
        .items[0]
    const { id } = (await reservation()) ?? {}
    const agentUuid = 'moved-to-1'
    await change(`/api/reservations/${id}`, { agentUuid, agentName: 'Grace' })
    await user.click(dialog.getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(address()).toBe('/people'))
    expect(await reservation()).toMatchObject({ agentUuid, state: 'reserved' })
  })

  test('saves only the edited fields of a new colleague, and keeps what another user changed', async () => {
    await backend().signInAs('supervisor')
    await reserveElsewhere(backend(), '1008', { colleague: { name: 'Edda Wrong', department: 'Sales' } })
    const found = async () =>
      listPeople.answer.parse(await (await backend().fetch('/api/people?q=Edda')).json()).items[0]
    const { user } = await renderApp({ path: '/people?q=Edda', as: 'supervisor' })
    await user.click(await screen.findByRole('link', { name: 'Edda Wrong' }))
    await user.click(await screen.findByRole('button', { name: 'Edit' }))
    const edit = within(await screen.findByRole('dialog', { name: 'Edit Edda Wrong' }))
    const { id } = (await found()) ?? {}
    const elsewhere = { name: 'Edda Wrong', workNumber: '88078', department: null, startsOn: '2026-12-07' }
    await change(`/api/people/${id}`, elsewhere)
    const name = edit.getByRole('textbox', { name: /^Name/ })
    await user.clear(name)
    await enter(user, name, 'Edda Right')
    await user.click(edit.getByRole('button', { name: 'Save' }))
    await heading('Edda Right')
    expect(await found()).toMatchObject({ ...elsewhere, name: 'Edda Right' })
  })

  test('says of a colleague typed for a reservation that a user confirms the account', async () => {
    await backend().signInAs('supervisor')
    const colleague = { name: 'Tess Typed', workNumber: '88077' }
    await reserveElsewhere(backend(), '1014', { colleague })
    const { user } = await renderApp({ path: '/people?q=88077', as: 'supervisor' })
    await user.click(await screen.findByRole('link', { name: 'Tess Typed' }))
    const text = await screen.findByText(/^This person was entered for a reservation/)
    expect(text.textContent).toContain('a user confirms on My team that it is this person')
    expect(screen.queryByText(/on the roster/)).toBeNull()
  })

  test('shows the number of a room once an agent has it, who that is, and needs nothing of My team', async () => {
    await backend().signInAs('supervisor')
    await reserveElsewhere(backend(), '1015', { colleague: { name: 'Quiet room', kind: 'resource' } })
    backend().sandbox.store.desk.bind(homeCompany.id, '1015', bound.uuid)
    await backend().fetch('/api/extensions/1015')
    await vi.waitFor(async () => {
      expect(await (await backend().fetch('/api/reservations?state=bound')).text()).toContain('"1015"')
    }, 60_000)
    const list = await renderApp({ path: '/reservations/list?state=bound', as: 'supervisor' })
    const reservation = await screen.findByRole('row', { name: /Quiet room/ })
    expect(reservation.textContent).toContain('Line or room')
    expect(reservation.textContent).toContain(`bound to ${bound.name}`)
    await list.user.click(within(reservation).getByRole('link', { name: 'Quiet room' }))
    await heading('Quiet room')
    const main = within(screen.getByRole('main'))
    await main.findByText(/^Reserved for it, and bound now/)
    expect(main.getByRole('link', { name: new RegExp(`^${bound.name}`) })).toBeTruthy()
    expect(main.queryByText(/seen no number bound/)).toBeNull()
    list.unmount()
    await renderApp({ path: '/team', as: 'supervisor' })
    const others = await screen.findByRole('table', { name: 'Everyone else' })
    expect(within(others).getByRole('row', { name: /Quiet room/ }).textContent).toContain('1015')
  })

  test('refuses a roster with a password in a note, and names its line', async () => {
    const { user } = await renderApp({ path: '/people', as: 'admin' })
    await user.click(await screen.findByRole('button', { name: 'Import roster' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Import roster' }))
    await user.click(dialog.getByLabelText('Or paste cells'))
    await user.paste('工号\t备注\n88101\tdesk 4\n\t\n88102\tpassword=k8Zq2LmP')
    await user.click(await dialog.findByRole('button', { name: 'Import 2 people' }))
    await dialog.findByText('A text contains a password or key')
    expect(dialog.getByText(/^Line 4 contains a password or key/)).toBeTruthy()
  })

  test('imports a workbook dropped on the dialog, and names a work number that became a date', async () => {
    const { user } = await renderApp({ path: '/people', as: 'admin' })
    await user.click(await screen.findByRole('button', { name: 'Import roster' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Import roster' }))
    const file = await workbookFile(
      'team.xlsx',
      { name: 'Old', rows: [['Name'], ['Nobody']] },
      {
        name: 'New',
        rows: [
          ['工号', '姓名', 'Note'],
          ['0099', '司马懿', { raw: '46082', format: 'date' }],
          [{ raw: '46082', format: 'date' }, '诸葛亮', ''],
        ],
      },
    )
    fireEvent.drop(dialog.getByText('Or paste cells'), {
      dataTransfer: { files: [file], getData: () => '' },
    })
    await dialog.findByText(/No column is named/)
    await user.selectOptions(dialog.getByLabelText('Sheet'), 'New')
    await dialog.findByText(/^Line 3, “Work number”: The spreadsheet program turned this into a date/)
    await user.keyboard('{Escape}')
    const question = within(await screen.findByRole('dialog', { name: 'Discard what you entered?' }))
    await user.click(question.getByRole('button', { name: 'Keep editing' }))
    await user.click(dialog.getByRole('button', { name: 'Import 1 person' }))
    await dialog.findByText('1 added as new colleagues')
    await user.click(dialog.getByRole('button', { name: 'Close' }))

    const saved = savedFiles()
    await enter(user, await screen.findByRole('textbox', { name: 'Name, work number, extension' }), 'smy')
    await screen.findByRole('link', { name: '司马懿' })
    await waitFor(() => expect(address()).toContain('q=smy'))
    await exportAs(user, 'Export', 'xlsx')
    await screen.findByText('Saved people.xlsx: 1 row.')
    const [, row] = await cellsOf(saved[0])
    expect(row?.slice(1, 7)).toEqual(['0099', '司马懿', '', '', '', '2026-03-01'])
  })

  test('saves the search as a view without the order, and opens it', async () => {
    const query = `q=${encodeURIComponent(bound.name)}`
    const { user } = await renderApp({
      path: `/people?${query}&sort=ext&order=desc&page=1`,
      as: 'supervisor',
    })
    await user.click(await screen.findByRole('button', { name: 'Saved views' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Save this view' }))
    const dialog = within(await screen.findByRole('dialog'))
    await enter(user, dialog.getByRole('textbox', { name: 'Name' }), 'Late shift')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await screen.findByRole('button', { name: 'Late shift' })
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    await waitFor(() => expect(address()).not.toContain('q='))
    await user.click(screen.getByRole('button', { name: 'Saved views' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Late shift' }))
    await waitFor(() => expect(address()).toBe(`/people?${decodeURIComponent(query)}`))
    // Other lists do not offer this view.
    await user.click(screen.getByRole('link', { name: 'Numbers' }))
    await user.click(await screen.findByRole('button', { name: 'Saved views' }))
    await screen.findByRole('menuitem', { name: 'Save this view' })
    expect(screen.queryByRole('menuitem', { name: 'Late shift' })).toBeNull()
  })

  test('offers no look-up of a name, and lists the people without a department', async () => {
    await backend().signInAs('admin')
    await backend().fetch('/api/people/import', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-console': '1' },
      body: JSON.stringify({ rows: [{ workNumber: 'N-1', name: 'Nodep Nora' }] }),
    })
    const { user, unmount } = await renderApp({ path: '/people?q=Ingrdnobody' })
    await screen.findByRole('heading', { name: 'No results for these filters' })
    expect(screen.queryByRole('button', { name: 'Look up' })).toBeNull()
    unmount()
    await renderApp({ path: '/people?q=n1' })
    await user.click(await screen.findByRole('combobox', { name: 'Department' }))
    await user.click(await screen.findByRole('option', { name: 'No department' }))
    expect(
      await screen.findByRole('button', { name: 'Remove filter Department: No department' }),
    ).toBeTruthy()
    expect(await screen.findByRole('link', { name: 'Nodep Nora' })).toBeTruthy()
  })

  test('reports a work number that the service does not know either', async () => {
    const { user } = await renderApp({ path: '/people?q=999999' })
    await user.click(await screen.findByRole('button', { name: 'Look up' }))
    expect(await screen.findByText("This agent doesn't exist on the phone platform")).toBeTruthy()
  })

  test('shows who the agent is and where that is from, and offers a supervisor no creation', async () => {
    await renderApp({ path: `/people/${without.uuid}`, as: 'supervisor' })
    const who = await screen.findByRole('region', { name: 'Profile' })
    expect(within(who).getByText('Work number')).toBeTruthy()
    expect(within(who).getAllByText(/from the phone platform/).length).toBeGreaterThan(0)
    expect(screen.getByRole('button', { name: 'Reserve a number' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Create extension for this agent' })).toBeNull()
  })

  test('shows the agent record of the first idle number, which links to the agent', async () => {
    const { user } = await renderApp({ path: '/extensions/idle' })
    const card = await screen.findByRole('region', { name: 'First free number' })
    await within(card).findByRole('link')
    await user.click(within(card).getByRole('button', { name: 'Show agent record' }))
    await within(card).findByText('agentID')
    await user.click(await within(card).findByRole('link', { name: without.uuid }))
    await heading(without.name)
    expect(address()).toBe(`/people/${without.uuid}`)
  })
})
