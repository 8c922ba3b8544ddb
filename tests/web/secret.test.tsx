import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { ProblemCode } from '#contract/problem.ts'
import { sipUri } from '#contract/sip-uri.ts'
import { waitForReauth } from '#web/api/reauthentication.ts'
import { homeCompany } from '#sandbox/seed.ts'
import { heldAnswers } from './held-answers.ts'
import { boundAgent } from './known-people.ts'
import { enter, setUpConsole } from './render-app.tsx'

const { backend, renderApp } = setUpConsole()
afterEach(() => {
  vi.useRealTimers()
  vi.stubGlobal('fetch', backend().fetch)
})

const reveals = () => backend().requests.filter(({ path }) => path === '/api/extensions/1000/secret').length
const account = () => screen.findByRole('region', { name: 'Phone account' })
const heldPassword = (): string => {
  const { store } = backend().sandbox
  const row = store.extension(homeCompany.id, '1000')
  return row ? store.passwordOf(row) : ''
}
type Rendered = Awaited<ReturnType<typeof renderApp>>

const revealTitle = 'Reveal the password of 1000'
const stepUpTitle = "Confirm that it's you"
const refusal = (code: ProblemCode) =>
  Response.json({ type: 'about:blank', title: code, status: 403, code, requestId: 'r' }, { status: 403 })

/** A channel does not receive its own messages, so another tab's sign-in needs its own channel. */
function postSessionChangeOfOtherTab(): void {
  const channel = new BroadcastChannel('console-session')
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel takes none
  channel.postMessage('session')
  channel.close()
}

/** Opens the dialog and enters a reason. Returns the region that will show the password. */
async function ask({ user }: Rendered): Promise<HTMLElement> {
  const region = await account()
  await user.click(within(region).getByRole('button', { name: 'Reveal' }))
  const dialog = await screen.findByRole('dialog', { name: revealTitle })
  await enter(user, within(dialog).getByLabelText(/^Reason/), 'ticket 4711')
  await user.click(within(dialog).getByRole('button', { name: 'Reveal' }))
  return region
}

/** Like `ask`, and waits until the page shows the password. */
async function reveal(view: Rendered): Promise<HTMLElement> {
  const region = await ask(view)
  await within(region).findByText(heldPassword())
  return region
}

test('builds a SIP URI, and escapes the characters that would end the password', () => {
  const uri = sipUri({ ext: '1000', domain: 'a.example', password: 'p@ss:w/rd?é%' })
  expect(uri).toBe('sip:1000:p%40ss%3Aw%2Frd%3F%C3%A9%25@a.example')
  const [, , password = ''] = uri.split(/[:@]/)
  expect(decodeURIComponent(password)).toBe('p@ss:w/rd?é%')
})

describe('the SIP account', () => {
  test('is revealed with a reason, and hidden when the window loses the focus', async () => {
    const view = await renderApp({ path: '/extensions/1000' })
    const { user, client, container } = view
    const region = await reveal(view)
    expect(reveals()).toBe(1)
    expect(
      await within(region).findByRole('img', { name: 'QR code with the SIP account of 1000' }),
    ).toBeTruthy()
    expect(within(region).getByText(/^Hidden again in \d+ seconds$/)).toBeTruthy()
    await user.click(within(region).getByRole('button', { name: 'Copy password' }))
    expect(await navigator.clipboard.readText()).toBe(heldPassword())

    const kept = [...client.getQueryCache().getAll(), ...client.getMutationCache().getAll()].map(
      ({ state }) => state,
    )
    expect(JSON.stringify(kept)).not.toContain(heldPassword())
    expect(JSON.stringify([localStorage, sessionStorage])).not.toContain(heldPassword())
    expect(window.location.href).not.toContain(heldPassword())

    act(() => void window.dispatchEvent(new Event('blur')))
    expect(document.body.innerHTML).not.toContain(heldPassword())
    expect(within(region).queryByRole('img')).toBeNull()
    expect(container.textContent).not.toContain('Hidden again in')
    expect(within(region).getByRole('button', { name: 'Reveal' })).toBeTruthy()
  })

  test('is hidden by its button and by a changed record, but not by a refresh of the same record', async () => {
    const view = await renderApp({ path: '/extensions/1000' })
    const { user } = view
    const region = await reveal(view)
    await user.click(within(region).getByRole('button', { name: 'Hide now' }))
    expect(document.body.innerHTML).not.toContain(heldPassword())

    await reveal(view)
    const reads = () => backend().requests.filter(({ path }) => path === '/api/extensions/1000').length
    const before = reads()
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    await waitFor(() => expect(reads()).toBe(before + 1))
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Refresh' }).getAttribute('data-loading')).toBeNull(),
    )
    expect(within(region).getByText(heldPassword())).toBeTruthy()

    const { desk } = backend().sandbox.store
    const { uuid } = await boundAgent(backend())
    desk.unbind(homeCompany.id, '1000')
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    await screen.findByRole('button', { name: 'Reserve this number' })
    expect(document.body.innerHTML).not.toContain(heldPassword())
    desk.bind(homeCompany.id, '1000', uuid)
  })

  test('disappears when another page opens', async () => {
    const view = await renderApp({ path: '/extensions/1000' })
    await reveal(view)
    await act(() => view.router.navigate('/extensions/1001'))
    await screen.findByRole('heading', { level: 1, name: 'Extension 1001' })
    expect(document.body.innerHTML).not.toContain(heldPassword())
  })

  test('is not shown when the user left the window before it arrived', async () => {
    const { user } = await renderApp({ path: '/extensions/1000' })
    const region = await account()
    await user.click(within(region).getByRole('button', { name: 'Reveal' }))
    const dialog = await screen.findByRole('dialog')
    await enter(user, within(dialog).getByLabelText(/^Reason/), 'ticket 4711')
    const focus = vi.spyOn(document, 'hasFocus').mockReturnValue(false)
    await user.click(within(dialog).getByRole('button', { name: 'Reveal' }))
    await within(region).findByText(/^You left the window before the password arrived/)
    focus.mockRestore()
    expect(document.body.innerHTML).not.toContain(heldPassword())
  })

  test('requires a reason, and asks for nothing else without one', async () => {
    const { user } = await renderApp({ path: '/extensions/1000' })
    await user.click(within(await account()).getByRole('button', { name: 'Reveal' }))
    const dialog = await screen.findByRole('dialog')
    await enter(user, within(dialog).getByLabelText(/^Reason/), 'why')
    await user.click(within(dialog).getByRole('button', { name: 'Reveal' }))
    expect(within(dialog).getByText('Enter a reason of 5 to 200 characters')).toBeTruthy()
    expect(screen.queryByRole('dialog', { name: stepUpTitle })).toBeNull()
    expect(reveals()).toBe(0)
  })

  test('has no button for a supervisor, and explains why', async () => {
    await renderApp({ path: '/extensions/1000', as: 'supervisor' })
    const region = await account()
    expect(within(region).queryByRole('button', { name: 'Reveal' })).toBeNull()
    expect(
      within(region).getByText(/^Only administrators and the help desk can reveal the password/),
    ).toBeTruthy()
  })

  test('sends users of the identity provider there in a new tab, and keeps what they typed', async () => {
    const sent: unknown[] = []
    let need = 'sign-in'
    const tab = { opener: window, location: { assign: vi.fn<() => void>() }, close: vi.fn<() => void>() }
    vi.stubGlobal('open', () => tab)
    vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
      if (path === '/api/session/step-up') return Promise.resolve(Response.json({ need }))
      if (path === '/api/extensions/1000/secret' && need === 'sign-in')
        return Promise.resolve(refusal('sign-in-again'))
      if (path !== '/api/auth/sso') return backend().fetch(path, init)
      sent.push(init.body)
      // This console has no provider; tests/e2e/sso.spec.ts tests the way there and back.
      return sent.length === 1
        ? backend().fetch(path, init)
        : Promise.resolve(Response.json({ url: 'https://id.example/authorize' }))
    })
    const view = await renderApp({ path: '/extensions/1000' })
    const region = await ask(view)
    const dialog = await screen.findByRole('dialog', { name: stepUpTitle })
    expect(within(dialog).getByText(revealTitle)).toBeTruthy()
    await view.user.click(within(dialog).getByRole('button', { name: 'Sign in again' }))
    await within(dialog).findByText('This feature is turned off')
    expect(tab.close).toHaveBeenCalledOnce()
    await view.user.click(within(dialog).getByRole('button', { name: 'Sign in again' }))
    await within(dialog).findByText(/^Waiting for your sign-in/)
    expect(sent).toEqual([1, 2].map(() => JSON.stringify({ next: '/extensions/1000', fresh: true })))
    expect(tab.location.assign).toHaveBeenCalledWith('https://id.example/authorize')
    expect(tab.opener).toBeNull()
    need = 'nothing'
    postSessionChangeOfOtherTab()
    await within(region).findByText(heldPassword())
  })

  test('names what is confirmed, because the dialog hides the page', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    await backend().signInAs('admin')
    vi.setSystemTime(Date.now() + 6 * 60_000)
    const view = await renderApp({ path: '/extensions/1000' })
    await ask(view)
    const dialog = await screen.findByRole('dialog', { name: stepUpTitle })
    expect(within(dialog).getByText(revealTitle)).toBeTruthy()
  })

  test('asks for a code when a second factor is on, and rejects a malformed code', async () => {
    const sent: unknown[] = []
    vi.stubGlobal('fetch', (path: string, init: RequestInit = {}) => {
      if (path === '/api/extensions/1000/secret' && sent.length === 0)
        return Promise.resolve(refusal('step-up-needed'))
      if (path !== '/api/session/step-up') return backend().fetch(path, init)
      if (init.method === 'POST') sent.push(init.body)
      return Promise.resolve(Response.json(init.method === 'POST' ? {} : { need: 'password-and-code' }))
    })
    const view = await renderApp({ path: '/extensions/1000' })
    const { user } = view
    const region = await ask(view)
    const dialog = await screen.findByRole('dialog', { name: stepUpTitle })
    const code = within(dialog).getByLabelText(/^Code/)
    const password = within(dialog).getByLabelText(/^Your password/)
    expect(document.activeElement).toBe(password)
    await enter(user, password, 'my password')
    await enter(user, code, '12345')
    await user.click(within(dialog).getByRole('button', { name: 'Continue' }))
    expect(
      within(dialog).getByText('Use 6 digits, or a backup code such as abcdef-ghijkl-mnopqr-stuvwx.'),
    ).toBeTruthy()
    expect(sent).toEqual([])
    await user.type(code, '6 ')
    await user.click(within(dialog).getByRole('button', { name: 'Continue' }))
    await within(region).findByText(heldPassword())
    expect(sent).toEqual([JSON.stringify({ password: 'my password', code: '123456' })])
    await user.click(within(region).getByRole('button', { name: 'Hide now' }))
  })

  test('reveals nothing when the user cancels the step-up', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    await backend().signInAs('admin')
    vi.setSystemTime(Date.now() + 6 * 60_000)
    const view = await renderApp({ path: '/extensions/1000' })
    await ask(view)
    await screen.findByRole('dialog', { name: stepUpTitle })
    await view.user.keyboard('{Escape}')
    const dialog = await screen.findByRole('dialog', { name: revealTitle })
    await within(dialog).findByText('This needs a fresh sign-in')
    expect(screen.queryByRole('dialog', { name: stepUpTitle })).toBeNull()
    expect(within(dialog).getByLabelText(/^Reason/)).toHaveProperty('value', 'ticket 4711')
  })

  test('asks for the password five minutes after the sign-in, and shows when to retry after too many reveals', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    await backend().signInAs('admin')
    vi.setSystemTime(Date.now() + 6 * 60_000)
    const view = await renderApp({ path: '/extensions/1000' })
    const { user } = view
    const region = await ask(view)
    const dialog = await screen.findByRole('dialog', { name: stepUpTitle })
    const own = within(dialog).getByLabelText(/^Your password/)
    await enter(user, own, 'not my password')
    await user.click(within(dialog).getByRole('button', { name: 'Continue' }))
    await within(dialog).findByText('The password is wrong')
    expect(document.activeElement).toBe(own)
    expect(within(dialog).queryByRole('alert')).toBeNull()
    expect(reveals()).toBe(1)
    await user.clear(own)
    await user.type(own, backend().accounts.admin.password)
    const { release } = heldAnswers(
      backend(),
      (method, path) => method === 'POST' && path === '/api/session/step-up',
    )
    await user.click(within(dialog).getByRole('button', { name: 'Continue' }))
    // A request sent with the old session ID continues without another sign-in.
    const refused = waitForReauth()
    release()
    expect(await refused).toBe(true)
    await within(region).findByText(heldPassword())
    await user.click(within(region).getByRole('button', { name: 'Hide now' }))

    for (let status = 200; status === 200;)
      ({ status } = await backend().fetch('/api/extensions/1000/secret', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-console': '1' },
        body: JSON.stringify({ reason: 'until it is too much' }),
      }))
    await ask(view)
    const alert = await within(screen.getByRole('dialog')).findByRole('alert')
    expect(alert.textContent).toMatch(/Try again: (in|now)/)
  })
})
