import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { extension } from '#contract/records.ts'
import { reserveElsewhere } from './known-agents.ts'
import { address, heading, setUpConsole } from './render-app.tsx'

const { backend, renderApp } = setUpConsole()
afterEach(() => vi.stubGlobal('fetch', backend().fetch))

const region = (name: string) => screen.findByRole('region', { name })
const asked = (path: string) => backend().requests.filter((request) => request.path === path)

describe('the page of an extension', () => {
  test('shows the whole record last, as JSON without secrets', async () => {
    const { user, container } = await renderApp({ path: '/extensions/1000' })
    await heading('Extension 1000')
    await region('Number and state')
    const toggle = await screen.findByRole('button', { name: 'Technical details' })
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
    const account = await region('Phone account')
    expect(within(account).getAllByText('stored in the service')).toHaveLength(3)
  })

  test('uses Chinese punctuation and no English in Chinese', async () => {
    const { user, container } = await renderApp({ path: '/extensions/1000', language: 'zh' })
    await user.click(await screen.findByRole('button', { name: '技术详情' }))
    expect(container.querySelector('pre')?.textContent).toContain('"password": "（不显示）"')
    expect((await screen.findAllByText(/^（.*前）$/)).length).toBeGreaterThan(0)
    await user.click(screen.getByRole('button', { name: '复制 SIP 设置' }))
    await screen.findAllByText(/^已复制（不含密码）：服务器：[^,]+、域名：[^,]+、号码：1000$/)
  })

  test('shows raw values beside their labels, and marks undocumented meanings', async () => {
    await renderApp({ path: '/extensions/1000' })
    const state = await region('Number and state')
    expect(within(state).getByText('bindStatus').closest('div')?.textContent).toBe('Binding bindStatusBound1')
    expect(within(state).getAllByText('meaning not documented').length).toBe(3)
  })

  test('links to its agent, and names the agent who uses it now', async () => {
    const { user } = await renderApp({ path: '/extensions/1000' })
    const who = within(await region('Agent'))
    const name = who.getAllByRole('link')[0]?.textContent ?? '-'
    await waitFor(() => expect(who.getAllByRole('link', { name })).toHaveLength(2))
    await user.click(screen.getByRole('link', { name: 'Open agent' }))
    await waitFor(() => expect(address()).toMatch(/^\/agents\/[0-9a-f]{32}$/))
  })

  test('shows no agent and no binding time for a free extension', async () => {
    await renderApp({ path: '/extensions/1004' })
    const agent = await region('Agent')
    expect(within(agent).queryByRole('link')).toBeNull()
    expect(within(agent).getAllByText('not given')).toHaveLength(3)
    expect(within(await region('Number and state')).getAllByText('not given')).toHaveLength(1)
  })

  test('requests the extension for the agent in the URL', async () => {
    await renderApp({ path: '/extensions/1000?agentId=op-7' })
    await waitFor(() => expect(asked('/api/extensions/1000')[0]?.search).toBe('?agentId=op-7'))
  })

  test('refreshes the record and the language', async () => {
    const { user } = await renderApp({ path: '/extensions/1000' })
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
  const { user } = await renderApp({ path: '/extensions/1000' })
  const card = await region('Language')
  await within(card).findByRole('alert')
  expect(within(await region('In the record')).getByText('Opus')).toBeTruthy()
  broken = false
  await user.click(within(card).getByRole('button', { name: 'Try again' }))
  await within(await region('Looked up separately')).findByText('langCode')
})

describe('a number that does not exist', () => {
  test('can be created with permission', async () => {
    const { user } = await renderApp({ path: '/extensions/4999' })
    await screen.findByRole('heading', { name: "This extension doesn't exist in the service" })
    await user.click(screen.getByRole('link', { name: 'Create 4999' }))
    await heading('Create numbers')
    expect(await screen.findByLabelText(/^Number/)).toHaveProperty('value', '4999')
  })

  test('cannot be created without permission', async () => {
    await renderApp({ path: '/extensions/4999', as: 'supervisor' })
    await screen.findByRole('heading', { name: "This extension doesn't exist in the service" })
    expect(screen.queryByRole('link', { name: 'Create 4999' })).toBeNull()
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
  await opened.user.click(await screen.findByRole('link', { name: 'Reserve this number' }))
  await screen.findByText('Choose the agent to reserve 1004 for.')
  opened.unmount()
  await reserveElsewhere(backend(), '1004')
  await renderApp({ path: '/extensions/1004', as: 'supervisor' })
  await screen.findByRole('link', { name: /^Reserved for / })
  await screen.findByRole('button', { name: 'Request a change' })
  expect(screen.queryByRole('link', { name: 'Reserve this number' })).toBeNull()
})
