import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { routes } from '#web/app/routes.tsx'
import { address, heading, setUpConsole } from './render-app.tsx'

const { renderApp } = setUpConsole()

const navigation = () => screen.findByRole('navigation', { name: 'Main navigation' })
test('starts a visit on the page of the role, also after another page was used in another tab', async () => {
  const admin = await renderApp({ path: '/' })
  await heading('Overview')
  await admin.user.click(within(await navigation()).getByRole('link', { name: 'Audit' }))
  await heading('Audit')
  admin.unmount()
  const again = await renderApp({ path: '/' })
  await heading('Overview')
  again.unmount()
  const team = await renderApp({ path: '/', as: 'supervisor' })
  await waitFor(() => expect(address()).toBe('/team'))
  team.unmount()
  await renderApp({ path: '/', as: 'auditor' })
  await heading('Overview')
})

test.each<[role: 'supervisor' | 'auditor', entries: string[]]>([
  ['supervisor', ['My team', 'Numbers', 'People', 'Requests']],
  ['auditor', ['Overview', 'Numbers', 'People', 'Requests', 'Bulk jobs', 'Audit']],
])('shows the pages of the role in the navigation: %s', async (as, entries) => {
  await renderApp({ path: '/account', as })
  const links = within(await navigation()).getAllByRole('link')
  expect(links.map(({ textContent }) => textContent)).toEqual(entries)
})

test('groups at most twelve navigation entries, and marks the entry of a page behind a tab', async () => {
  const entries = routes.filter(({ nav }) => nav !== undefined)
  expect(entries.length, 'another page is a tab of one of these').toBeLessThanOrEqual(12)
  await renderApp({ path: '/service/countries?q=Swe' })
  await heading('Countries')
  const menu = within(await navigation())
  for (const group of ['Work', 'People', 'Create', 'System']) expect(menu.getAllByText(group)).toHaveLength(1)
  expect(menu.getAllByRole('list')).toHaveLength(4)
  expect(menu.getByRole('link', { current: true }).textContent).toBe('Service')
})
