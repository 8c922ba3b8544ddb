import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setUpConsole } from './render-app.tsx'

const { renderApp } = setUpConsole({ extensions: 0 })

test('leads an administrator without free extensions to the form that creates one', async () => {
  await renderApp({ path: '/extensions/idle' })
  await screen.findByRole('heading', { name: 'No free extensions' })
  const link = within(screen.getByRole('main')).getByRole('link', { name: 'Create numbers' })
  expect(link.getAttribute('href')).toBe('/extensions/new')
})

test('tells a supervisor without free extensions whom to ask', async () => {
  await renderApp({ path: '/extensions/idle', as: 'supervisor' })
  expect(await screen.findByText(/Ask an administrator to create one/)).toBeTruthy()
})
