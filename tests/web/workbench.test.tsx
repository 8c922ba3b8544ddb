import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { address, setUpConsole } from './render-app.tsx'

const { renderApp } = setUpConsole()

test('Enter chooses nobody until the agent of what is typed has been found', async () => {
  const { user } = await renderApp({ path: '/assign', as: 'supervisor' })
  const field = await screen.findByRole('textbox', { name: 'Name, uuid or work number' })
  const only = async () => {
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
    return screen.getByRole('option').textContent
  }
  await user.type(field, '1001')
  const before = await only()
  await user.type(field, '{Backspace}2{Enter}')
  expect(address()).toBe('/assign')
  expect(screen.queryByRole('option')).toBeNull()
  expect(await only()).not.toBe(before)
  await user.type(field, '{Enter}')
  await waitFor(() => expect(address()).toMatch(/^\/assign\?agentUuid=/))
})
