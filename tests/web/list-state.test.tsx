import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { boundAgent } from './known-people.ts'
import { address, heading, setUpConsole } from './render-app.tsx'

const { backend, renderApp } = setUpConsole()

const chips = () => screen.findByRole('region', { name: 'Active filters' })

describe('every list', () => {
  test.each([
    ['/reservations/list?ext=1000&page=2', 'Remove filter Number: 1000', '/reservations/list'],
    ['/jobs?state=open&page=2', 'Remove filter State: Open', '/jobs'],
    ['/users?q=ada', 'Remove filter Search: ada', '/users'],
    // Never a user's ID.
    ['/requests?by=an-unlisted-id', 'Remove filter Requested by: someone not listed', '/requests'],
    [
      '/audit?action=settings.change&after=1.00000000-0000-4000-8000-000000000000',
      /^Remove filter Action: /,
      '/audit',
    ],
    ['/service/countries?q=Sweden', 'Remove filter Search: Sweden', '/service/countries'],
  ])('%s shows its filters as removable chips, and returns to the first page', async (path, name, left) => {
    const { user } = await renderApp({ path })
    await user.click(await within(await chips()).findByRole('button', { name }))
    await waitFor(() => expect(address()).toBe(left))
    expect(screen.queryByRole('region', { name: 'Active filters' })).toBeNull()
  })

  test.each(['/numbers', '/reservations/list', '/requests'])(
    '%s names the person of its filter also when no row shows them, never by UUID',
    async (path) => {
      await backend().signInAs('admin')
      await backend().fetch('/api/people/import', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-console': '1' },
        body: JSON.stringify({ rows: [{ agentUuid: 'chip-of-nobody', workNumber: '89111', name: 'Nell' }] }),
      })
      await renderApp({ path: `${path}?agentUuid=chip-of-nobody` })
      expect(
        await within(await chips()).findByRole('button', { name: 'Remove filter Person: Nell' }),
      ).toBeTruthy()
      expect(screen.queryByText(/chip-of-nobody/)).toBeNull()
    },
  )

  test.each([
    ['/reservations/list', 'Reservations'],
    ['/jobs', 'Bulk jobs'],
    ['/users', 'Users'],
    ['/service/countries', 'Countries'],
  ])('%s offers columns and row height, and remembers both', async (path) => {
    const { user } = await renderApp({ path })
    await user.click(await screen.findByRole('button', { name: 'View' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'View' }))
    const [, second] = dialog.getAllByRole('checkbox')
    await user.click(second ?? document.body)
    expect(new URLSearchParams(window.location.search).get('columns')).toBeTruthy()
    await user.click(dialog.getByRole('checkbox', { name: 'Compact rows' }))
    expect(localStorage.getItem('extension-console.density')).toBe('"compact"')
  })

  test('keeps the chosen columns when the entry of the navigation is clicked again', async () => {
    const { user } = await renderApp({ path: '/users' })
    await user.click(await screen.findByRole('button', { name: 'View' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'View' }))
    await user.click(dialog.getByRole('checkbox', { name: 'Email' }))
    await user.keyboard('{Escape}')
    const headers = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
    expect(headers()).not.toContain('Email')
    const navigation = within(screen.getByRole('navigation', { name: 'Main navigation' }))
    await user.click(navigation.getByRole('link', { name: 'Users' }))
    await waitFor(() => expect(address()).toBe('/users'))
    expect(headers()).not.toContain('Email')
  })

  test('keeps the page when columns or the open record change, but not when the page size changes', async () => {
    const { user } = await renderApp({ path: '/extensions/idle?page=2' })
    const show = await screen.findByRole('button', { name: 'Show agent record' })
    // The button is disabled until the agent is known.
    await waitFor(() => expect(show).toHaveProperty('disabled', false))
    await user.click(show)
    await waitFor(() => expect(address()).toBe('/extensions/idle?page=2&record=open'))
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Rows per page' }), '50')
    await waitFor(() => expect(address()).toBe('/extensions/idle?record=open&pageSize=50'))
  })

  test('has the rows per page that were chosen in another list', async () => {
    await boundAgent(backend())
    const { user, router } = await renderApp({ path: '/people?q=1000' })
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Rows per page' }), '100')
    await waitFor(() => expect(address()).toBe('/people?q=1000&pageSize=100'))
    // One row is enough: a hundred take seconds to render here.
    await act(() => router.navigate('/numbers?search=1000'))
    await heading('Numbers')
    expect(address()).toBe('/numbers?search=1000')
    expect(await screen.findByRole('combobox', { name: 'Rows per page' })).toHaveProperty('value', '100')
  })

  test('reports a failed load in the place of its rows', async () => {
    const { router } = await renderApp({ path: '/people' })
    backend().setDown(true)
    await act(() => router.navigate('/jobs'))
    await screen.findAllByRole('button', { name: 'Try again' })
    expect(screen.queryByText('No results for these filters')).toBeNull()
  })
})
