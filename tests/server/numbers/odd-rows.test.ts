import { expect, test } from 'vitest'
import { listNumbers, readFresh } from '#contract/numbers.ts'
import { eachStore } from '../../stores/each-store.ts'
import { extensionSuccess, startService } from '../../upstream/service.ts'
import { openBff } from '../bff.ts'

const ideographs = Array.from({ length: 990 }, () =>
  String.fromCodePoint(0x4e00 + Math.floor(Math.random() * 20_000)),
).join('')
const random = Array.from({ length: 8_192 }, () => Math.floor(Math.random() * 36).toString(36)).join('')

eachStore(({ copyStore }) => {
  test.each([
    ['a time with a fraction', { creationTime: 1_736_125_200_000.5 }, 20],
    ['a number beyond all integers', { status: 1e300 }, 20],
    ['a language of 8 kB', { langCodeTxt: random }, 20],
    ['an agent of 8 kB', { bindStatus: 1, agentUuid: random, agentName: random }, 20],
    ['a number that no phone has', { ext: random }, 19],
    ['a codec of a thousand characters', { langCodeTxt: ideographs }, 20],
  ])('keeps the other records when one has %s', async (_what, odd, kept) => {
    const service = await startService()
    const list = Array.from({ length: 20 }, (_, n) => ({
      ext: String(8_001 + n),
      bindStatus: 0,
      ...(n === 7 ? odd : {}),
    }))
    service.on('search_idle_page', extensionSuccess({ list, currPage: 1, pageSize: 100, total: list.length }))
    service.on('extension_detail', extensionSuccess(list[1]))
    const bff = await openBff({ store: await copyStore(), serviceUrl: service.url })
    try {
      expect((await bff.requestAs('supervisor', '/api/extensions/idle?pageSize=20')).status).toBe(200)
      const fresh = await bff.requestAs('supervisor', '/api/numbers/fresh?numbers=8002')
      expect(fresh.status).toBe(200)
      expect(readFresh.answer.parse(fresh.body).items[0]).toMatchObject({ item: { ext: '8002' } })
      const { body } = await bff.requestAs('supervisor', '/api/numbers')
      const { items, total } = listNumbers.answer.parse(body)
      expect([items.length, total]).toEqual([kept, kept])
      const faults = bff.logged.filter((line) => line.includes('"fault"'))
      expect(faults).toEqual([])
    } finally {
      await bff.close()
      await service.close()
    }
  })
})
