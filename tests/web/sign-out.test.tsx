import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { sessionQuery } from '#web/entities/session/queries.ts'
import { enter, heading, setUpConsole } from './render-app.tsx'

const { backend, renderApp } = setUpConsole({ timings: { gapsEveryMs: 3_600_000 } })
afterEach(() => vi.stubGlobal('fetch', backend().fetch))

async function signOut(user: UserEvent, name: string) {
  await user.click(await screen.findByRole('button', { name: `Account of ${name}` }))
  await user.click(await screen.findByRole('button', { name: 'Sign out' }))
}
async function signIn(user: UserEvent, who: 'admin' | 'supervisor') {
  const { email, password } = backend().accounts[who]
  await enter(user, await screen.findByLabelText('Email'), email)
  await enter(user, screen.getByLabelText('Password'), password)
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
}

/** Returns the palette's rows of an agent before anything is typed. */
async function recentAgents(user: UserEvent, name: string): Promise<HTMLElement[]> {
  await screen.findByRole('navigation', { name: 'Main navigation' })
  await user.keyboard('{Control>}k{/Control}')
  const list = await screen.findByRole('listbox')
  await within(list).findAllByRole('option')
  const rows = within(list).queryAllByRole('option', { name: new RegExp(name) })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
  return rows
}

test('does not repeat a request that was refused during the sign-out for the next user', async () => {
  const { user } = await renderApp({ path: '/extensions/idle', as: 'supervisor' })
  await screen.findByText(/^1–20 of/)
  const answer = Promise.withResolvers<void>()
  let ended = false
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const response = await backend().fetch(path, init)
    if (path.endsWith('/sign-out')) {
      ended = true
      await answer.promise
    }
    return response
  })
  await signOut(user, '孙主管')
  await waitFor(() => expect(ended).toBe(true))
  fireEvent.keyDown(document.body, { key: 'r' })
  await screen.findByRole('dialog', { name: 'Your session has ended' })
  answer.resolve()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  backend().requests.length = 0
  await signIn(user, 'admin')
  await heading('Overview')
  await user.click(
    within(screen.getByRole('navigation', { name: 'Main navigation' })).getByRole('link', {
      name: 'Numbers',
    }),
  )
  await screen.findByText(/^1–20 of/)
  expect(screen.queryByRole('dialog')).toBeNull()
  const firstPages = backend().requests.filter(
    ({ path, search }) => path === '/api/numbers' && search.includes('pageSize=20'),
  )
  expect(firstPages).toHaveLength(1)
})

test('does not keep the selection of one user for the next', async () => {
  await backend().signInAs('admin')
  await backend().fetch('/api/extensions/idle?pageSize=100')
  await waitFor(async () => {
    const inventory = await backend().fetch('/api/numbers')
    expect(await inventory.text()).toContain('"ext"')
  })
  const { user } = await renderApp({ path: '/numbers', as: 'admin' })
  await screen.findAllByRole('checkbox', { name: /^Select extension/ })
  await user.click(screen.getByRole('checkbox', { name: 'Select all numbers on this page' }))
  await user.click(await screen.findByRole('button', { name: /^Select all \d+$/ }))
  await screen.findByText(/^All \d+ matching selected$/)
  await signOut(user, 'Ada Admin')
  await signIn(user, 'supervisor')
  await heading('My team')
  const navigation = within(screen.getByRole('navigation', { name: 'Main navigation' }))
  await user.click(navigation.getByRole('link', { name: 'Numbers' }))
  await screen.findAllByRole('checkbox', { name: /^Select extension/ })
  expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull()
})

test('does not show the next user the agents and columns of the previous one', async () => {
  const { user } = await renderApp({ path: '/extensions/1000', as: null })
  await signIn(user, 'admin')
  await heading('Extension 1000')
  await user.click(within(await screen.findByText(/bound since/)).getByRole('link'))
  const current = await screen.findByRole('region', { name: 'Current extension' })
  await within(current).findByRole('link', { name: '1000' })
  const name = screen.getByRole('heading', { level: 1 }).textContent
  expect(await recentAgents(user, name)).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: /^Record/ }))
  await user.click(screen.getByRole('link', { name: /^Unbound extensions, as the phone platform lists/ }))
  await user.click(await screen.findByRole('button', { name: 'View' }))
  const view = within(await screen.findByRole('dialog', { name: 'View' }))
  await user.click(view.getByRole('checkbox', { name: 'Domain' }))
  await user.keyboard('{Escape}')
  const own = Object.keys(localStorage).filter((key) => key.startsWith('extension-console.'))
  expect(own.filter((key) => !/\.[\w-]{20,}$/.test(key))).toEqual([])

  await signOut(user, 'Ada Admin')
  await signIn(user, 'supervisor')
  await heading('My team')
  expect(await recentAgents(user, name)).toEqual([])

  await signOut(user, '孙主管')
  await signIn(user, 'admin')
  await heading('Overview')
  expect(await recentAgents(user, name)).toHaveLength(1)
})

test('asks before a sign-out deletes the user’s draft, and keeps the settings of the browser', async () => {
  localStorage.setItem('extension-console.draft.create.another-user', '{}')
  localStorage.setItem('extension-console.density', '"compact"')
  const { user, client } = await renderApp({ path: '/extensions/new', as: null })
  await signIn(user, 'admin')
  await enter(user, await screen.findByLabelText(/^Number/), '97001')
  const id = client.getQueryData(sessionQuery().queryKey)?.user.id ?? ''
  expect(localStorage.getItem(`extension-console.draft.create.${id}`)).toContain('97001')
  await signOut(user, 'Ada Admin')
  const question = await screen.findByRole('dialog', { name: 'Sign out and delete your draft?' })
  await user.click(within(question).getByRole('button', { name: 'Sign out' }))
  await screen.findByLabelText('Email')
  const kept = Object.keys(localStorage)
  expect(kept).not.toContain(`extension-console.draft.create.${id}`)
  expect(kept).toContain('extension-console.draft.create.another-user')
  expect(kept).toContain('extension-console.density')
})
