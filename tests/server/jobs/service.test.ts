import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { extensionNotFoundCodes } from '#upstream/assumptions.ts'
import { UpstreamError } from '#upstream/errors.ts'
import { createUpstream, type UpstreamHandle } from '#upstream/client.ts'
import { memoryTokenStore } from '#upstream/memory-token-store.ts'
import { defaultLimits } from '#upstream/transport.ts'
import { numbers } from '../../jobs-service/bulk.ts'
import { appId, appKey, startMisbehavingService } from '../../jobs-service/service.ts'
import { processes } from '../processes.ts'

const { run } = processes()
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

function connect(url: string): UpstreamHandle['upstream'] {
  const handle = createUpstream({
    url,
    extensionsUrl: url,
    appId,
    appKey,
    companyId: null,
    extensionsAuth: 'bearer-token',
    authorization: null,
    tokenInvalidCodes: ['900002'],
    tokenStore: memoryTokenStore(),
    limits: { ...defaultLimits, totalMs: { read: 5_000, token: 5_000, create: 1_500 } },
  })
  closing.push(handle.close)
  return handle.upstream
}

async function start(options: Parameters<typeof startMisbehavingService>[0]) {
  const service = await startMisbehavingService(options)
  closing.push(service.close)
  return { service, upstream: connect(service.url) }
}

const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => 'good',
    (error: unknown) => (error instanceof UpstreamError ? (error.code ?? error.kind) : String(error)),
  )

describe('the misbehaving service', () => {
  test.each([
    [{}, 'good', 1],
    [{ droppedBefore: 1 }, 'unreachable', 0],
    [{ committedThenDropped: 1 }, 'unreachable', 1],
    [{ frequent: 1 }, '330007', 0],
    [{ tooMany: 1 }, 'HTTP 429', 0],
    [{ allLateMs: 0 }, 'unreachable', 1],
  ])('does %j to a create: %s', async (modes, fault, created) => {
    const { service, upstream } = await start({ modes })
    expect(await faultOf(upstream.createExtension({ ext: '8001' }))).toBe(fault)
    await sleep(5)
    expect(1 - service.lost(['8001']).length).toBe(created)
  })

  test.each([
    [{ silent: 1 }, 'timeout'],
    [{ http500: 1 }, 'HTTP 500'],
    [{ html: 1 }, 'not-json'],
  ])('does %j to all and creates some', async (modes, fault) => {
    const { service, upstream } = await start({ modes })
    const exts = numbers(16)
    const faults = await Promise.all(exts.map((ext) => faultOf(upstream.createExtension({ ext }))))
    expect(new Set(faults)).toEqual(new Set([fault]))
    const lost = service.lost(exts).length
    expect([lost > 0, lost < exts.length]).toEqual([true, true])
  })

  test('creates late, and never sooner than it means to', async () => {
    const { service, upstream } = await start({ modes: { allLateMs: 400 } })
    expect(await faultOf(upstream.createExtension({ ext: '8001' }))).toBe('unreachable')
    expect(await faultOf(upstream.getExtension({ ext: '8001' }))).toBe(extensionNotFoundCodes[0])
    await sleep(420)
    expect((await upstream.getExtension({ ext: '8001' })).data.ext).toBe('8001')
    expect(service.journal).toMatchObject([{ ext: '8001', nth: 1, did: 'allLate' }])
  })

  test('catches whoever sends again what it has lost: duplicates, and numbers lost to whoever does not', async () => {
    const { service, upstream } = await start({ modes: { droppedBefore: 0.1, committedThenDropped: 0.1 } })
    const exts = numbers(200)
    for (const ext of exts)
      if ((await faultOf(upstream.createExtension({ ext }))) !== 'good' && Number(ext) % 2 === 0)
        await faultOf(upstream.createExtension({ ext }))
    expect(service.duplicates().length).toBeGreaterThan(0)
    expect(service.lost(exts).length).toBeGreaterThan(0)
  })

  test('runs as a process of its own, with its journal and modes over HTTP', async () => {
    const { says, output } = run(['tests/jobs-service/service.ts', 'a seed', '{"droppedBefore":1}'])
    await says(/^Service at \S+$/m)
    const url = /^Service at (\S+)$/m.exec(output())?.[1] ?? ''
    const upstream = connect(url)
    expect(await faultOf(upstream.createExtension({ ext: '8001' }))).toBe('unreachable')
    await fetch(`${url}/-/modes`, { method: 'PUT', body: '{"droppedBefore":0}' })
    expect(await faultOf(upstream.createExtension({ ext: '8001' }))).toBe('good')
    const journal: unknown = await (await fetch(`${url}/-/journal`)).json()
    expect(journal).toMatchObject({
      journal: [
        { ext: '8001', nth: 1, did: 'droppedBefore', createdAt: null },
        { ext: '8001', nth: 2, did: 'good' },
      ],
      calls: { '/api/get_token': 1, '/api/exts/_add': 2 },
    })
  })
})
