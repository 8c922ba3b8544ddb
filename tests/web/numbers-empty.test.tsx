import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { numbersStatus } from '#contract/numbers.ts'
import { address, heading, setUpConsole } from './render-app.tsx'

const { backend, renderApp } = setUpConsole({ extensions: 0 })

/** Answers as if the console had read the whole service, which takes a minute. */
function stubReadService() {
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const answer = await backend().fetch(path, init)
    if (path !== numbersStatus.path || !answer.ok) return answer
    const status = numbersStatus.answer.parse(await answer.json())
    return Response.json({ ...status, firstScan: null, boundScan: null })
  })
}

test('shows an empty inventory, and explains how it fills', async () => {
  const { user } = await renderApp({ path: '/numbers', as: 'supervisor' })
  await heading('Numbers')
  await screen.findByText('No extensions yet')
  await screen.findByText(/^The console is still reading the phone platform\./)
  await user.click(await screen.findByRole('button', { name: 'How this list is updated' }))
  expect(await screen.findByText(/looks up the numbers between known ones/)).toBeTruthy()
})

test('leads an administrator to the first number once the service is read', async () => {
  stubReadService()
  const { user } = await renderApp({ path: '/numbers', as: 'admin' })
  await screen.findByText('The phone platform lists none. You can create the first one.')
  await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Create numbers' }))
  await heading('Create numbers')
  expect(address()).toBe('/extensions/new')
})

test('tells a supervisor whom to ask once the service is read', async () => {
  stubReadService()
  await renderApp({ path: '/numbers', as: 'supervisor' })
  await screen.findByText('The console knows none that you can see. Ask an administrator.')
  expect(within(screen.getByRole('main')).queryByRole('link', { name: 'Create numbers' })).toBeNull()
})
