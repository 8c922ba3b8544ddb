import './setup.ts'
import { renderHook } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { paths, patterns } from '#web/paths.ts'
import { routeAt, routes } from '#web/routes.tsx'
import { safeNext } from '#web/session/safe-next.ts'
import { usePathParam } from '#web/ui/use-path-param.ts'

function agentAt(path: string): string {
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(MemoryRouter, { initialEntries: [path] }, children)
  return renderHook(() => usePathParam(patterns.agent, 'agentUuid'), { wrapper }).result.current
}

test('the URLs of the console', () => {
  expect({
    signIn: paths.signIn('/extensions/idle?page=2'),
    idle: paths.idle(),
    idleBy: paths.idle({ ext: '80' }),
    newExtension: paths.newExtension(),
    newExtensionFor: paths.newExtension({ ext: '8001', agentID: 'a-1' }),
    newExtensionLegacy: paths.newExtensionLegacy(),
    extension: paths.extension('0080'),
    extensionFor: paths.extension('8001', { agentId: '1042' }),
    agents: paths.agents(),
    agent: paths.agent('a/b'),
    timeZones: paths.timeZones(),
    languages: paths.languages(),
    countries: paths.countries(),
    connection: paths.connection(),
    settings: paths.settings(),
  }).toMatchInlineSnapshot(`
    {
      "agent": "/agents/a%2Fb",
      "agents": "/agents",
      "connection": "/connection",
      "countries": "/reference/countries",
      "extension": "/extensions/0080",
      "extensionFor": "/extensions/8001?agentId=1042",
      "idle": "/extensions/idle",
      "idleBy": "/extensions/idle?ext=80",
      "languages": "/reference/languages",
      "newExtension": "/extensions/new",
      "newExtensionFor": "/extensions/new?ext=8001&agentID=a-1",
      "newExtensionLegacy": "/extensions/new/legacy",
      "settings": "/settings",
      "signIn": "/sign-in?next=%2Fextensions%2Fidle%3Fpage%3D2",
      "timeZones": "/reference/time-zones",
    }
  `)
})

test.each(routes.map(({ path }) => path))('%s leads to its own page', (path) =>
  expect(routeAt(path.replace(/:\w+/, '8001'))?.path).toBe(path),
)
test('what is no page leads to none', () => expect(routeAt('/extensions/8001/more')).toBeUndefined())

test.each(['8001', 'a/b', 'a%2Fb', '100 %', '坐席'])(
  '%s comes back from an address as it was',
  (agentUuid) => {
    expect(agentAt(paths.agent(agentUuid))).toBe(agentUuid)
  },
)
test('what was written into an address in no known way stays as it is', () =>
  expect(agentAt('/agents/%zz')).toBe('%zz'))

test.each([
  '//evil.test',
  '/\\evil.test',
  'https://evil.test',
  'javascript:alert(1)',
  '/sign-in?next=/x',
  '',
  null,
])('after signing in, %s leads to the first page instead', (next) =>
  expect(safeNext(next)).toBe('/extensions/idle'),
)
test('after signing in, the page that was asked for is shown', () => {
  expect(safeNext('/extensions/idle?page=3')).toBe('/extensions/idle?page=3')
})
