import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { heldAnswers } from './held-answers.ts'
import { address, enter, setUpConsole } from './render-app.tsx'

const { backend, renderApp } = setUpConsole({ extensions: 50 })

afterEach(() => vi.useRealTimers())

const posts = () => backend().requests.filter(({ method }) => method === 'POST')

test('keeps the password of an invitation when Esc is pressed during the request', async () => {
  const { user, client } = await renderApp({ path: '/users' })
  const { release } = heldAnswers(backend(), (method) => method === 'POST')
  await user.click(await screen.findByRole('button', { name: 'Invite user' }))
  const dialog = within(await screen.findByRole('dialog'))
  await enter(user, dialog.getByLabelText('Email'), 'new@example.com')
  await user.type(dialog.getByLabelText('Name'), 'New One{Enter}')
  await waitFor(() => expect(posts()).toHaveLength(1))
  await user.keyboard('{Escape}')
  expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveProperty('disabled', true)
  release()
  await screen.findByRole('button', { name: 'I have handed it over' })
  await user.click(screen.getByRole('link', { name: 'People', hidden: true }))
  const question = within(await screen.findByRole('dialog', { name: 'Continue without a copy?' }))
  await user.click(question.getByRole('button', { name: 'Keep it open' }))
  await user.click(await screen.findByRole('button', { name: 'I have handed it over' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  // After the handover, no cache holds the password.
  await waitFor(() => expect(client.getMutationCache().getAll()).toEqual([]))
})

test('shows the second factors of a user, passkeys too', async () => {
  const whole = backend().fetch
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    const answer = await whole(path, init)
    if (!path.startsWith('/api/users')) return answer
    const text = (await answer.text()).replace('"passkeys":0', '"passkeys":2')
    return new Response(text, { status: answer.status, headers: answer.headers })
  })
  try {
    await renderApp({ path: '/users' })
    expect(await screen.findByText('2 passkeys')).toBeTruthy()
  } finally {
    vi.stubGlobal('fetch', whole)
  }
})

test('sorts users by a column, and keeps the order in the URL', async () => {
  const { user } = await renderApp({ path: '/users' })
  const table = within(await screen.findByRole('table', { name: 'Users' }))
  await table.findByText(backend().accounts.admin.email)
  const emails = () => table.getAllByText(/@/).map(({ textContent }) => textContent)
  const sorted = () =>
    table
      .getAllByRole('columnheader')
      .flatMap((header) => (header.ariaSort === null ? [] : [`${header.textContent} ${header.ariaSort}`]))
  const ascending = emails()
  expect(ascending).toEqual(ascending.toSorted())
  expect(sorted()).toEqual(['Email ↑ ascending'])
  await user.click(table.getByRole('button', { name: 'Email' }))
  await waitFor(() => expect(emails()).toEqual(ascending.toReversed()))
  expect(address()).toBe('/users?order=desc')
  await user.click(table.getByRole('button', { name: 'Role' }))
  await waitFor(() => expect(sorted()).toEqual(['Role ↑ ascending']))
  expect(emails()[0]).toBe(backend().accounts.admin.email)
  expect(address()).toBe('/users?sort=role')
})

test('keeps the new password of a reset when Esc is pressed during the request', async () => {
  const { user } = await renderApp({ path: '/users' })
  const { release } = heldAnswers(backend(), (method) => method === 'POST')
  await user.click(await screen.findByRole('button', { name: 'Actions for 孙主管' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Reset password' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Reset password' }))
  await waitFor(() => expect(posts()).toHaveLength(1))
  await user.keyboard('{Escape}')
  release()
  await user.click(await screen.findByRole('button', { name: 'I have handed it over' }))
})

test('creates a service token as an administrator, and links to the description of the API', async () => {
  const { user } = await renderApp({ path: '/api-access' })
  await user.click(await screen.findByRole('button', { name: 'New service token' }))
  const dialog = await screen.findByRole('dialog', { name: 'New service token' })
  await enter(user, within(dialog).getByLabelText('Name'), 'HR system')
  await user.click(within(dialog).getByRole('button', { name: 'Create token' }))
  const made = await screen.findByRole('dialog', { name: 'The token HR system' })
  await user.click(within(made).getByRole('button', { name: 'Copy token' }))
  await user.click(within(made).getByRole('button', { name: 'Close' }))
  const table = await screen.findByRole('table', { name: 'Service tokens' })
  expect(within(table).getByRole('row', { name: /^HR system .* Ada Admin/ })).toBeDefined()

  const description = screen.getByRole('link', { name: 'openapi.json' })
  expect(description.getAttribute('href')).toBe('/api/openapi.json')
})

test('names the action and the account when a fresh sign-in is needed', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  await backend().signInAs('admin')
  vi.setSystemTime(Date.now() + 6 * 60_000)
  const { user } = await renderApp({ path: '/users' })
  await user.click(await screen.findByRole('button', { name: 'Actions for 孙主管' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Disable' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Disable' }))
  const dialog = within(await screen.findByRole('dialog', { name: "Confirm that it's you" }))
  expect(dialog.getByText(`Disable 孙主管 (${backend().accounts.supervisor.email})`)).toBeTruthy()
})

test('limits a user to departments and pools, says so in the list, and removes the limit with a role that administers', async () => {
  const headers = { 'content-type': 'application/json', 'x-console': '1' }
  const send = async (path: string, body: object) =>
    (await backend().fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })).status
  const { user } = await renderApp({ path: '/users' })
  expect(await send('/api/pools', { name: 'Berlin', ranges: [{ from: '1000', to: '1009' }] })).toBe(200)
  expect(
    await send('/api/people/import', { rows: [{ workNumber: '77001', name: 'Nana', department: 'Sales' }] }),
  ).toBe(200)
  await user.click(await screen.findByRole('button', { name: 'Access of 孙主管' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('combobox', { name: 'Departments' }))
  await user.click(await screen.findByRole('option', { name: 'Sales' }))
  await user.click(dialog.getByRole('combobox', { name: 'Pools' }))
  await user.click(await screen.findByRole('option', { name: 'Berlin' }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Limited: Sales · 1 pool')
  await user.click(await screen.findByRole('button', { name: 'Access of 孙主管' }))
  const role = within(await screen.findByRole('dialog'))
  await user.click(role.getByRole('radio', { name: /^Administrator/ }))
  role.getByText(/the limit of 孙主管 to departments and pools is removed/)
  await user.click(role.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByText('Limited: Sales · 1 pool')).toBeNull())
})

test('requires a second factor of a role in the dialog of a user, with another role, and of the own role, which stays', async () => {
  const { user } = await renderApp({ path: '/users' })
  const axel = { email: 'axel@example.com', name: 'Axel Access', role: 'supervisor' }
  await backend().fetch('/api/users', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-console': '1' },
    body: JSON.stringify(axel),
  })
  const rowOf = async (email: string) => {
    const row = (await screen.findByText(email)).closest('tr')
    if (row === null) throw new Error(`no row of ${email}`)
    return within(row)
  }
  const { supervisor, admin } = backend().accounts
  const first = await rowOf(supervisor.email)
  expect(first.queryByText('required')).toBeNull()
  await user.click(first.getByRole('button', { name: /^Access of/ }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
  // The choice follows the role.
  await user.click(dialog.getByRole('radio', { name: /^Help desk/ }))
  dialog.getByRole('checkbox', { name: /everyone with the role Help desk/ })
  await user.click(dialog.getByRole('radio', { name: /^Supervisor/ }))
  const required = dialog.getByRole('checkbox', { name: /everyone with the role Supervisor/ })
  await user.click(required)
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(async () => expect((await rowOf(supervisor.email)).getByText('required')).toBeTruthy())
  const invited = await rowOf(axel.email)
  await user.click(invited.getByRole('button', { name: /^Access of/ }))
  const both = within(await screen.findByRole('dialog'))
  await user.click(both.getByRole('radio', { name: /^Auditor/ }))
  await user.click(both.getByRole('checkbox', { name: /everyone with the role Auditor/ }))
  await user.click(both.getByRole('button', { name: 'Save' }))
  await invited.findByText('Auditor')
  await invited.findByText('required')
  const own = await rowOf(admin.email)
  expect(own.queryByText('required')).toBeNull()
  await user.click(own.getByRole('button', { name: /^Access of/ }))
  const ownDialog = within(await screen.findByRole('dialog'))
  expect(ownDialog.getByRole('radio', { name: /^Auditor/ })).toHaveProperty('disabled', true)
  expect(ownDialog.getByRole('checkbox', { name: /everyone with the role Administrator/ })).toBeTruthy()
})
