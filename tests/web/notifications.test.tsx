import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { idleExtensions } from '#contract/extensions.ts'
import { person } from '#sandbox/people.ts'
import { homeCompany } from '#sandbox/seed.ts'
import { reserveElsewhere } from './known-people.ts'
import { enter, setUpConsole } from './render-app.tsx'

const { backend, renderApp } = setUpConsole({
  extensions: 50,
  timings: { notificationsEveryMs: 50, backgroundAskMs: 50 },
})
const headers = { 'content-type': 'application/json', 'x-console': '1' }
const answer = async (path: string) => (await backend().fetch(path)).text()

test('shows what happened under the bell and in the title, links it, and lets the user choose', async () => {
  await backend().signInAs('supervisor')
  const request = { kind: 'delete', reason: 'left', items: [{ ext: '1001' }] }
  await backend().fetch('/api/service-requests', {
    method: 'POST',
    headers,
    body: JSON.stringify(request),
  })
  await backend().signInAs('admin')
  await waitFor(async () => expect(await answer('/api/notifications/count')).toBe('{"unread":1}'), {
    timeout: 60_000,
  })
  const { user } = await renderApp({ path: '/notifications' })
  const sentence = /requested to delete 1001\.$/
  await screen.findByRole('link', { name: sentence })
  await waitFor(() => expect(document.title).toMatch(/^\(1\) Notifications/))
  await user.click(screen.getByRole('button', { name: 'Notifications, 1 unread' }))
  const bell = await screen.findByRole('dialog', { name: 'Notifications, 1 unread' })
  const link = await within(bell).findByRole('link', { name: sentence })
  expect(link.getAttribute('href')).toBe('/requests?ext=1001')
  await user.click(within(bell).getByRole('button', { name: 'Mark all as read' }))
  await screen.findByRole('button', { name: 'Notifications' })
  await waitFor(() => expect(document.title).toMatch(/^Notifications/))

  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('link', { name: 'What you are notified of' }))
  const required = await screen.findByRole('checkbox', { name: 'In the console: A new administrator' })
  expect(required).toHaveProperty('disabled', true)
  await user.click(screen.getByRole('checkbox', { name: 'In the console: My job is finished' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Saved')
  expect(await answer('/api/notifications/preferences')).toContain(
    '{"kind":"job-finished","bell":false,"mail":false,"required":false}',
  )
})

test('marks the newer pages as read too, when all are marked on an older page', async () => {
  const at = { 1: 2_000_000_000_000, 2: 1_000_000_000_000 } as const
  const marked: unknown[] = []
  onTestFinished(() => void vi.stubGlobal('fetch', backend().fetch))
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    const { pathname, searchParams } = new URL(path, 'http://console')
    if (pathname === '/api/notifications/read') marked.push(init.body)
    if (pathname !== '/api/notifications') return backend().fetch(path, init)
    const page = searchParams.get('page') === '2' ? 2 : 1
    const event = { kind: 'new-sign-in', address: '192.0.2.1' }
    const items = [{ id: `n${page}`, at: at[page], readAt: null, event }]
    return Promise.resolve(Response.json({ items, page, pageSize: 20, total: 21, warnings: [], unread: 21 }))
  })
  const { user } = await renderApp({ path: '/notifications?page=2' })
  await screen.findByText(/192\.0\.2\.1/)
  await user.click(screen.getByRole('button', { name: 'Mark all as read' }))
  await waitFor(() => expect(marked).toEqual([JSON.stringify({ until: at[1] })]))
})

test('marks the field of the mail server that the console refused', async () => {
  const refusal = {
    type: 'about:blank',
    title: 'Bad request',
    status: 400,
    code: 'bad-request',
    requestId: 'r1',
    errors: [{ path: 'host', message: 'give another host' }],
  }
  onTestFinished(() => void vi.stubGlobal('fetch', backend().fetch))
  const { user } = await renderApp({ path: '/settings/notifications' })
  await user.click(await screen.findByRole('button', { name: 'Set up a mail server' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Mail server' }))
  const host = dialog.getByRole('textbox', { name: 'Server' })
  await enter(user, host, 'mail.example.com')
  await enter(user, dialog.getByRole('textbox', { name: 'Sender' }), 'console@example.com')
  vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
    init.method === 'PUT'
      ? Promise.resolve(Response.json(refusal, { status: 400 }))
      : backend().fetch(path, init),
  )
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(host.getAttribute('aria-invalid')).toBe('true'))
})

test('keeps what is typed when another administrator has saved first, and shows what is saved', async () => {
  const send = (path: string, method: string, body: object) =>
    backend().fetch(path, { method, headers, body: JSON.stringify(body) })
  await backend().signInAs('admin')
  const added = await send('/api/webhooks', 'POST', {
    url: 'https://hooks.example.com/',
    kinds: ['job-failed'],
  })
  const { webhook } = JSON.parse(await added.text())
  const { user } = await renderApp({ path: '/settings/notifications' })
  await user.click(await screen.findByRole('button', { name: 'Set up a mail server' }))
  const mail = within(await screen.findByRole('dialog', { name: 'Mail server' }))
  const host = mail.getByRole('textbox', { name: 'Server' })
  await enter(user, host, 'mine.example.com')
  await enter(user, mail.getByRole('textbox', { name: 'Sender' }), 'mine@example.com')
  const theirs = {
    host: 'theirs.example.com',
    port: 465,
    tls: 'tls',
    user: null,
    sender: 'theirs@example.com',
  }
  await send('/api/notification-channels/mail', 'PUT', theirs)
  await user.click(mail.getByRole('button', { name: 'Save' }))
  await mail.findByText('This has been changed since you opened it')
  await mail.findByText(/^theirs\.example\.com:465 .*theirs@example\.com$/)
  expect(host).toHaveProperty('value', 'mine.example.com')
  await user.click(mail.getByRole('button', { name: 'Use the latest version' }))
  expect(host).toHaveProperty('value', 'theirs.example.com')
  await user.click(mail.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  await user.click(await screen.findByRole('button', { name: 'Choose what to send' }))
  const hook = within(await screen.findByRole('dialog'))
  const { id, version } = webhook
  await send(`/api/webhooks/${id}`, 'PATCH', { kinds: ['job-finished'], version })
  const theirKind = hook.getByRole('checkbox', { name: /^My job is finished/ })
  await user.click(hook.getByRole('checkbox', { name: /^Someone requests a change/ }))
  await user.click(hook.getByRole('button', { name: 'Save' }))
  const useLatest = await hook.findByRole('button', { name: 'Use the latest version' })
  expect(theirKind).toHaveProperty('checked', false)
  await user.click(useLatest)
  expect(theirKind).toHaveProperty('checked', true)
  await user.click(hook.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('names the account that may be a new colleague’s and its number under the bell, for the user who reserved', async () => {
  const { sandbox } = backend()
  // The console sees no record of this agent before.
  const account = person(homeCompany.id, 49)
  await backend().signInAs('supervisor')
  const { items } = idleExtensions.answer.parse(
    await (await backend().fetch('/api/extensions/idle?pageSize=100')).json(),
  )
  const [reserved, own] = items.toReversed().map(({ ext }) => ext)
  if (reserved === undefined || own === undefined) throw new Error('no free numbers')
  await reserveElsewhere(backend(), reserved, {
    colleague: { name: 'Ona Onboarding', workNumber: account.agentID, kind: 'person' },
  })
  sandbox.store.desk.bind(homeCompany.id, own, account.uuid)
  await backend().fetch(`/api/extensions/${own}`)
  await backend().fetch(`/api/extensions/idle/first?agentId=${account.agentID}`)
  const { user } = await renderApp({ path: '/team', as: 'supervisor' })
  await user.click(
    await screen.findByRole('button', { name: 'Notifications, 1 unread' }, { timeout: 60_000 }),
  )
  const bell = within(await screen.findByRole('dialog', { name: 'Notifications, 1 unread' }))
  const link = await bell.findByRole('link', {
    name: `Ona Onboarding may have an account now: ${account.agentName} · ${account.agentID}, with ${own}. Confirm in My team whether this is the same person: ${reserved} is reserved for them.`,
  })
  expect(link.getAttribute('href')).toBe('/team')
})
