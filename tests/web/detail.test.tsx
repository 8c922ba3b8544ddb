import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { extensionDetail } from '#contract/extensions.ts'
import { extension } from '#contract/records.ts'
import { listReservations, openReservations } from '#contract/reservations.ts'
import { profileSchema } from '#upstream/profile.ts'
import { homeCompany } from '#sandbox/seed.ts'
import { heldPolls } from './held-polls.ts'
import { reserveElsewhere } from './known-people.ts'
import { address, heading, setUpConsole } from './render-app.tsx'

const { backend, renderApp } = setUpConsole({
  profile: profileSchema.parse({ values: { status: { 1: 'In use' } } }),
})
afterEach(() => vi.stubGlobal('fetch', backend().fetch))

const region = (name: string) => screen.findByRole('region', { name })
const asked = (path: string) => backend().requests.filter((request) => request.path === path)

describe('the page of an extension', () => {
  test('shows the whole record last, as JSON without secrets', async () => {
    const { user, container } = await renderApp({ path: '/extensions/1000' })
    await heading('Extension 1000')
    await region('Phone account')
    const toggle = await screen.findByRole('button', { name: /^Service record/ })
    // The service is asked for the language only by those who open the record.
    expect(asked('/api/extensions/1000/language')).toEqual([])
    expect(
      (await region('History')).compareDocumentPosition(toggle) & Node.DOCUMENT_POSITION_FOLLOWING,
    ).toBeTruthy()
    await user.click(toggle)
    const json = () => [...container.querySelectorAll('pre')].at(-1)?.textContent ?? ''
    await waitFor(() => expect(json()).not.toBe(''))
    const record: unknown = JSON.parse(json())
    const { extensionsKeys: _keys, secretsHeld: _secrets, ...plain } = extension.shape
    const documented = [...Object.keys(plain), 'extensions', 'password', 'ha1', 'ha1b']
    expect(Object.keys(record ?? {}).toSorted()).toEqual(documented.toSorted())
    expect(record).toMatchObject({ ext: '1000', password: '(not shown)', ha1: '(not shown)' })
    expect(within(await region('Service record')).getAllByText('stored on the phone platform')).toHaveLength(
      3,
    )
  })

  test('uses Chinese punctuation and no English in Chinese', async () => {
    const { user, container } = await renderApp({ path: '/extensions/1000', language: 'zh' })
    await user.click(await screen.findByRole('button', { name: /^服务记录/ }))
    expect(container.querySelector('pre')?.textContent).toContain('"password": "（不显示）"')
    expect((await screen.findAllByText(/^（.*前）$/)).length).toBeGreaterThan(0)
    await user.click(screen.getByRole('button', { name: '复制 SIP 设置' }))
    await screen.findAllByText(/^已复制（不含密码）：服务器：[^,]+、域名：[^,]+、号码：1000$/)
  })

  test('shows raw values beside their labels, and the names that the profile gives them', async () => {
    const { user } = await renderApp({ path: '/extensions/1000' })
    await user.click(await screen.findByRole('button', { name: /^Service record/ }))
    const state = await region('Service record')
    expect(within(state).getByText('bindStatus').closest('div')?.textContent).toBe('Binding bindStatusBound1')
    const [status, enabled] = ['status', 'enabled'].map((name) =>
      within(state).getByText(name).closest('div'),
    )
    expect(status?.textContent).toBe('Status status1In use')
    expect(enabled?.textContent).toMatch(/^Enabled enabled\d$/)
  })

  test('names its agent with work number and department, and links to them', async () => {
    await backend().signInAs('admin')
    const { agentUuid, agentName } = extensionDetail.answer.parse(
      await (await backend().fetch('/api/extensions/1001')).json(),
    ).extension
    await backend().fetch('/api/people/import', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-console': '1' },
      body: JSON.stringify({
        rows: [{ agentUuid, name: agentName, workNumber: '1002', department: 'Sales' }],
      }),
    })
    const { user } = await renderApp({ path: '/extensions/1001', as: 'supervisor' })
    const line = await screen.findByText(/· Work no\. 1002 · Sales · bound since/)
    await user.click(within(line).getByRole('link', { name: agentName ?? '-' }))
    await waitFor(() => expect(address()).toBe(`/people/${agentUuid}`))
  })

  test('shows a supervisor no record, no identifier and no SIP host, and what a phone’s failure can be seen by', async () => {
    await backend().signInAs('admin')
    const { extension: record } = extensionDetail.answer.parse(
      await (await backend().fetch('/api/extensions/1000')).json(),
    )
    const { user } = await renderApp({ path: '/extensions/1000', as: 'supervisor' })
    await user.click(await screen.findByRole('button', { name: 'Registration does not work' }))
    const list = within(await region('Registration does not work'))
    list.getByText(`Bound to ${record.agentName}.`)
    list.getByText('Codec: Opus. Compare it with the phone’s settings.')
    list.getByText(/^In use now by its agent, /)
    list.getByText(/^Not visible here: whether the phone is registered/)
    await list.findByText(/^Ask Ada Admin, and give the number 1000 and the time of a failed attempt\./)
    await within(await screen.findByRole('region', { name: 'History' })).findByText(/^According to the phone/)
    expect(screen.queryByRole('button', { name: /^Service record/ })).toBeNull()
    for (const hidden of [record.domain, record.agentUuid, record.id, record.companyId, 'bindStatus'])
      expect(screen.getByRole('main').textContent).not.toContain(hidden)
  })

  test('says of a free extension that it is not bound, and not since when', async () => {
    await backend().signInAs('admin')
    await backend().fetch('/api/extensions/idle?pageSize=100')
    await renderApp({ path: '/extensions/1004' })
    await screen.findByText('Not bound to an agent, and not reserved')
    expect(screen.queryByText(/bound since/)).toBeNull()
  })

  test('requests the extension for the agent in the URL', async () => {
    await renderApp({ path: '/extensions/1000?agentId=op-7' })
    await waitFor(() => expect(asked('/api/extensions/1000')[0]?.search).toBe('?agentId=op-7'))
  })

  test('refreshes the record and the language', async () => {
    const { user } = await renderApp({ path: '/extensions/1000#language' })
    await within(await region('Looked up separately')).findByText('langCode')
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    await waitFor(() => expect(asked('/api/extensions/1000')).toHaveLength(2))
    await waitFor(() => expect(asked('/api/extensions/1000/language')).toHaveLength(2))
  })
})

test('keeps the record and its codec when only the language fails', async () => {
  let broken = true
  await backend().signInAs('admin')
  vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
    broken && path.endsWith('/language')
      ? Promise.reject(new TypeError('Failed to fetch'))
      : backend().fetch(path, init),
  )
  const { user } = await renderApp({ path: '/extensions/1000#language' })
  const card = await region('Looked up separately')
  await within(card).findByRole('alert')
  expect(within(await region('Service record')).getByText('Opus')).toBeTruthy()
  broken = false
  await user.click(within(card).getByRole('button', { name: 'Try again' }))
  await within(await region('Looked up separately')).findByText('langCode')
})

describe('a number that does not exist', () => {
  test('can be created with permission', async () => {
    const { user } = await renderApp({ path: '/extensions/4999' })
    await screen.findByRole('heading', { name: "This extension doesn't exist on the phone platform" })
    await user.click(screen.getByRole('link', { name: 'Create 4999' }))
    await heading('Create numbers')
    expect(await screen.findByLabelText(/^Number/)).toHaveProperty('value', '4999')
  })

  test('cannot be created without permission', async () => {
    await renderApp({ path: '/extensions/4999', as: 'supervisor' })
    await screen.findByRole('heading', { name: "This extension doesn't exist on the phone platform" })
    expect(screen.queryByRole('link', { name: 'Create 4999' })).toBeNull()
    // The service's own words stand beside ours.
    expect(screen.getByText('Phone platform response: 310121 分机不存在')).toBeTruthy()
    expect(screen.queryByText(/extension_detail/)).toBeNull()
  })

  test('is found by a path with invisible and full-width characters', async () => {
    await renderApp({ path: '/extensions/%E2%80%AA１０-00%E2%80%AC' })
    await waitFor(() => expect(address()).toBe('/extensions/1000'))
  })

  test('is refused without a request when the path holds no number', async () => {
    await renderApp({ path: '/extensions/12ab' })
    expect(await screen.findByText('An extension number has 2 to 15 digits')).toBeTruthy()
    expect(asked('/api/extensions/12ab')).toEqual([])
  })
})

test('leads from a free number to Reserve, which names the number, and offers no second reservation', async () => {
  const opened = await renderApp({ path: '/extensions/1004', as: 'supervisor' })
  await opened.user.click(await screen.findByRole('button', { name: 'Reserve this number' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Reserve a number' }))
  await dialog.findByRole('button', { name: 'Reserve 1004' })
  await opened.user.click(dialog.getByRole('button', { name: 'Cancel' }))
  opened.unmount()
  await reserveElsewhere(backend(), '1004')
  await renderApp({ path: '/extensions/1004', as: 'supervisor' })
  await screen.findByRole('link', { name: /^Reserved for / })
  await screen.findByRole('button', { name: 'Request a change' })
  expect(screen.queryByRole('button', { name: 'Reserve this number' })).toBeNull()
})

test('shows a number as free when its reservation is released elsewhere', async () => {
  await backend().signInAs('supervisor')
  await reserveElsewhere(backend(), '1014')
  const { pass } = heldPolls()
  await renderApp({ path: '/extensions/1014', as: 'supervisor' })
  await screen.findByRole('link', { name: /^Reserved for / })
  await screen.findByText('Reserved')
  const { items } = openReservations.answer.parse(
    await (await backend().fetch('/api/reservations/open')).json(),
  )
  const id = items.find(({ ext }) => ext === '1014')?.id
  const released = await backend().fetch(`/api/reservations/${id}`, {
    method: 'DELETE',
    headers: { 'content-type': 'application/json', 'x-console': '1' },
    body: '{}',
  })
  expect(released.status).toBe(200)
  await pass()
  await screen.findByText('Free')
  await screen.findByRole('button', { name: 'Reserve this number' })
})

test('keeps the number of an agent who leaves back, in one action, and says where the request went', async () => {
  const { user, unmount } = await renderApp({ path: '/extensions/1002', as: 'supervisor' })
  await user.click(await screen.findByRole('button', { name: 'Agent leaves' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Request unbinding' }))
  await dialog.findByText('1002: unbinding requested. It is kept back until it has been free for 30 days.')
  await dialog.findByText(/^The request is with Ada Admin\./)
  expect(dialog.getByRole('link', { name: 'Show requests' }).getAttribute('href')).toBe('/requests?ext=1002')
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  await screen.findByText('1 open service request')
  await screen.findByRole('link', { name: /^Kept back once .+ leaves$/ })
  expect(screen.queryByRole('button', { name: 'Agent leaves' })).toBeNull()
  const events = within(await screen.findByRole('list', { name: 'Events, newest first' }))
  await events.findByText(/^Kept back, because/)
  await events.findByText(/^Change requested: Unbind$/)
  unmount()

  // It is no reservation of the supervisor's, and its end changes only once the agent has left.
  const list = await renderApp({ path: '/reservations/list?ext=1002', as: 'supervisor' })
  await screen.findByRole('button', { name: 'Release 1002' })
  expect(screen.queryByRole('button', { name: 'Extend or move 1002' })).toBeNull()
  list.unmount()
  const other = await renderApp({ path: '/extensions/1008', as: 'supervisor' })
  await other.user.click(await screen.findByRole('button', { name: 'Reserve this number' }))
  const { items } = openReservations.answer.parse(
    await (await backend().fetch('/api/reservations/open')).json(),
  )
  const by = items.find(({ keptBack }) => keptBack !== undefined)?.by.id
  const mine = items.filter((each) => each.by.id === by && each.keptBack === undefined)
  await screen.findByText(`You have ${mine.length} of at most 200 reservations.`)
  await other.user.click(screen.getByRole('button', { name: 'Cancel' }))
})

test('says that the chosen number was reserved in another window, and chooses no other number in its place', async () => {
  const { user, client } = await renderApp({ path: '/extensions/1006', as: 'supervisor' })
  await user.click(await screen.findByRole('button', { name: 'Reserve this number' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Reserve a number' }))
  const other = await dialog.findByRole('radio', { name: /^1007 / })
  await user.click(other)
  await dialog.findByRole('button', { name: 'Reserve 1007' })
  await reserveElsewhere(backend(), '1007')
  await client.invalidateQueries({ queryKey: ['/api/reservations/open'] })
  await dialog.findByText(/^You reserved 1007 for /)
  expect(dialog.getByRole('button', { name: 'Reserve' })).toHaveProperty('disabled', true)
  await user.click(dialog.getByRole('radio', { name: /^1006 / }))
  await dialog.findByRole('button', { name: 'Reserve 1006' })
  expect(dialog.queryByText(/^You reserved 1007 for /)).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
})

test('extends a reservation for the person to whom another window has moved it', async () => {
  await backend().signInAs('supervisor')
  await reserveElsewhere(backend(), '1008')
  const { user, client } = await renderApp({ path: '/extensions/1008', as: 'supervisor' })
  await user.click(await screen.findByRole('button', { name: 'Extend or move 1008' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Extend or move 1008' }))
  const reservation = async () => {
    const answer = await backend().fetch('/api/reservations?ext=1008&state=reserved')
    const [first] = listReservations.answer.parse(await answer.json()).items
    if (first === undefined) throw new Error('1008 is not reserved')
    return first
  }
  const { id, expiresAt } = await reservation()
  const other = backend().sandbox.store.agentWithoutExtension(homeCompany.id)
  const [uuid = '', name = ''] = [other?.uuid, other?.agent_name]
  await backend().fetch(`/api/reservations/${id}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', 'x-console': '1' },
    body: JSON.stringify({ agentUuid: uuid, agentName: name }),
  })
  await client.invalidateQueries({ queryKey: ['/api/reservations/open'] })
  await screen.findAllByText(new RegExp(`^Reserved for ${name}`))
  await user.click(dialog.getByRole('radio', { name: '7 days' }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const { agentUuid, expiresAt: until } = await reservation()
  expect([agentUuid, until > expiresAt]).toEqual([uuid, true])
})

test('shows the last known state of a number with its age while the service does not answer', async () => {
  await backend().signInAs('supervisor')
  expect((await backend().fetch('/api/numbers/fresh?numbers=1003')).status).toBe(200)
  vi.stubGlobal('fetch', (path: string, init: RequestInit = {}) =>
    path.startsWith('/api/extensions/1003')
      ? Promise.resolve(
          Response.json(
            { type: 'about:blank', status: 502, title: 'unreachable', code: 'upstream-unreachable' },
            { status: 502, headers: { 'content-type': 'application/problem+json' } },
          ),
        )
      : backend().fetch(path, init),
  )
  onTestFinished(() => {
    vi.stubGlobal('fetch', backend().fetch)
  })
  await renderApp({ path: '/extensions/1003', as: 'supervisor' })
  const known = within(await screen.findByRole('region', { name: 'Last known state' }))
  expect(known.getByText(/^(Free|Bound|Unavailable)$/)).toBeTruthy()
  expect(known.getByText(/^last seen/)).toBeTruthy()
})
