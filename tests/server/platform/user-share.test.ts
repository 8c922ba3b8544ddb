import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { extensionSuccess, startService, type Service } from '../../upstream/service.ts'
import { openBff, type Answer, type Bff } from '../bff.ts'

let service: Service
let bff: Bff
/** Functions that answer the requests the service holds open. */
let ends: (() => void)[] = []
beforeAll(async () => {
  service = await startService()
  bff = await openBff({ serviceUrl: service.url })
  const page = extensionSuccess({ list: [{ ext: '8001' }], total: 1 })
  service.on('search_idle_page', (request, response) => {
    if (request.query.get('tempId') !== 'slow') return page(request, response)
    ends.push(() => void page(request, response))
  })
  service.on('extension_detail', (request, response) => {
    ends.push(() => void extensionSuccess({ ext: '8001' })(request, response))
  })
  // Gets a token and both sessions first.
  for (const role of ['admin', 'supervisor'] as const) await idle(role)
})
afterAll(async () => {
  await bff.close()
  await service.close()
})

const idle = (role: 'admin' | 'supervisor', tempId = 'quick') =>
  bff.requestAs(role, `/api/extensions/idle?page=1&pageSize=20&tempId=${tempId}`)
const slow = (count: number) => Array.from({ length: count }, () => idle('admin', 'slow'))

/** Answers held requests until all of `asked` have ended; returns their statuses. */
async function endAll(asked: Promise<Answer>[]): Promise<number[]> {
  const answered = Promise.all(asked)
  let isOver = false
  void answered.finally(() => (isOver = true))
  await vi.waitFor(() => {
    for (const end of ends) end()
    ends = []
    expect(isOver).toBe(true)
  }, 30_000)
  return (await answered).map(({ status }) => status)
}

test("leaves half of the places to other users' reads when one user sends many slow reads", async () => {
  const asked = slow(48)
  await vi.waitFor(() => expect(ends).toHaveLength(16), 30_000)
  expect((await idle('supervisor')).status).toBe(200)
  // Pages that read only the store are not limited.
  expect((await bff.requestAs('admin', '/api/jobs?page=1&pageSize=20')).status).toBe(200)
  const refused = await idle('admin')
  expect(refused.body).toMatchObject({ code: 'too-many-requests' })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2'])
  expect(ends).toHaveLength(16)
  expect(new Set(await endAll(asked))).toEqual(new Set([200]))
  expect((await idle('admin')).status).toBe(200)
})

test("keeps a user's preview from taking places of the same user's pages", async () => {
  const exts = Array.from({ length: 50 }, (_, n) => String(8_000 + n))
  const previews = [1, 2, 3].map(() => bff.requestAs('admin', '/api/jobs/preview', { exts }))
  await vi.waitFor(() => expect(ends).toHaveLength(16), 30_000)
  expect((await idle('admin')).status).toBe(200)
  expect(new Set(await endAll(previews))).toEqual(new Set([200]))
})
