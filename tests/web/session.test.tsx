import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { address, enter, heading, setUpConsole } from './render-app.tsx'

const { backend, renderApp } = setUpConsole()

async function fillIn(user: UserEvent, within_: HTMLElement, email: string, password: string) {
  await enter(user, within(within_).getByLabelText('Email'), email)
  await enter(user, within(within_).getByLabelText('Password'), password)
  await user.click(within(within_).getByRole('button', { name: 'Sign in' }))
}

test('opens the requested page after signing in', async () => {
  const { user } = await renderApp({ path: '/extensions/idle?ext=12', as: null })
  await screen.findByLabelText('Email')
  const form = screen.getByRole('main')
  expect(address()).toBe('/sign-in?next=/extensions/idle?ext=12')
  const { email, password } = backend().accounts.supervisor
  await fillIn(user, form, email, password)
  await heading('Numbers')
  expect(address()).toBe('/extensions/idle?ext=12')
})

test('reports a wrong password once in the form, and keeps the email', async () => {
  const { user } = await renderApp({ path: '/sign-in', as: null })
  await screen.findByLabelText('Email')
  const form = screen.getByRole('main')
  await fillIn(user, form, 'ada@example.com', 'wrong')
  expect(await within(form).findByRole('alert')).toHaveProperty(
    'textContent',
    'Email or password is wrongCheck both and try again.',
  )
  expect(within(form).getByLabelText('Email')).toHaveProperty('value', 'ada@example.com')
})

test('renews an expired session on the page, and repeats the request once', async () => {
  const { user } = await renderApp({ path: '/extensions/idle' })
  await heading('Numbers')
  await screen.findByText(/^1–20 of/)
  // A request under way would notice the end of the session before the search does.
  await user.click(screen.getByLabelText('Number starts with'))
  await backend().waitForIdle()
  backend().expireSession()
  backend().requests.length = 0
  await user.paste('12')
  const dialog = await screen.findByRole('dialog', { name: 'Your session has ended' })
  const { email, password } = backend().accounts.admin
  expect(within(dialog).getByLabelText('Email')).toHaveProperty('value', email)
  await enter(user, within(dialog).getByLabelText('Password'), password)
  await user.click(within(dialog).getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const table = await screen.findByRole('table', { name: 'Idle extensions' })
  await waitFor(() => expect(within(table).queryByRole('link', { name: /^10/ })).toBeNull())
  expect(within(table).getAllByRole('link', { name: /^12/ }).length).toBeGreaterThan(0)
  expect(screen.getByLabelText('Number starts with')).toHaveProperty('value', '12')
  const searches = backend().requests.filter(({ search }) => search === '?ext=12&page=1&pageSize=20')
  expect(searches).toHaveLength(2)
  expect(document.activeElement).toBe(screen.getByLabelText('Number starts with'))
})

test('keeps asking for the sign-in when the user goes back to another page', async () => {
  const { user } = await renderApp({ path: '/numbers/pools' })
  await heading('Numbers')
  await user.click(screen.getByRole('link', { name: 'People' }))
  await heading('People')
  await backend().waitForIdle()
  backend().expireSession()
  await user.type(screen.getByRole('textbox', { name: 'Name, work number, extension' }), 'Li')
  const dialog = await screen.findByRole('dialog', { name: 'Your session has ended' })
  act(() => window.history.back())
  await screen.findByRole('heading', { level: 1, name: 'Numbers', hidden: true })
  expect(dialog.isConnected).toBe(true)
  await user.keyboard('{Escape}')
  expect(dialog.isConnected).toBe(true)
})

test('leads to the sign-in page after signing out', async () => {
  const { user } = await renderApp({ path: '/extensions/idle', as: 'supervisor' })
  await heading('Numbers')
  await user.click(await screen.findByRole('button', { name: 'Account of 孙主管' }))
  await user.click(await screen.findByRole('button', { name: 'Sign out' }))
  await screen.findByLabelText('Email')
  await waitFor(() => expect(address()).toBe('/sign-in'))
})

test('reports an unknown URL, and links to the user’s home page', async () => {
  await renderApp({ path: '/nowhere' })
  await heading('Page not found')
  const link = screen.getByRole('link', { name: 'Go to your home page' })
  expect(link).toHaveProperty('pathname', '/overview')
})
