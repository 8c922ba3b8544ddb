import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { componentNameOf, patterns } from '#contract/page-patterns.ts'
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

test.each(routes)(
  'gives the component of $path the name by which the server finds its files',
  async (route) => {
    const [name = ''] = Object.entries(patterns).find(([, path]) => path === route.path) ?? []
    const { name: component } = await route.Component.load()
    expect(component).toBe(componentNameOf(name))
  },
)

test('loads each page with the messages of its own folder', () => {
  const source = readFileSync('src/web/app/routes.tsx', 'utf8')
  const loads = [...source.matchAll(/lazyPage\(\s*'([\w-]+)',[^']*'\.\.\/pages\/([\w-]+)\//g)]
  expect(loads).toHaveLength(Object.keys(patterns).length)
  for (const [, messages, folder] of loads) expect(messages).toBe(folder)
})
