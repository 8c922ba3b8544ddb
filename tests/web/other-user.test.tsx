import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { enter, heading, setUpConsole } from './render-app.tsx'
import { countReloads } from './reloads.ts'

const { backend, renderApp } = setUpConsole()

/** A second tab of the same browser, with the same cookie. */
let otherTab: BroadcastChannel
beforeEach(() => {
  otherTab = new BroadcastChannel('console-session')
})
afterEach(() => otherTab.close())
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel takes none
const otherTabTells = () => otherTab.postMessage('')

const expired = () => screen.findByRole('dialog', { name: 'Your session has ended' })
const reads = () => backend().requests.filter(({ path }) => path === '/api/session').length
const asksBeforeUnload = () => {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return event.defaultPrevented
}
async function signIn(user: UserEvent, who: 'admin' | 'supervisor') {
  const { email, password } = backend().accounts[who]
  const dialog = within(await expired())
  for (const [label, text] of [
    ['Email', email],
    ['Password', password],
  ] as const) {
    await user.clear(dialog.getByLabelText(label))
    await enter(user, dialog.getByLabelText(label), text)
  }
  await user.click(dialog.getByRole('button', { name: 'Sign in' }))
}

test("does not send a user's waiting request under another user's session", async () => {
  const reloads = countReloads()
  const { user } = await renderApp({ path: '/extensions/new' })
  await enter(user, await screen.findByLabelText(/^Number/), '97001')
  backend().expireSession()
  await user.click(screen.getByRole('button', { name: 'Create' }))
  await signIn(user, 'supervisor')
  await waitFor(() => expect(reloads()).toBe(1))
  expect(asksBeforeUnload()).toBe(false)
  // The page keeps running until the browser has reloaded it.
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Sign in' })).toHaveProperty('disabled', false),
  )
  await signIn(user, 'supervisor')
  await waitFor(() => expect(reloads()).toBe(2))
  expect(await expired()).toHaveProperty('textContent', expect.stringContaining('Sign in again as ada@'))
  expect(backend().requests.filter(({ path }) => path === '/api/extensions')).toHaveLength(1)
})

test('reloads when another user signs in in another tab', async () => {
  const reloads = countReloads()
  const { user } = await renderApp({ path: '/extensions/new' })
  await enter(user, await screen.findByLabelText(/^Number/), '97001')
  await backend().signInAs('supervisor')
  otherTabTells()
  await waitFor(() => expect(reloads()).toBe(1))
  expect(asksBeforeUnload()).toBe(false)
  expect(screen.getByRole('button', { name: 'Account of Ada Admin' })).toBeTruthy()
})

test("reloads when a read finds another user's session", async () => {
  const reloads = countReloads()
  const { client } = await renderApp({ path: '/extensions/idle' })
  await heading('Numbers')
  await backend().signInAs('supervisor')
  await client.invalidateQueries({ queryKey: ['/api/session'] })
  await waitFor(() => expect(reloads()).toBe(1))
  expect(screen.getByRole('button', { name: 'Account of Ada Admin' })).toBeTruthy()
})

test('ignores the same user in another tab, and treats a sign-out there as an expired session', async () => {
  const { user } = await renderApp({ path: '/extensions/new' })
  await enter(user, await screen.findByLabelText(/^Number/), '97001')
  otherTabTells()
  await waitFor(() => expect(reads()).toBe(2))
  await backend().waitForIdle()
  expect(screen.queryByRole('dialog')).toBeNull()
  backend().expireSession()
  otherTabTells()
  await expired()
  await backend().signInAs('admin')
  otherTabTells()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByLabelText(/^Number/)).toHaveProperty('value', '97001')
})

test('notifies the other tabs on sign-out', async () => {
  const { user } = await renderApp({ path: '/extensions/idle' })
  await heading('Numbers')
  await user.click(await screen.findByRole('button', { name: 'Account of Ada Admin' }))
  const signOut = await screen.findByRole('button', { name: 'Sign out' })
  const onMessage = vi.fn<() => void>()
  otherTab.addEventListener('message', onMessage)
  await user.click(signOut)
  await waitFor(() => expect(onMessage).toHaveBeenCalledTimes(1))
  await screen.findByLabelText('Email')
})
