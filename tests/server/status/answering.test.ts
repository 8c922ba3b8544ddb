import { expect, onTestFinished, test, vi } from 'vitest'
import { numbersStatus } from '#contract/numbers.ts'
import { readAnswering } from '#contract/status.ts'
import { createSandbox } from '#sandbox/sandbox.ts'
import { layCable } from '../../jobs-service/cable.ts'
import { eachStore } from '../../stores/each-store.ts'
import { appKey, openBff } from '../bff.ts'

const hourMs = 60 * 60_000

eachStore(({ copyStore }) => {
  test('says between two scans that the service is away, how old the lists are, and when it answers again', async () => {
    const sandbox = createSandbox({
      file: null,
      appId: 'sandbox',
      appKey,
      extensions: 40,
      slowMs: 300,
      lateMs: 6_000,
    })
    const service = await sandbox.listen(0, '127.0.0.1')
    const cable = await layCable(Number(new URL(service.url).port))
    const bff = await openBff({
      store: await copyStore(),
      serviceUrl: cable.url,
      timings: {
        idlePagesEveryMs: 100,
        agentRecordsEveryMs: hourMs,
        lookUpsEveryMs: hourMs,
        gapsEveryMs: hourMs,
      },
    })
    onTestFinished(async () => {
      vi.useRealTimers()
      await bff.close()
      cable.cut()
      await service.close()
      sandbox.close()
    })
    const read = async () =>
      readAnswering.answer.parse((await bff.requestAs('supervisor', readAnswering.path)).body)
    const crawls = async () =>
      numbersStatus.answer.parse((await bff.requestAs('supervisor', numbersStatus.path)).body).crawls
    await expect.poll(async () => (await read()).listsReadAt, { timeout: 30_000 }).not.toBeNull()
    expect((await read()).noAnswerSince).toBeNull()
    cable.cut()
    // No call yet shows the outage.
    const before = await read()
    expect(before.noAnswerSince).toBeNull()

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
    const away = await read()
    expect(away).toMatchObject({ noAnswerSince: expect.any(Number), listsReadAt: before.listsReadAt })
    expect((await crawls()).map(({ failure }) => failure)).toEqual([null, null])

    await cable.repair()
    // The next call is not due.
    expect((await read()).noAnswerSince).toBe(away.noAnswerSince)
    vi.setSystemTime(Date.now() + 16_000)
    expect((await read()).noAnswerSince).toBeNull()
  })
})
