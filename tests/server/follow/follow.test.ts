import { beforeEach, expect, test } from 'vitest'
import { Audit, system, type AuditOptions } from '#server/audit/audit-store.ts'
import { createSeal } from '#server/platform/database/encryption.ts'
import { reserveFree } from '#server/reservations/reserve.ts'
import { eachStore } from '../../stores/each-store.ts'
import { counted } from '../../stores/query-plans.ts'
import { followNumbers, formattedNumber, serviceNumbers } from '../service-numbers.ts'

const ada = '9348ee74c2cefd4740db23a3b5bf4a0d'

eachStore(({ open }) => {
  let database: Awaited<ReturnType<typeof openCounted>>
  let numbers: ReturnType<typeof serviceNumbers>
  let parts: ReturnType<typeof partsOn>
  const openCounted = async () => counted(await open())

  function partsOn(options: AuditOptions) {
    const seal = createSeal('a-session-secret-of-at-least-32-characters')
    const audit = new Audit(database, seal, options)
    const context = { database, audit, seal, account: 'here', now: Date.now }
    return { context, ...followNumbers(database, audit, numbers, 'here') }
  }

  const reserve = (exts: readonly string[]) =>
    reserveFree(
      parts.context,
      { actor: { ...system, id: 'ada' }, idempotencyKey: exts.join(' '), body: '', until: null },
      exts.map((ext) => ({
        ext,
        at: Date.now() + 1_000,
        agentUuid: ada,
        colleagueId: null,
        agentName: null,
        colleague: null,
        domain: null,
        langCodeTxt: null,
      })),
      [],
    )
  const show = (exts: readonly string[], agentUuid: string | null) =>
    parts.show({
      records: exts.map((ext) => formattedNumber(ext, agentUuid)),
      absent: [],
      source: 'detail',
      at: Date.now() + 1_000,
    })
  const stored = async () => ({
    numbers: (await database.db.selectFrom('number').select('ext').orderBy('ext').execute()).map(
      ({ ext }) => ext,
    ),
    reservations: Object.fromEntries(
      (await database.db.selectFrom('reservation').select(['ext', 'state']).execute()).map((row) => [
        row.ext,
        row.state,
      ]),
    ),
  })

  /** The audit takes no entry about this number. */
  let refused: string | null
  beforeEach(async () => {
    refused = null
    database = await openCounted()
    numbers = serviceNumbers()
    parts = partsOn({
      notify: (_transaction, { entries }) =>
        entries.some(({ object }) => object === refused)
          ? Promise.reject(new Error('refused'))
          : Promise.resolve(),
    })
  })

  test('does not wait for the audit when nothing follows from what is shown of a reserved number', async () => {
    await reserve(['8001'])
    const statementsOf = async (agentUuid: string | null) => {
      database.sent.length = 0
      await show(['8001'], agentUuid)
      return { count: database.sent.length, ofAudit: JSON.stringify(database.sent).includes('audit_head') }
    }
    await show(['8001'], null)
    // The lock, the number, the reservation and the requests.
    const count = database.engine === 'postgres' ? 4 : 3
    expect(await statementsOf(null)).toEqual({ count, ofAudit: false })
    expect(await statementsOf(ada)).toMatchObject({ ofAudit: true })
    expect(await stored()).toMatchObject({ reservations: { '8001': 'bound' } })
  })

  test('delays only the number whose entry the audit does not take', async () => {
    await reserve(['8001', '8002'])
    refused = '8001'
    await expect(show(['8001', '8002', '8003'], ada)).rejects.toThrow('unavailable')
    expect(await stored()).toEqual({
      numbers: ['8002', '8003'],
      reservations: { '8001': 'reserved', '8002': 'bound' },
    })
    refused = null
    await show(['8001', '8002', '8003'], ada)
    expect(await stored()).toEqual({
      numbers: ['8001', '8002', '8003'],
      reservations: { '8001': 'bound', '8002': 'bound' },
    })
  })

  test('goes on with the other look-ups of a round, and stores what was delayed with a later one', async () => {
    await reserve(['8001', '8002', '8003'])
    await database.db.updateTable('reservation').set({ checked_at: 0 }).execute()
    numbers.shown = new Map(['8001', '8002'].map((ext) => [ext, formattedNumber(ext, ada)]))
    numbers.shown.set('8003', formattedNumber('8003', null))
    refused = '8001'
    await parts.round()
    expect(await stored()).toMatchObject({ reservations: { '8001': 'reserved', '8002': 'bound' } })
    expect(parts.faults).not.toEqual([])
    // Who checks the number must not be shown the old state as the present one.
    const checked = database.db.selectFrom('reservation').select('ext').where('checked_at', '>', 0)
    expect(await checked.execute()).toEqual([{ ext: '8003' }])
    refused = null
    await parts.round()
    expect(await stored()).toMatchObject({ reservations: { '8001': 'bound' } })
  })
})
