import { afterEach, describe, expect, test, vi } from 'vitest'
import { extensionHistory } from '#contract/history.ts'
import { listPeople } from '#contract/people.ts'
import { listReservations } from '#contract/reservations.ts'
import { person } from '#sandbox/people.ts'
import { homeCompany } from '#sandbox/seed.ts'
import { eachStore } from '../../stores/each-store.ts'
import { openBff, type Bff } from '../bff.ts'

const hourMs = 3_600_000

eachStore(({ copyStore }) => {
  describe.each([
    ['ahead of', 2 * hourMs],
    ['behind', -2 * hourMs],
  ])('while the console’s clock is %s the store’s', (_how, aheadMs) => {
    let bff: Bff
    afterEach(async () => {
      await bff.close()
      vi.restoreAllMocks()
    })

    test('knows whether an account was seen before a number was reserved, and orders the number’s history', async () => {
      const read = Date.now
      vi.spyOn(Date, 'now').mockImplementation(() => read() + aheadMs)
      const timings = { numbersWriteMs: 10, idlePagesEveryMs: hourMs }
      bff = await openBff({ store: await copyStore(), timings })
      const { body } = await bff.requestAs('supervisor', '/api/extensions/idle?pageSize=2')
      const [a = '', b = ''] = JSON.stringify(body).match(/(?<="ext":")\d+/g) ?? []
      const [seen, unseen] = [person(homeCompany.id, 149), person(homeCompany.id, 148)]
      await bff.requestAs('supervisor', `/api/extensions/idle/first?agentId=${seen.agentID}`)
      await vi.waitFor(async () => {
        const path = `/api/people?sort=best&pageSize=10&q=${seen.agentID}`
        const { items } = listPeople.answer.parse((await bff.requestAs('supervisor', path)).body)
        expect(items).toMatchObject([{ agentUuid: seen.uuid }])
      }, 60_000)
      const items = [a, b].map((ext) => ({ ext, colleague: { name: `Colleague of ${ext}` } }))
      const headers = { 'idempotency-key': 'key-while-the-clocks-differ' }
      await bff.requestAs('supervisor', '/api/reservations', { items }, headers)
      bff.sandbox.store.desk.bind(homeCompany.id, a, seen.uuid)
      bff.sandbox.store.desk.bind(homeCompany.id, b, unseen.uuid)
      for (const ext of [a, b]) await bff.requestAs('supervisor', `/api/extensions/${ext}`)
      const reservationOf = async (ext: string) =>
        listReservations.answer.parse(
          (await bff.requestAs('supervisor', `/api/reservations?ext=${ext}`)).body,
        ).items[0]
      await vi.waitFor(async () => {
        expect(await reservationOf(a)).toMatchObject({ state: 'taken', holder: { agentUuid: seen.uuid } })
        expect(await reservationOf(b)).toMatchObject({
          state: 'reserved',
          holder: { agentUuid: unseen.uuid },
        })
      }, 10_000)
      const history = await bff.requestAs('supervisor', `/api/extensions/${a}/history`)
      // The latest first.
      expect(extensionHistory.answer.parse(history.body).items).toMatchObject([
        { kind: 'reservation', state: 'taken' },
        { kind: 'binding' },
        { kind: 'reservation', state: 'reserved' },
      ])
    })
  })
})
