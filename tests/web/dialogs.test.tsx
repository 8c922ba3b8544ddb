import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { listReservations } from '#contract/reservations.ts'
import { homeCompany } from '#sandbox/seed.ts'
import { reserveElsewhere } from './known-people.ts'
import { enter, heading, setUpConsole } from './render-app.tsx'

const { backend, renderApp } = setUpConsole()

const dialog = async () => within(await screen.findByRole('dialog'))

const send = (method: string, path: string, body: object) =>
  backend().fetch(path, {
    method,
    headers: { 'content-type': 'application/json', 'x-console': '1' },
    body: JSON.stringify(body),
  })

/** Waits until the console knows that the number is free. */
async function waitForFree(ext: string) {
  await backend().signInAs('supervisor')
  await backend().fetch('/api/extensions/idle?pageSize=1000')
  await vi.waitFor(async () => {
    expect(await (await backend().fetch(`/api/extensions/${ext}`)).json()).toMatchObject({ state: 'free' })
  }, 60_000)
}

async function releaseElsewhere(ext: string) {
  const { items } = listReservations.answer.parse(
    await (await backend().fetch(`/api/reservations?ext=${ext}`)).json(),
  )
  for (const { id } of items) await send('DELETE', `/api/reservations/${id}`, {})
}

test('keeps the labels typed for a selection when a poll empties the list', async () => {
  await waitForFree('1026')
  const { user, client } = await renderApp({ path: '/numbers?search=1026&state=free', as: 'supervisor' })
  await user.click(await screen.findByRole('checkbox', { name: 'Select extension 1026' }))
  await user.click(await screen.findByRole('button', { name: 'Labels' }))
  const labels = (await dialog()).getByRole('combobox', { name: 'Add labels' })
  await user.type(labels, 'front desk{Enter}')
  await reserveElsewhere(backend(), '1026')
  await act(() => client.invalidateQueries())
  await waitFor(() => expect(screen.queryByRole('link', { name: '1026', hidden: true })).toBeNull())
  const form = await dialog()
  expect(form.getByText('front desk')).toBeTruthy()
  await user.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await (await backend().fetch('/api/labels/extension/1026')).json()).toMatchObject({
    labels: ['front desk'],
  })
})

test('keeps Extend or move open when a poll makes another row of it', async () => {
  await waitForFree('1028')
  await reserveElsewhere(backend(), '1028')
  const { user, client } = await renderApp({ path: '/numbers?search=1028', as: 'supervisor' })
  const name = 'Extend or move 1028'
  await user.click(await screen.findByRole('button', { name }))
  await screen.findByRole('dialog', { name })
  await releaseElsewhere('1028')
  await act(() => client.invalidateQueries())
  await waitFor(() => expect(screen.queryByRole('button', { name, hidden: true })).toBeNull())
  await screen.findByRole('dialog', { name })
})

test('keeps a requested change of a row when a poll makes another row of it', async () => {
  const bound = (ext: string) => backend().sandbox.store.extension(homeCompany.id, ext)?.bind_status === 1
  const ext = Array.from({ length: 300 }, (_, n) => String(1000 + n)).find(bound) ?? ''
  await backend().signInAs('supervisor')
  await backend().fetch(`/api/numbers/fresh?numbers=${ext}`)
  const { user, client } = await renderApp({ path: `/numbers?search=${ext}`, as: 'supervisor' })
  const name = 'Request a change'
  await user.click(
    await within(await screen.findByRole('table', { name: 'Numbers' })).findByRole('button', { name }),
  )
  const reason = (await dialog()).getByRole('textbox', { name: /^Reason/ })
  await enter(user, reason, 'left the company')
  backend().sandbox.store.desk.unbind(homeCompany.id, ext)
  await backend().fetch(`/api/numbers/fresh?numbers=${ext}`)
  // The list has the look-up a moment later.
  const listed = async () => (await backend().fetch(`/api/numbers?search=${ext}`)).text()
  await waitFor(async () => expect(await listed()).not.toContain('"bound"'))
  await act(() => client.invalidateQueries())
  await waitFor(() =>
    expect(
      within(screen.getByRole('table', { name: 'Numbers', hidden: true })).queryByRole('button', {
        name,
        hidden: true,
      }),
    ).toBeNull(),
  )
  expect((await dialog()).getByRole('textbox', { name: /^Reason/ })).toBe(reason)
  expect(reason).toHaveProperty('value', 'left the company')
})

test.each([
  { what: 'Reserve', open: 'New colleague', dialogName: 'Reserve a number' },
  { what: 'the palette', open: /^Search and commands/, dialogName: 'Search and commands' },
])('closes $what when the user goes back to another page', async ({ open, dialogName }) => {
  const { user } = await renderApp({ path: '/numbers/pools', as: 'supervisor' })
  await heading('Numbers')
  // The first page of a visit leaves the focus where it is.
  await user.click(screen.getByRole('link', { name: 'People' }))
  await heading('People')
  await user.click(screen.getByRole('link', { name: 'My team' }))
  await heading('My team')
  await user.click(screen.getByRole('button', { name: open }))
  await screen.findByRole('dialog', { name: dialogName })
  act(() => window.history.back())
  const title = await screen.findByRole('heading', { level: 1, name: 'People', hidden: true })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement).toBe(title)
})

test('asks before Back leaves a dialog with something typed, and keeps page and text when the user stays', async () => {
  const { user } = await renderApp({ path: '/numbers/pools', as: 'admin' })
  await heading('Numbers')
  await user.click(screen.getByRole('link', { name: 'Users' }))
  await heading('Users')
  await user.click(screen.getByRole('button', { name: 'Invite user' }))
  const email = (await dialog()).getByRole('textbox', { name: 'Email' })
  await enter(user, email, 'new@example.com')
  act(() => window.history.back())
  await screen.findByRole('dialog', { name: 'Leave without saving?' })
  await user.click(screen.getByRole('button', { name: 'Stay on this page' }))
  await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1))
  expect(email).toHaveProperty('value', 'new@example.com')
  act(() => window.history.back())
  await user.click(await screen.findByRole('button', { name: 'Leave' }))
  await heading('Numbers')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('returns the focus to the button of the menu that opened a dialog', async () => {
  const { user } = await renderApp({ path: '/people', as: 'supervisor' })
  await heading('People')
  const menu = screen.getByRole('button', { name: 'Saved views' })
  await user.click(menu)
  await user.click(await screen.findByRole('menuitem', { name: 'Save this view' }))
  await screen.findByRole('dialog')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement).toBe(menu)
})
