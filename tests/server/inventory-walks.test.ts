import { expect, test, vi } from 'vitest'
import { createInventoryWalks } from '#server/inventory/inventory-walks.ts'
import { createAssignmentReader } from '#server/store/assignment-reader.ts'
import { createAssignmentStore } from '#server/store/assignment-store.ts'
import { createAudit, system } from '#server/store/audit-store.ts'
import type { Database } from '#server/store/database.ts'
import { createInventoryStore } from '#server/store/inventory-store.ts'
import { createSeal } from '#server/store/seal.ts'
import { createWalkStore } from '#server/store/walk-store.ts'
import { eachStore } from '../stores/each-store.ts'
import { seenExtension } from './inventory-records.ts'

// PostgreSQL waits for the disk, which others use as well.
vi.setConfig({ testTimeout: 30_000 })

const none = () => Promise.reject(new Error('not asked'))

function partsOn(database: Database) {
  const seal = createSeal('a-session-secret-of-at-least-32-characters')
  return {
    inventory: createInventoryStore(database, 'a'),
    walks: createWalkStore(database, 'a'),
    assigned: createAssignmentReader(database, 'a'),
    reservations: createAssignmentStore(database, createAudit(database, seal), seal, 'a'),
  }
}

eachStore(({ open }) => {
  test('each agent is asked for once, whatever the case of the uuids', async () => {
    const { reservations, ...parts } = partsOn(await open())
    const records = ['a0000000', 'fa120000'].map((agentUuid, n) =>
      seenExtension(String(8_001 + n), { bindStatus: 1, agentUuid }),
    )
    await parts.inventory.saw([{ records, absent: [], source: 'detail', at: 1_000 }])
    const person = { actor: { ...system, id: 'somebody' }, userName: 'Somebody' }
    const reserved = { ext: '8003', agentUuid: 'FFFF0000', agentName: null, domain: null, langCodeTxt: null }
    await reservations.claim({ ...person, idempotencyKey: 'key', body: '', hours: 1 }, [reserved], [])
    const asked: string[] = []
    const { agents } = createInventoryWalks({
      ...parts,
      watch: { flush: () => Promise.resolve() },
      now: () => 2_000,
      upstream: {
        searchIdlePage: none,
        getExtension: none,
        getUnboundPage: ({ agentUuid, page, pageSize }) => {
          asked.push(agentUuid)
          return Promise.resolve({ data: { items: [], page, pageSize, total: 0 }, warnings: [] })
        },
      },
    })
    const read = <T>(call: () => Promise<T>) => (asked.length < 9 ? call() : none())
    await agents({ read, signal: new AbortController().signal })
    expect(asked).toEqual(['FFFF0000', 'a0000000', 'fa120000'])
  })
})
