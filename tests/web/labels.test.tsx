import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { boundAgent } from './known-people.ts'
import { address, enter, heading, setUpConsole } from './render-app.tsx'

const { backend, renderApp } = setUpConsole()

const panel = async () => within(await screen.findByRole('region', { name: 'Labels and note' }))
const dialog = async () => within(await screen.findByRole('dialog'))

test('labels a number and adds a note, and links the label to all numbers with it', async () => {
  const { user } = await renderApp({ path: '/extensions/1000', as: 'supervisor' })
  await (await panel()).findByText('No labels and no note yet.')
  await user.click((await panel()).getByRole('button', { name: 'Edit labels and note' }))
  const form = await dialog()
  expect(form.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
  await user.type(form.getByRole('combobox', { name: 'Labels' }), 'VI{Escape}{Escape}')
  const question = within(await screen.findByRole('dialog', { name: 'Discard what you entered?' }))
  await user.click(question.getByRole('button', { name: 'Keep editing' }))
  await user.clear(form.getByRole('combobox', { name: 'Labels' }))
  await user.type(form.getByRole('combobox', { name: 'Labels' }), 'VIP{Enter}floor 2,')
  await enter(user, form.getByRole('textbox', { name: 'Note' }), 'Desk 4')
  // A click beside the dialog must not discard the note.
  await user.click(document.querySelector('.mantine-Modal-overlay') ?? document.body)
  await user.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await (await panel()).findByText('Desk 4')
  expect((await panel()).getByText(/^sun@example\.com,/)).toBeTruthy()

  await user.click((await panel()).getByRole('link', { name: 'VIP' }))
  await heading('Numbers')
  expect(address()).toBe('/numbers?label=VIP')
  const table = within(await screen.findByRole('table', { name: 'Numbers' }))
  await table.findByRole('link', { name: 'floor 2' })
})

test('shows a note that another user has changed before replacing it', async () => {
  const { user } = await renderApp({ path: '/extensions/1001' })
  await user.click(await (await panel()).findByRole('button', { name: 'Edit labels and note' }))
  const form = await dialog()
  await enter(user, form.getByRole('textbox', { name: 'Note' }), 'mine')
  await backend().fetch('/api/labels/extension/1001', {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', 'x-console': '1' },
    body: JSON.stringify({ note: { text: 'theirs', version: 0 } }),
  })
  await user.click(form.getByRole('button', { name: 'Save' }))
  await form.findByText('This has been changed since you opened it')
  await form.findByText('By ada@example.com: theirs')
  await user.click(form.getByRole('button', { name: 'Use the latest version' }))
  const note = form.getByRole('textbox', { name: 'Note' })
  expect(note).toHaveProperty('value', 'theirs')
  await enter(user, note, ' and mine')
  await user.click(form.getByRole('button', { name: 'Save' }))
  await (await panel()).findByText('theirs and mine')
})

test('refuses a secret in a note beside the field, until the note is corrected', async () => {
  const { user } = await renderApp({ path: '/extensions/1002' })
  await user.click(await (await panel()).findByRole('button', { name: 'Edit labels and note' }))
  const form = await dialog()
  await enter(user, form.getByRole('textbox', { name: 'Note' }), 'password: k8Zq2LmP')
  await user.click(form.getByRole('button', { name: 'Save' }))
  const error = 'Use at most 2,000 visible characters, and no passwords or keys.'
  await form.findByText(error)
  await user.clear(form.getByRole('textbox', { name: 'Note' }))
  expect(form.queryByText(error)).toBeNull()
})

test('labels an agent, and finds the agent by label in the directory', async () => {
  const { uuid, name } = await boundAgent(backend())
  const { user } = await renderApp({ path: `/people/${uuid}`, as: 'supervisor' })
  await user.click(await (await panel()).findByRole('button', { name: 'Edit labels and note' }))
  await user.type((await dialog()).getByRole('combobox', { name: 'Labels' }), 'night shift{Enter}')
  await user.click((await dialog()).getByRole('button', { name: 'Save' }))
  await user.click(await (await panel()).findByRole('link', { name: 'night shift' }))
  await heading('People')
  expect(address()).toBe('/people?label=night+shift')
  const table = within(await screen.findByRole('table', { name: 'People' }))
  await table.findByRole('link', { name })
})

test('labels a selection, suggests known labels, and filters by them', async () => {
  await backend().signInAs('supervisor')
  await backend().fetch('/api/extensions/idle?pageSize=100')
  await backend().fetch('/api/numbers/fresh?numbers=1000')
  const { user } = await renderApp({ path: '/numbers?pageSize=20&state=free', as: 'supervisor' })
  await screen.findByRole('checkbox', { name: 'Select extension 1004' })
  await user.click(screen.getByRole('checkbox', { name: 'Select all numbers on this page' }))
  await screen.findByText('20 selected')
  const bar = within(screen.getByRole('region', { name: 'Selection' }))
  await user.click(bar.getByRole('button', { name: 'Labels' }))
  const add = (await dialog()).getByRole('combobox', { name: 'Add labels' })
  await user.type(add, 'reserve stock{Enter}')
  await user.click((await dialog()).getByRole('button', { name: 'Save' }))
  await screen.findByText('Labels of 20 numbers changed.')
  await user.click(screen.getByRole('button', { name: 'Filters' }))
  await user.click(await screen.findByRole('combobox', { name: 'Label' }))
  await user.click(await screen.findByRole('option', { name: 'reserve stock' }))
  await screen.findAllByText(/^1–20 of 20$/)
  expect(address()).toBe('/numbers?pageSize=20&state=free&label=reserve+stock')
})
