import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { status, type Status } from '#contract/status.ts'
import { heading, setUpConsole } from './render-app.tsx'

const { backend, renderApp } = setUpConsole()
afterEach(() => vi.stubGlobal('fetch', backend().fetch))

const forgetPath = '/api/status/codes/forget'
const learned = (code: string): Status['learnedCodes'][number] => ({
  service: 'extensions',
  code,
  message: '<b>令牌失效</b>',
  learnedAt: Date.now() - 60_000,
})

/** The BFF's own status with changes that a service would have to misbehave for hours to bring about. */
function withStatus(change: (real: Status) => Status, forget?: (body: RequestInit['body']) => Response) {
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    if (path === forgetPath && forget !== undefined) return forget(init.body)
    const answer = await backend().fetch(path, init)
    if (path !== '/api/status') return answer
    return Response.json(change(status.parse(await answer.json())))
  })
}

describe('codes that turned out to mean an invalid token', () => {
  test('are not mentioned while there are none', async () => {
    await renderApp({ path: '/connection' })
    await heading('Connection')
    await screen.findByRole('heading', { level: 2, name: 'Access token' })
    expect(screen.queryByText('Learned codes')).toBeNull()
  })

  test('are listed with the service’s words as text, and forgotten one by one', async () => {
    const forgotten: unknown[] = []
    let codes = [learned('612345'), learned('612346')]
    let real: Status | null = null
    withStatus(
      (told) => (real = { ...told, learnedCodes: codes }),
      (body) => {
        forgotten.push(body)
        codes = codes.slice(1)
        return Response.json({ ...real, learnedCodes: codes })
      },
    )
    const { user, container } = await renderApp({ path: '/connection' })
    const table = await screen.findByRole('table', { name: 'Learned codes' })
    expect(within(table).getAllByText('<b>令牌失效</b>')).toHaveLength(2)
    expect(container.querySelector('td b')).toBeNull()
    await user.click(within(table).getByRole('button', { name: 'Forget code 612345' }))
    await waitFor(() => expect(within(table).queryByText('612345')).toBeNull())
    expect(within(table).getByText('612346')).toBeTruthy()
    expect(forgotten).toEqual([JSON.stringify({ service: 'extensions', code: '612345' })])
    expect((await screen.findAllByText('Code 612345 forgotten')).length).toBeGreaterThan(0)
  })

  test('one that could not be forgotten stays, and that is said', async () => {
    withStatus(
      (told) => ({ ...told, learnedCodes: [learned('612345')] }),
      () =>
        Response.json(
          {
            type: 'urn:extension-console:problem:unavailable',
            title: 'Unavailable',
            status: 503,
            code: 'unavailable',
            requestId: '00000000-0000-4000-8000-000000000000',
          },
          { status: 503, headers: { 'content-type': 'application/problem+json' } },
        ),
    )
    const { user } = await renderApp({ path: '/connection' })
    const table = await screen.findByRole('table', { name: 'Learned codes' })
    await user.click(within(table).getByRole('button', { name: 'Forget code 612345' }))
    await screen.findByText('The code was not forgotten')
    expect(within(table).getByText('612345')).toBeTruthy()
  })
})

describe('the token', () => {
  test.each([
    ['en', 'Another system uses this app id', /renews at most once a minute/],
    ['zh', '另有系统在使用此 app id', /./],
  ] as const)(
    'T8: taken by another system, that is said in %s, with what to do',
    async (language, title, text) => {
      withStatus((told) => ({
        ...told,
        tokens: told.tokens.map((token) => ({
          ...token,
          state: 'cooldown' as const,
          contestedAt: [told.now - 120_000, told.now - 60_000, told.now],
          cooldownUntil: told.now + 60_000,
          lastError: 'token another system uses this app id',
        })),
      }))
      await renderApp({ path: '/connection', language })
      const alert = await screen.findByRole('alert', { name: title })
      expect(alert.textContent).toMatch(text)
      expect(within(alert).getAllByRole('listitem')).toHaveLength(3)
      expect(screen.getByText('token another system uses this app id')).toBeTruthy()
    },
  )

  test('its own alone, nothing is said of another system', async () => {
    await renderApp({ path: '/connection' })
    await screen.findByRole('heading', { level: 2, name: 'Access token' })
    expect(screen.queryByText('Another system uses this app id')).toBeNull()
  })
})
