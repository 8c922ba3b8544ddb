import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { heading, setUpConsole } from './render-app.tsx'

const { renderApp } = setUpConsole({ extensions: 0 })

test('explains an empty overview, links to the idle list, and shows the state of the service', async () => {
  await renderApp({ path: '/overview', as: 'supervisor' })
  await heading('Overview')
  await screen.findByRole('heading', { name: /^No (data|numbers) yet$/ })
  const list = screen.getByRole('main').querySelector('a[href="/extensions/idle"]')
  expect(list?.textContent).toBe('Show idle extensions')
  await screen.findByText(/^Phone platform · /)
})
