import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { routes } from '#web/app/routes.tsx'
import { address, heading, setUpConsole } from './render-app.tsx'

const { renderApp } = setUpConsole()

const navigation = () => screen.findByRole('navigation', { name: 'Main navigation' })
const remembered = () =>
  Object.keys(localStorage)
    .filter((key) => key.startsWith('extension-console.last-page.'))
    .map((key) => localStorage.getItem(key))

describe('the start of a visit', () => {
  test('shows an administrator the overview first, then the last used page', async () => {
    const first = await renderApp({ path: '/' })
    await heading('Overview')
    expect(address()).toBe('/overview')
    await first.user.click(within(await navigation()).getByRole('link', { name: 'Audit' }))
    await heading('Audit')
    first.unmount()
    await renderApp({ path: '/' })
    await heading('Audit')
  })

  test('shows a supervisor the workbench, not the last page of an administrator', async () => {
    const admin = await renderApp({ path: '/audit' })
    await heading('Audit')
    admin.unmount()
    await renderApp({ path: '/', as: 'supervisor' })
    await waitFor(() => expect(address()).toBe('/reservations'))
  })

  test('remembers neither a record nor a page without permission as the last page', async () => {
    const supervisor = await renderApp({ path: '/extensions/idle', as: 'supervisor' })
    await heading('Idle extensions')
    supervisor.unmount()
    const record = await renderApp({ path: '/extensions/1000', as: 'supervisor' })
    await heading('Extension 1000')
    record.unmount()
    const forbidden = await renderApp({ path: '/audit', as: 'supervisor' })
    await screen.findByRole('heading', { name: "Your role can't open this page" })
    forbidden.unmount()
    expect(remembered()).toEqual(['"/extensions/idle"'])
    await renderApp({ path: '/', as: 'supervisor' })
    await heading('Idle extensions')
  })

  test.each(['"/nowhere"', '"//evil.example"', '"/audit"', '7'])(
    'ignores %s in the browser’s storage, and shows a supervisor the workbench',
    async (stored) => {
      const view = await renderApp({ path: '/extensions/idle', as: 'supervisor' })
      await heading('Idle extensions')
      view.unmount()
      for (const key of Object.keys(localStorage))
        if (key.includes('last-page')) localStorage.setItem(key, stored)
      await renderApp({ path: '/', as: 'supervisor' })
      await waitFor(() => expect(address()).toBe('/reservations'))
    },
  )
})

test('groups at most twelve navigation entries, and marks the entry of a page behind a tab', async () => {
  expect(routes.filter(({ nav }) => nav !== undefined).length).toBeLessThanOrEqual(12)
  await renderApp({ path: '/reference/countries' })
  await heading('Countries')
  const menu = within(await navigation())
  for (const group of ['Numbers', 'People', 'Create', 'Reference data', 'System'])
    expect(menu.getAllByText(group)).toHaveLength(1)
  expect(menu.getAllByRole('list')).toHaveLength(5)
  expect(menu.getByRole('link', { current: true }).textContent).toBe('Reference data')
})
