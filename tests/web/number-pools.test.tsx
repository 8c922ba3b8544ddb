import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { addPool } from '#contract/pools.ts'
import { address, setUpConsole } from './render-app.tsx'

const { backend, renderApp } = setUpConsole()

async function addedPool(): Promise<string> {
  await backend().signInAs('admin')
  const answer = await backend().fetch('/api/pools', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-console': '1' },
    body: JSON.stringify({ name: 'Desk', prefixes: ['10'] }),
  })
  return addPool.answer.parse(await answer.json()).id
}

test('shows the pool that still limits a search for runs, and removes it', async () => {
  const pool = await addedPool()
  const { user } = await renderApp({ path: `/numbers?search=2+in+a+row&pool=${pool}`, as: 'supervisor' })
  const chips = within(await screen.findByRole('region', { name: 'Active filters' }))
  await user.click(await chips.findByRole('button', { name: /Desk/ }))
  await waitFor(() => expect(address()).toBe('/numbers?search=2+in+a+row'))
})

test('says that the pool of a restored view was removed, and takes the filter off', async () => {
  const { user } = await renderApp({
    path: '/numbers?pool=00000000-0000-4000-8000-000000000000',
    as: 'supervisor',
  })
  await screen.findByText('This pool was removed')
  await user.click(screen.getByRole('button', { name: 'Remove the filter' }))
  await waitFor(() => expect(address()).toBe('/numbers'))
})
