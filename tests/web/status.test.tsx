import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { status, type Status } from '#contract/status.ts'
import { setUpConsole } from './render-app.tsx'

const { backend, renderApp } = setUpConsole()
afterEach(() => vi.stubGlobal('fetch', backend().fetch))

/** Changes the BFF's status response, because a service would have to misbehave for hours to cause the change. */
function withStatus(change: (real: Status) => Status) {
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const answer = await backend().fetch(path, init)
    if (path !== '/api/status') return answer
    return Response.json(change(status.parse(await answer.json())))
  })
}

describe('the token', () => {
  test.each([
    ['en', 'Another system uses this app ID', /renews at most once a minute/],
    ['zh', '另有系统在使用此应用 ID', /./],
  ] as const)(
    'R16: reports in %s that another system uses the app ID, with advice',
    async (language, title, text) => {
      withStatus((status) => ({
        ...status,
        tokens: status.tokens.map((token) => ({
          ...token,
          state: 'cooldown' as const,
          contentionAt: [status.now - 120_000, status.now - 60_000, status.now],
          cooldownUntil: status.now + 60_000,
          lastError: 'token another system uses this app id',
        })),
      }))
      await renderApp({ path: '/service/connection', language })
      const alert = await screen.findByRole('alert', { name: title })
      expect(alert.textContent).toMatch(text)
      expect(within(alert).getAllByRole('listitem')).toHaveLength(3)
      expect(screen.getByText('token another system uses this app id')).toBeTruthy()
    },
  )

  test('shows the remaining lifetime as Overview does, in hours and minutes', async () => {
    withStatus((status) => ({
      ...status,
      tokens: status.tokens.map((token) => ({
        ...token,
        issuedAt: status.now - 600_000,
        expiresAt: status.now + 85_800_000,
      })),
    }))
    await renderApp({ path: '/service/connection' })
    expect(await screen.findByRole('progressbar', { name: '23 hr 50 min left' })).toBeTruthy()
  })

  test('shows no warning when only this console uses it, and links the sandbox’s desk and the page Service', async () => {
    await renderApp({ path: '/service/connection' })
    await screen.findByRole('heading', { level: 2, name: 'Access token' })
    expect(screen.queryByText('Another system uses this app ID')).toBeNull()
    expect(screen.getByRole('link', { name: /^http:/ })).toHaveProperty('hostname', '127.0.0.1')
    const change = screen.getByRole('link', { name: 'Test or change the connection' })
    expect(change.getAttribute('href')).toBe('/service')
  })
})
