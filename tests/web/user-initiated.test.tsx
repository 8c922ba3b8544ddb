import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openQuery } from '#web/reservations/queries.ts'
import { setUpConsole } from './render-app.tsx'

/** The page's clock, ms. It goes on when the test says so, and goes back for nothing that is still open. */
let now = performance.now()
vi.spyOn(performance, 'now').mockImplementation(() => now)

const { backend, renderApp } = setUpConsole({ extensions: 50 })

test('marks what the page reads without its user, and notices the end of the session all the same', async () => {
  const { client, user } = await renderApp({ path: '/extensions/idle' })
  await user.keyboard('{Shift}')
  const said = () =>
    backend()
      .requests.filter(({ path }) => path === '/api/reservations/open')
      .map(({ background }) => background)
  await waitFor(() => expect(said()).toEqual([false]))
  /** As the page does it every fifteen seconds. */
  const readAgain = async () => {
    backend().requests.length = 0
    void client.refetchQueries({ queryKey: openQuery().queryKey })
    await waitFor(() => expect(said()).toHaveLength(1))
    return said()
  }
  await user.keyboard('{Shift}')
  now += 5_000
  expect(await readAgain()).toEqual([false])
  now += 20_000
  expect(await readAgain()).toEqual([true])
  await user.keyboard('{Shift}')
  expect(await readAgain()).toEqual([false])
  now += 30 * 60_000
  backend().expireSession()
  expect(await readAgain()).toEqual([true])
  expect(await screen.findByRole('dialog', { name: 'Your session has ended' })).toBeTruthy()
})
