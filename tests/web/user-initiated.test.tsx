import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openQuery } from '#web/entities/reservation/queries.ts'
import { setUpConsole } from './render-app.tsx'

/**
 * The page's clock, in ms. Only the test advances it; it starts at the real time, so it never goes back for code that
 * has read it.
 */
let now = performance.now()
vi.spyOn(performance, 'now').mockImplementation(() => now)

const { backend, renderApp } = setUpConsole({ extensions: 50 })

test('marks background reads, and still notices the end of the session', async () => {
  const { client, user } = await renderApp({ path: '/extensions/idle' })
  await user.keyboard('{Shift}')
  const said = () =>
    backend()
      .requests.filter(({ path }) => path === '/api/reservations/open')
      .map(({ background }) => background)
  await waitFor(() => expect(said()).toEqual([false]))
  /**
   * Refetches the open reservations as the page does every fifteen seconds, and returns whether each read was in the
   * background.
   */
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
