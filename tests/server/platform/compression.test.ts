import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { idleExtensions } from '#contract/extensions.ts'
import { exportChosen } from '#contract/numbers.ts'
import { openBff, origin, type Bff } from '../bff.ts'

let bff: Bff
beforeAll(async () => {
  bff = await openBff()
})
afterAll(() => bff.close())

async function request(path: string, init: RequestInit = {}, encoding = 'gzip, br') {
  const headers = { ...bff.pageHeaders, cookie: await bff.cookieOf('admin'), 'accept-encoding': encoding }
  const response = await bff.console.app.fetch(new Request(origin + path, { headers, ...init }))
  return {
    encoding: response.headers.get('content-encoding'),
    bytes: Buffer.from(await response.arrayBuffer()),
  }
}
const page = '/api/extensions/idle?pageSize=20'

test('compresses a page of a list to less than a fifth, and a file', async () => {
  const plain = await request(page, {}, 'identity')
  expect(plain.encoding).toBeNull()
  const small = await request(page)
  expect(small.encoding).toBe('gzip')
  expect(small.bytes.length).toBeLessThan(plain.bytes.length / 5)
  expect(gunzipSync(small.bytes)).toEqual(plain.bytes)

  const file = await request('/api/extensions/idle/export.csv')
  expect(file.encoding).toBe('gzip')
  expect(gunzipSync(file.bytes).toString()).toContain('1299')
})

test('leaves short answers alone, and all answers but those of reads: they can contain a secret', async () => {
  expect((await request('/api/extensions/1000/language')).encoding).toBeNull()

  const rows = (await bff.requestAs('admin', page)).body
  const numbers = idleExtensions.answer.parse(rows).items.map(({ ext }) => ext)
  await bff.requestAs('admin', `/api/numbers/fresh?numbers=${numbers.join(',')}`)
  const body = JSON.stringify({ numbers, bom: '0' })
  const posted = await request(exportChosen.path, { method: 'POST', body })
  expect(posted.bytes.length).toBeGreaterThan(1_024)
  expect(posted.encoding).toBeNull()
})
