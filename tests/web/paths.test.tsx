import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { paths } from '#web/lib/paths.ts'
import { routeAt, routes } from '#web/app/routes.tsx'

test('builds the URLs of the console', () => {
  expect({
    signIn: paths.signIn('/extensions/idle?page=2'),
    idle: paths.idle(),
    idleBy: paths.idle({ ext: '80' }),
    newExtension: paths.newExtension(),
    newExtensionFor: paths.newExtension({ ext: '8001', agentID: 'a-1' }),
    newExtensionLegacy: paths.newExtensionLegacy(),
    extension: paths.extension('0080'),
    extensionFor: paths.extension('8001', { agentId: '1042' }),
    agents: paths.people(),
    agent: paths.person('a/b'),
    timeZones: paths.timeZones(),
    languages: paths.languages(),
    countries: paths.countries(),
    connection: paths.connection(),
    settings: paths.settings(),
  }).toMatchInlineSnapshot(`
    {
      "agent": "/people/a%2Fb",
      "agents": "/people",
      "connection": "/service/connection",
      "countries": "/service/countries",
      "extension": "/extensions/0080",
      "extensionFor": "/extensions/8001?agentId=1042",
      "idle": "/extensions/idle",
      "idleBy": "/extensions/idle?ext=80",
      "languages": "/service/languages",
      "newExtension": "/extensions/new",
      "newExtensionFor": "/extensions/new?ext=8001&agentID=a-1",
      "newExtensionLegacy": "/extensions/new/legacy",
      "settings": "/settings",
      "signIn": "/sign-in?next=%2Fextensions%2Fidle%3Fpage%3D2",
      "timeZones": "/service/time-zones",
    }
  `)
})

test.each(routes.map(({ path }) => path))('finds the page of %s', (path) =>
  expect(routeAt(path.replace(/:\w+/, '8001'))?.path).toBe(path),
)
test('finds no page for an unknown path', () => expect(routeAt('/extensions/8001/more')).toBeUndefined())

test.each(routes)('loads the page of $path with the messages of its own folder', async (route) => {
  const { name } = await route.Component.load()
  const folder = globSync(`src/web/pages/**/${name}.tsx`)[0]?.split('/')[3]
  expect(route.messages).toBe(folder)
})
