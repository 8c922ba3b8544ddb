import { afterEach, expect, test, vi } from 'vitest'
import { exportIdle, idleExtensions } from '#contract/extensions.ts'
import { call, callForFile } from '#web/api/call.ts'

afterEach(() => vi.unstubAllGlobals())

/** Answers with the first part of a body, then loses the connection. */
function loseConnection(status: number): void {
  vi.stubGlobal('fetch', () => {
    const chunks = [new TextEncoder().encode('{"items":[')]
    const body = new ReadableStream({
      pull(controller) {
        const chunk = chunks.shift()
        if (chunk === undefined) controller.error(new TypeError('network error'))
        else controller.enqueue(chunk)
      },
    })
    return Promise.resolve(new Response(body, { status }))
  })
}

test.each([200, 403])(
  'reports an answer with status %i that ends early as a lost connection',
  async (status) => {
    loseConnection(status)
    const error = { name: 'ApiError', code: 'network', status: 0 }
    await expect(call(idleExtensions, { query: {} })).rejects.toMatchObject(error)
    await expect(callForFile(exportIdle, { query: {} })).rejects.toMatchObject(error)
  },
)

test('reports a whole answer that is not JSON as an unexpected response', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('<html>', { status: 200 })))
  await expect(call(idleExtensions, { query: {} })).rejects.toMatchObject({ code: 'contract', status: 200 })
})
