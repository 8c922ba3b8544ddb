import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setUpConsole } from './render-app.tsx'

const { renderApp } = setUpConsole()

test('lists the shortcuts of the page, and returns the focus when the list closes', async () => {
  const { user } = await renderApp({ path: '/extensions/idle', as: 'supervisor' })
  // Only a list with rows offers the next page.
  await within(await screen.findByRole('table', { name: 'Idle extensions' })).findAllByRole('link')
  const before = screen.getByRole('button', { name: 'Search and commands' })
  before.focus()
  await user.keyboard('?')
  const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  expect(within(dialog).getByText('Next page of the list').parentElement?.textContent).toBe(
    'Next page of the listN',
  )
  expect(within(dialog).getByText('Search and commands').parentElement?.textContent).toBe(
    'Search and commandsCtrl + K/',
  )
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(before))
})
