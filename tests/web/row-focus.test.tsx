import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setUpConsole } from './render-app.tsx'

const { backend, renderApp } = setUpConsole()

test('stops twice per row with Tab, and reaches the other controls with arrow keys', async () => {
  await backend().signInAs('supervisor')
  await backend().fetch('/api/extensions/idle?pageSize=100')
  const { user } = await renderApp({ path: '/numbers?search=100', as: 'supervisor' })
  const table = await screen.findByRole('table', { name: 'Numbers' })
  await within(table).findByRole('checkbox', { name: 'Select extension 1004' })
  const row = table.querySelector<HTMLElement>('tbody tr') ?? table
  const parts = [...row.querySelectorAll<HTMLElement>('a, button, input')]
  expect(parts.length).toBeGreaterThan(2)
  await waitFor(() => expect(parts.filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(2))
  parts[0]?.focus()
  await user.keyboard('{ArrowRight}{ArrowRight}')
  expect(document.activeElement).toBe(parts[2])
  await user.keyboard('{ArrowLeft}')
  expect(document.activeElement).toBe(parts[1])
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement?.closest('tr')).toBe(row.nextElementSibling)
  await user.keyboard('{ArrowUp}')
  expect(document.activeElement).toBe(parts[1])
})
