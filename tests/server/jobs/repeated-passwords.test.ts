import { expect, test, vi } from 'vitest'
import { eachStore } from '../../stores/each-store.ts'
import { extensionSuccess, respondJson, startService } from '../../upstream/service.ts'
import { openBff } from '../bff.ts'

// A generous timeout: both engines run at once on a shared machine.
const minuteMs = 60_000

eachStore(({ copyStore }) => {
  test(
    'redacts passwords that an earlier process sent, while the store holds them',
    async () => {
      const [given, store] = ['Sent-by-another-1', await copyStore()]
      const service = await startService()
      service.on('extension_detail', respondJson({ retCode: '310005', retMsg: 'not found' }))
      service.on('create_extension', respondJson({}, 502))
      service.on(
        'search_idle_page',
        extensionSuccess({ list: [{ ext: '8001', agentName: `Ada ${given}` }], total: 1 }),
      )
      const first = await openBff({ store, serviceUrl: service.url })
      const job = {
        name: 'one',
        items: [{ ext: '8100', password: given }],
        passwords: { fill: 'none', length: 16 },
      }
      const made = await first.requestAs('admin', '/api/jobs', job, {
        'idempotency-key': 'a-key-for-this-job-00',
      })
      expect(made.status).toBeLessThan(300)
      await vi.waitFor(() => expect(service.count('create_extension')).toBe(1), minuteMs)
      await first.close()

      const second = await openBff({ store, serviceUrl: service.url })
      const names = async () =>
        JSON.stringify(
          (await second.requestAs('admin', '/api/extensions/idle?page=1&pageSize=20')).body['items'],
        )
      await vi.waitFor(async () => expect(await names()).toContain('Ada •••'), minuteMs)
      expect(await names()).not.toContain(given)
      await second.close()
      await service.close()
    },
    2 * minuteMs,
  )
})
