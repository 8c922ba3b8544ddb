import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { address, enter, setUpConsole } from './render-app.tsx'

const { renderApp } = setUpConsole({ extensions: 50 })

/** Chooses in the palette to create these numbers. */
const create = async (user: UserEvent, numbersTyped: string) => {
  await user.keyboard('{Control>}k{/Control}')
  const palette = within(await screen.findByRole('dialog'))
  await enter(user, palette.getByRole('combobox'), numbersTyped)
  await user.click(await palette.findByText(new RegExp(`^(Create|Plan) .*${numbersTyped.slice(-5)}`)))
}
const ext = () => screen.findByLabelText(/^Number/)
const numbers = () => screen.findByRole('textbox', { name: 'Numbers' })

test('fills in the current page again from the palette, and on the way back', async () => {
  const { user } = await renderApp({ path: '/extensions/new?ext=98001' })
  expect(await ext()).toHaveProperty('value', '98001')
  await create(user, '98002')
  await waitFor(() => expect(address()).toBe('/extensions/new?ext=98002'))
  await waitFor(async () => expect(await ext()).toHaveProperty('value', '98002'))
  act(() => window.history.back())
  await waitFor(async () => expect(await ext()).toHaveProperty('value', '98001'))
})

test('asks before the palette replaces typed values', async () => {
  const { user } = await renderApp({ path: '/extensions/new?ext=98001' })
  await enter(user, await screen.findByLabelText(/^SIP password/), 'for-the-phone')
  await create(user, '98002')
  await user.click(await screen.findByRole('button', { name: 'Stay on this page' }))
  expect(await ext()).toHaveProperty('value', '98001')
  await waitFor(() => expect(address()).toBe('/extensions/new?ext=98001'))
  await create(user, '98002')
  await user.click(await screen.findByRole('button', { name: 'Leave' }))
  await waitFor(async () => expect(await ext()).toHaveProperty('value', '98002'))
  expect(screen.getByLabelText(/^SIP password/)).toHaveProperty('value', '')
})

test('asks before the palette replaces a plan, but not while the user types on the page', async () => {
  const { user } = await renderApp({ path: '/jobs/new?numbers=7001-7003' })
  await user.type(await numbers(), '{Backspace}4')
  await waitFor(() => expect(address()).toBe('/jobs/new?numbers=7001-7004'))
  expect(await numbers()).toHaveProperty('value', '7001-7004')
  await create(user, '98010-98012')
  await user.click(await screen.findByRole('button', { name: 'Keep it' }))
  await waitFor(() => expect(address()).toBe('/jobs/new?numbers=7001-7004'))
  expect(await numbers()).toHaveProperty('value', '7001-7004')
  await create(user, '98010-98012')
  await user.click(await screen.findByRole('button', { name: 'Replace' }))
  await waitFor(async () => expect(await numbers()).toHaveProperty('value', '98010-98012'))
  expect(address()).toBe('/jobs/new?numbers=98010-98012')
})
