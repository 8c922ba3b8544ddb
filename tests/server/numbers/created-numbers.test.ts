import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { readCapacity } from '#contract/capacity.ts'
import { numbersStatus } from '#contract/numbers.ts'
import { job as jobSchema } from '#contract/jobs.ts'
import { readPoolCounts } from '#contract/pools.ts'
import { eachStore } from '../../stores/each-store.ts'
import { openBff } from '../bff.ts'

eachStore(({ copyStore }) => {
  test('knows the numbers of a job as free when it ends, without an alert before', async () => {
    const bff = await openBff({
      store: await copyStore(),
      timings: {
        idlePagesEveryMs: 100,
        numbersWriteMs: 20,
        jobPollMs: 100,
        jobRowsMs: 20,
        // Only the end of the job reads its numbers.
        lookUpsEveryMs: 60 * 60_000,
        gapsEveryMs: 60 * 60_000,
      },
    })
    try {
      await vi.waitFor(async () => {
        const { body } = await bff.requestAs('admin', '/api/numbers/status')
        if (numbersStatus.answer.parse(body).firstScan !== null) throw new Error('still reading')
      }, 20_000)
      const exts = Array.from({ length: 60 }, (_, n) => String(830_001 + n))
      const created = jobSchema.parse(
        (
          await bff.requestAs(
            'admin',
            '/api/jobs',
            { name: 'New', items: exts.map((ext) => ({ ext })), passwords: { fill: 'random', length: 16 } },
            { 'idempotency-key': 'the-key-of-sixty-new-numbers' },
          )
        ).body,
      )
      const isRunning = async () =>
        jobSchema.parse((await bff.requestAs('admin', `/api/jobs/${created.id}`)).body).endedAt === null
      const broken = async () =>
        readCapacity.answer
          .parse((await bff.requestAs('admin', '/api/capacity')).body)
          .thresholds.flatMap((threshold) => threshold.broken)
      // A number of the job is unknown before the pool has its threshold.
      await vi.waitFor(async () => {
        const { body } = await bff.requestAs('admin', '/api/numbers?search=830&pageSize=1000')
        if (!Array.isArray(body['items']) || body['items'].length < 10) throw new Error('not seen yet')
      }, 20_000)
      const pool = { name: 'New', prefixes: ['830'], leastFree: 5 }
      expect((await bff.requestAs('admin', '/api/pools', pool)).status).toBe(200)
      // The store answers in this turn of the event loop; the job needs the next ones.
      for (; await isRunning(); await nextTurn()) expect(await broken()).toEqual([])
      await vi.waitFor(
        async () => {
          const { items } = readPoolCounts.answer.parse(
            (await bff.requestAs('admin', '/api/pools/counts')).body,
          )
          expect(items).toMatchObject([{ free: 60, unknown: 0 }])
        },
        { timeout: 5_000, interval: 50 },
      )
      expect(await broken()).toEqual([])
    } finally {
      await bff.close()
    }
  })
})
