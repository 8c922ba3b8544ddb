import { afterEach, beforeEach, expect, test } from 'vitest'
import { client, limits } from './options.ts'
import { extensionSuccess, startService, type Behavior, type Service } from './service.ts'

/** The response of operation 11 contains no number, so only the connection ties the response to its request. */
const languageOf = (path: string) => extensionSuccess({ langCode: `of ${path.split('/')[2]}` })
const unsolicitedBody = JSON.stringify({ retCode: '000000', data: { langCode: 'of another' } })
const unsolicited = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${unsolicitedBody.length}\r\n\r\n${unsolicitedBody}`

let service: Service
beforeEach(async () => {
  service = await startService()
})
afterEach(() => service.close())

const honest: Behavior = (request, response) => languageOf(request.path)(request, response)

test('ignores a second response that arrives together with the first', async () => {
  service.on('extension_language', (request, response) => {
    // Send both responses in one piece.
    response.socket?.cork()
    const { socket } = response
    response.on('finish', () => {
      socket?.write(unsolicited)
      socket?.uncork()
    })
    return honest(request, response)
  })
  const { upstream, close } = client(service.url)
  for (const ext of ['8001', '8002', '8003'])
    expect((await upstream.getExtensionLanguage({ ext })).data.langCode).toBe(`of ${ext}`)
  await close()
})

test('closes a kept connection when a response arrives on it without a request', async () => {
  let send = () => {}
  service.on('extension_language', (request, response) => {
    const { socket } = response
    send = () => void socket?.write(unsolicited)
    return honest(request, response)
  })
  const { upstream, close } = client(service.url)
  expect((await upstream.getExtensionLanguage({ ext: '8001' })).data.langCode).toBe('of 8001')
  await expect.poll(() => service.connections()).toBe(1)
  send()
  await expect.poll(() => service.connections()).toBe(0)
  expect((await upstream.getExtensionLanguage({ ext: '8002' })).data.langCode).toBe('of 8002')
  await close()
})

test('never uses the late response of an abandoned read for the next read', async () => {
  const answerLate: (() => void)[] = []
  service.on('extension_language', (request, response) => {
    if (request.path.includes('8001')) answerLate.push(() => void honest(request, response))
    else {
      for (const answer of answerLate) answer()
      return honest(request, response)
    }
  })
  const given = { ...limits, inFlight: 1, totalMs: { ...limits.totalMs, read: 200 } }
  const { upstream, close } = client(service.url, { sendLimits: given })
  await expect(upstream.getExtensionLanguage({ ext: '8001' })).rejects.toMatchObject({ kind: 'timeout' })
  expect(answerLate.length).toBeGreaterThan(0)
  expect((await upstream.getExtensionLanguage({ ext: '8002' })).data.langCode).toBe('of 8002')
  await close()
})
