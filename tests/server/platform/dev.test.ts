import { expect, test } from 'vitest'
import { processes } from '../processes.ts'

const { start } = processes()

test('serves page, sources and API from one process with npm run dev, and no other file', async () => {
  const console = start('dev', {}, [], ['--dev'])
  await console.says(/Console at/)
  const [, url = ''] = /Console at (\S+)/.exec(console.output()) ?? []
  const get = async (path: string) => {
    const answer = await fetch(`${url}${path}`, { headers: { accept: 'text/html' } })
    return { status: answer.status, text: await answer.text() }
  }
  expect(await get('/')).toMatchObject({ status: 200, text: expect.stringContaining('/@vite/client') })
  expect(await get('/extensions/idle')).toMatchObject({
    status: 200,
    text: expect.stringContaining('/src/web/app/main.tsx'),
  })
  const entry = await get('/src/web/app/main.tsx')
  expect([entry.status, entry.text]).toEqual([200, expect.stringContaining('/src/web/')])
  expect(await get('/api/session')).toMatchObject({ status: 401, text: expect.stringContaining('"code"') })
  expect((await get('/readyz')).status).toBe(200)
  for (const path of ['/package-lock.json', '/src/server/auth/auth.ts', '/README.md', '/tests/run.ts'])
    for (const query of ['', '?raw', '?url', '?import&raw', '?inline'])
      expect([path, query, (await get(`${path}${query}`)).status]).toEqual([path, query, 403])
  console.child.kill('SIGINT')
  expect(await console.ended()).toBe(0)
})
