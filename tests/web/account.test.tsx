import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { beginSecondFactor } from '#contract/account.ts'
import { appCode } from '../server/visitor.ts'
import { deviceOf } from '#web/pages/account/device.ts'
import { address, enter, heading, setUpConsole } from './render-app.tsx'
import type { UserEvent } from '@testing-library/user-event'

const { backend, renderApp } = setUpConsole()

const signInForm = async (user: UserEvent, email: string, password: string) => {
  await enter(user, await screen.findByLabelText('Email'), email)
  await enter(user, screen.getByLabelText('Password'), password)
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
}

test('shows an invited user’s password once, and requires a new one at the first sign-in', async () => {
  const { user, unmount } = await renderApp({ path: '/users' })
  await heading('Users')
  const table = await screen.findByRole('table', { name: 'Users' })
  await within(table).findByText('sun@example.com')
  await user.click(screen.getByRole('button', { name: 'Invite user' }))
  const dialog = await screen.findByRole('dialog', { name: 'Invite user' })
  await user.click(within(dialog).getByRole('button', { name: 'Invite user' }))
  expect(within(dialog).getByText('Enter a name of 100 characters or fewer.')).toBeDefined()
  await enter(user, within(dialog).getByLabelText('Email'), 'li@example.com')
  await enter(user, within(dialog).getByLabelText('Name'), '李经理')
  await user.click(within(dialog).getByRole('button', { name: 'Invite user' }))
  const done = await screen.findByRole('dialog', { name: 'User invited' })
  const once = done.querySelector('code')?.textContent ?? ''
  expect(once).toMatch(/^[\w-]{16}$/)
  await user.click(within(done).getByRole('button', { name: 'I have handed it over' }))
  expect(await within(table).findByText('li@example.com')).toBeDefined()
  expect(within(table).getByText('One-time password')).toBeDefined()
  unmount()

  const again = await renderApp({ path: '/users', as: null })
  await signInForm(again.user, 'li@example.com', once)
  await heading('Choose your password')
  expect(screen.queryByRole('navigation')).toBeNull()
  await again.user.type(screen.getByLabelText('One-time password'), once)
  await enter(again.user, screen.getByLabelText('New password'), 'short')
  await again.user.click(screen.getByRole('button', { name: 'Change password' }))
  expect(screen.getByText('Use at least 12 characters.')).toBeDefined()
  for (const label of ['New password', 'Confirm new password']) {
    await again.user.clear(screen.getByLabelText(label))
    await enter(again.user, screen.getByLabelText(label), 'Password12345!')
  }
  await again.user.click(screen.getByRole('button', { name: 'Change password' }))
  await screen.findByText(/^Don't use a common password/)
  for (const label of ['New password', 'Confirm new password']) {
    await again.user.clear(screen.getByLabelText(label))
    await enter(again.user, screen.getByLabelText(label), 'a password of my own')
  }
  await again.user.click(screen.getByRole('button', { name: 'Change password' }))
  // The user is a supervisor, so the requested page explains why it is refused.
  await heading('Users')
  expect(screen.getByText("Your role can't open this page")).toBeDefined()
})

test('disables and enables a user, and links the administrator’s own row to the account page', async () => {
  const { user } = await renderApp({ path: '/users?q=sun' })
  const table = await screen.findByRole('table', { name: 'Users' })
  await within(table).findByText('sun@example.com')
  expect(within(table).queryByText('ada@example.com')).toBeNull()
  await user.click(within(table).getByRole('button', { name: 'Actions for 孙主管' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Disable' }))
  const dialog = await screen.findByRole('dialog', { name: 'Disable 孙主管' })
  await user.click(within(dialog).getByRole('button', { name: 'Disable' }))
  await within(table).findByText('Disabled')
  await user.click(within(table).getByRole('button', { name: 'Actions for 孙主管' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Enable' }))
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Enable 孙主管' })).getByRole('button', {
      name: 'Enable',
    }),
  )
  await within(table).findByText('Active')
  await user.clear(screen.getByRole('textbox', { name: 'Name or email' }))
  const own = await within(table).findByRole('link', { name: 'Ada Admin' })
  await user.click(own)
  await heading('Your account')
  expect(address()).toBe('/account')
})

test.each([
  ['Name', ' Lovelace', 'Save name'],
  ['New password', 'a password of my own', null],
])('asks before a typed value is lost: %s', async (label, typed, save) => {
  const { user } = await renderApp({ path: '/account' })
  await enter(user, await screen.findByLabelText(label), typed)
  const leave = () => user.click(screen.getByRole('link', { name: 'People' }))
  await leave()
  expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeTruthy()
  if (save === null) return
  await user.click(screen.getByRole('button', { name: 'Stay on this page' }))
  await user.click(screen.getByRole('button', { name: save }))
  await screen.findByText('Name saved', { selector: 'p' })
  await leave()
  await heading('People')
})

test('keeps the backup codes when their QR code can not be drawn', async () => {
  // React reports the error that the page catches.
  vi.spyOn(console, 'error').mockImplementationOnce(() => {})
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const answer = await backend().fetch(path, init)
    if (path !== beginSecondFactor.path || init.method !== 'POST' || !answer.ok) return answer
    const setup = beginSecondFactor.answer.parse(await answer.json())
    return Response.json({ ...setup, uri: `${setup.uri}&more=${'x'.repeat(10_000)}` })
  })
  onTestFinished(() => {
    vi.stubGlobal('fetch', backend().fetch)
  })
  // New codes use a sign-in up, and the next test needs the administrator's.
  const { user } = await renderApp({ path: '/account', as: 'supervisor' })
  await user.click(await screen.findByRole('button', { name: 'Set up' }))
  await screen.findByText(/^This part of the console couldn't be loaded/)
  expect(screen.getAllByText(/^[a-z2-7]{6}(-[a-z2-7]{6}){3}$/)).toHaveLength(10)
})

test('sets up a second factor, asks for it at sign-in, and turns it off', async () => {
  const { email, password } = backend().accounts.admin
  const { user, unmount } = await renderApp({ path: '/account' })
  await heading('Your account')
  await user.click(await screen.findByRole('button', { name: 'Set up' }))
  expect(
    await screen.findByRole('img', { name: 'QR code with the secret for your authenticator app' }),
  ).toBeDefined()
  const secret = screen
    .getByText('Secret, for manual entry')
    .parentElement?.querySelector('code')?.textContent
  const uri = `otpauth://totp/x?secret=${(secret ?? '').replaceAll(' ', '')}`
  const backup = screen
    .getAllByText(/^[a-z2-7]{6}(-[a-z2-7]{6}){3}$/)
    .map(({ textContent }) => textContent ?? '')
  expect(backup).toHaveLength(10)
  await user.type(screen.getByLabelText('Code from your app'), appCode(uri))
  await user.click(screen.getByRole('button', { name: 'Turn on' }))
  await screen.findByText('10 backup codes are left.')
  // The first codes stay in view, and leaving asks, until they are saved.
  await user.click(screen.getByRole('link', { name: 'People' }))
  const first = await screen.findByRole('dialog', { name: 'Continue without a copy?' })
  await user.click(within(first).getByRole('button', { name: 'Keep it open' }))
  expect(screen.getByText(backup[0] ?? '')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Copy codes' }))
  await user.click(screen.getByRole('link', { name: 'People' }))
  await heading('People')
  unmount()

  const again = await renderApp({ path: '/sign-in?next=/account', as: null })
  await signInForm(again.user, email, password)
  const code = await screen.findByLabelText('Code')
  expect(document.activeElement).toBe(code)
  await enter(again.user, code, '12345')
  await again.user.click(screen.getByRole('button', { name: 'Confirm' }))
  expect(screen.getByText(/^Use 6 digits/)).toBeDefined()
  await again.user.clear(code)
  await again.user.type(code, backup[0] ?? '')
  await again.user.click(screen.getByRole('button', { name: 'Confirm' }))
  await heading('Your account')
  await screen.findByText('9 backup codes are left.')
  await again.user.click(screen.getByRole('button', { name: 'Turn off' }))
  const off = await screen.findByRole('dialog', { name: 'Turn off the second factor' })
  await again.user.click(within(off).getByRole('button', { name: 'Cancel' }))
  // The new codes use the sign-in up, so turning off asks again for the password and a code.
  await again.user.click(screen.getByRole('button', { name: 'New backup codes' }))
  const renew = await screen.findByRole('dialog', { name: 'New backup codes' })
  await again.user.click(within(renew).getByRole('button', { name: 'Create new codes' }))
  await screen.findByText('10 backup codes are left.')
  const [renewed] = screen.getAllByText(/^[a-z2-7]{6}(-[a-z2-7]{6}){3}$/)
  await again.user.click(screen.getByRole('link', { name: 'People' }))
  const question = await screen.findByRole('dialog', { name: 'Continue without a copy?' })
  await again.user.click(within(question).getByRole('button', { name: 'Keep it open' }))
  await again.user.click(screen.getByRole('button', { name: 'Turn off' }))
  await again.user.click(
    within(await screen.findByRole('dialog', { name: 'Turn off the second factor' })).getByRole('button', {
      name: 'Turn off',
    }),
  )
  const proof = await screen.findByRole('dialog', { name: "Confirm that it's you" })
  within(proof).getByText('Turn off the second factor')
  const field = within(proof).getByLabelText(/^Your password/)
  await enter(again.user, field, 'wrong')
  await again.user.type(within(proof).getByLabelText(/^Code/), renewed?.textContent ?? '')
  await again.user.click(within(proof).getByRole('button', { name: 'Continue' }))
  await within(proof).findByText('The password is wrong')
  expect(document.activeElement).toBe(field)
  expect(within(proof).queryByRole('alert')).toBeNull()
  await again.user.clear(field)
  expect(within(proof).queryByText('The password is wrong')).toBeNull()
  await enter(again.user, field, password)
  await again.user.click(within(proof).getByRole('button', { name: 'Continue' }))
  await screen.findByRole('button', { name: 'Set up' })
  const sessions = screen.getByRole('table', { name: 'Where you are signed in' })
  expect(within(sessions).getByText('this session')).toBeDefined()
  await again.user.click(screen.getByRole('button', { name: 'End all others' }))
  const another = await screen.findByRole('dialog', { name: "Confirm that it's you" })
  expect(within(another).queryByLabelText(/^Code/)).toBeNull()
  await enter(again.user, within(another).getByLabelText(/^Your password/), password)
  await again.user.click(within(another).getByRole('button', { name: 'Continue' }))
  await screen.findByText('All other sessions ended')
})

test('changes the password without asking for it twice, also when the sign-in is used up', async () => {
  const { password } = backend().accounts.supervisor
  const another = 'quite another long one'
  const { user } = await renderApp({ path: '/account', as: 'supervisor' })
  await heading('Your account')
  for (const [current, next] of [
    [password, another],
    [another, password],
  ] as const) {
    // Each use of this endpoint takes a sign-in of its own.
    await backend().fetch('/api/account/second-factor', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-console': '1' },
      body: '{}',
    })
    await enter(user, await screen.findByLabelText('New password'), next)
    await enter(user, screen.getByLabelText('Confirm new password'), next)
    await enter(user, screen.getByLabelText('Current password'), 'wrong')
    await user.click(screen.getByRole('button', { name: 'Change password' }))
    await screen.findByText('The password is wrong')
    await user.clear(screen.getByLabelText('Current password'))
    await enter(user, screen.getByLabelText('Current password'), current)
    await user.click(screen.getByRole('button', { name: 'Change password' }))
    await waitFor(() => expect(screen.getByLabelText('New password')).toHaveProperty('value', ''))
    expect(screen.queryByRole('dialog')).toBeNull()
  }
  backend().forgetSessions()
})

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/149.0 Safari/537.36',
    'Chrome',
    'Windows',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/149.0 Safari/537.36 Edg/149.0',
    'Edge',
    'Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) Version/26.0 Mobile Safari/604.1',
    'Safari',
    'iOS',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0', 'Firefox', 'Linux'],
])('names browser and system of %s', (userAgent, browser, system) =>
  expect(deviceOf(userAgent)).toEqual({ browser, system }),
)
test('creates an API token with what the user may allow, shows it once, and ends it', async () => {
  const { user } = await renderApp({ path: '/account', as: 'supervisor' })
  await user.click(await screen.findByRole('link', { name: 'API' }))
  expect(screen.queryByRole('heading', { name: 'Service tokens' })).toBeNull()
  await user.click(await screen.findByRole('button', { name: 'New token' }))
  const dialog = await screen.findByRole('dialog', { name: 'New token' })
  expect(within(dialog).queryByLabelText('Read SIP passwords')).toBeNull()
  await user.click(within(dialog).getByLabelText('Read numbers, people, jobs and lists'))
  await user.click(within(dialog).getByRole('button', { name: 'Create token' }))
  expect(within(dialog).getByText('Choose at least one.')).toBeDefined()
  await enter(user, within(dialog).getByLabelText('Name'), 'Wallboard')
  await user.click(within(dialog).getByLabelText('Reserve numbers'))
  await user.click(within(dialog).getByRole('button', { name: 'Create token' }))
  const made = await screen.findByRole('dialog', { name: 'The token Wallboard' })
  expect(made.querySelector('code')?.textContent).toMatch(/^ecx_[0-9a-f]{64}$/)
  // Back and Close ask, until the token is copied.
  act(() => window.history.back())
  for (const isBack of [true, false]) {
    if (!isBack) await user.click(within(made).getByRole('button', { name: 'Close' }))
    const question = await screen.findByRole('dialog', { name: 'Continue without a copy?' })
    await user.click(within(question).getByRole('button', { name: 'Keep it open' }))
    await waitFor(() => expect(screen.queryByText('Continue without a copy?')).toBeNull())
    expect(made.querySelector('code')?.textContent).toMatch(/^ecx_/)
  }
  await user.click(within(made).getByRole('button', { name: 'Copy token' }))
  await user.click(within(made).getByRole('button', { name: 'Close' }))
  const table = await screen.findByRole('table', { name: 'Your API tokens' })
  expect(within(table).getByRole('row', { name: /^Wallboard Reserve numbers/ })).toBeDefined()
  expect(document.body.textContent).not.toContain('ecx_')
  for (const answer of ['Cancel', 'End token']) {
    await user.click(await within(table).findByRole('button', { name: 'End the token Wallboard' }))
    const question = await screen.findByRole('dialog', { name: 'End the token Wallboard?' })
    await user.click(within(question).getByRole('button', { name: answer }))
    await waitFor(() => expect(question.isConnected).toBe(false))
    expect(backend().requests.filter(({ method }) => method === 'DELETE')).toHaveLength(
      answer === 'Cancel' ? 0 : 1,
    )
  }
  // An ended token stays listed with its end.
  await waitFor(() => expect(within(table).queryByRole('button', { name: /^End/ })).toBeNull())
  expect(within(table).getByRole('row', { name: /^Wallboard Reserve numbers.*Ended/ })).toBeDefined()
})

test('returns null for an unknown user agent', () => expect(deviceOf('curl/8.0')).toBeNull())
