import { cpSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { processes } from './processes.ts'
import { startService } from './service/two-services.ts'

const root = join(import.meta.dirname, '../..')
const { directory, run } = processes()
/** The image contains no sandbox. It has the built pages; --dev needs none. */
function image(): string[] {
  const copy = join(directory, 'image')
  cpSync(join(root, 'src'), join(copy, 'src'), {
    recursive: true,
    filter: (file) => file !== join(root, 'src/sandbox'),
  })
  cpSync(join(root, 'package.json'), join(copy, 'package.json'))
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return [join(copy, 'src/server/main.ts'), '--dev']
}

test('starts in the image without a service, which its first administrator connects in the browser', async () => {
  const words = image()
  const noUser = run(words, { PORT: '0', DATA_DIR: join(directory, 'data') })
  expect(await noUser.ended()).toBe(78)
  expect(noUser.output()).toContain('  ADMIN_EMAIL: there is no user yet;')

  const ada = { email: 'ada@corp.example', password: 'a long enough password' }
  const console = run(words, {
    PORT: '0',
    DATA_DIR: join(directory, 'data'),
    ADMIN_EMAIL: ada.email,
    ADMIN_PASSWORD: ada.password,
  })
  await console.says(/^Console at/m)
  const [, origin = ''] = /^Console at (\S+)/m.exec(console.output()) ?? []
  const headers = { origin, 'x-console': '1', 'content-type': 'application/json' }
  const send = async (method: 'POST' | 'PUT', path: string, body: object, cookie = '') =>
    fetch(origin + path, { method, headers: { ...headers, cookie }, body: JSON.stringify(body) })
  const signedIn = await send('POST', '/api/auth/sign-in/email', ada)
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const get = async (path: string): Promise<unknown> =>
    (await fetch(origin + path, { headers: { ...headers, cookie } })).json()

  expect(await get('/api/session')).toMatchObject({
    permissions: ['settings.manage', 'service.manage', 'audit.read', 'user.manage'],
    features: { sandbox: false, service: false },
  })
  expect(await get('/api/extensions/idle')).toMatchObject({ code: 'not-found' })
  expect(await get('/api/service')).toMatchObject({ source: 'none', sandboxAvailable: false, waiting: null })

  const service = await startService('acme', 'the-app-key-of-the-service', 60)
  const draft = { url: service.url, appId: 'acme', appKey: 'the-app-key-of-the-service' }
  expect((await send('PUT', '/api/service', draft, cookie)).status).toBe(200)
  expect(await get('/api/session')).toMatchObject({ features: { sandbox: false, service: true } })
  expect(await get('/api/extensions/idle')).toMatchObject({ items: { length: 20 } })
  expect(await get('/api/audit?action=service.change')).toMatchObject({
    items: [{ phase: 'outcome', values: { service: { before: null, after: service.url } } }],
  })
  await service.stop()
})
