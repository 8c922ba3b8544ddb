import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { personSorts } from '#contract/people.ts'
import { observe } from '#server/numbers/observe.ts'
import { observedIn } from '#server/numbers/recorder.ts'
import { People, type PersonFilter } from '#server/people/people.ts'
import { LabelStore } from '#server/labels/store.ts'
import { recordRead, recordSeen, type SeenAgent } from '#server/people/record.ts'
import { factsFrom, factsOf } from '#server/people/facts.ts'
import type { Database } from '#server/platform/database/database.ts'
import { numberStore, seenExtension } from '../numbers/number-store.ts'
import { eachStore } from '../../stores/each-store.ts'
import { testAudit } from '../test-audit.ts'
import { peopleChanges } from './people-changes.ts'

const uuidOf = (n: number) => `agent-${String(n).padStart(8, '0')}`

function directoryOn(database: Database, account = 'a') {
  const labels = new LabelStore(database, account)
  const reads = new People({
    database,
    account,
    labels: labels.of('agent'),
  })
  const writes = peopleChanges(database, account)
  return {
    reads,
    labels,
    join: writes.join.bind(writes),
    keepApart: writes.keepApart.bind(writes),
    takeRoster: writes.takeRoster.bind(writes),
    previewRoster: writes.previewRoster.bind(writes),
    recordRead: (agentUuid: string, read: Parameters<typeof recordRead>[3]) =>
      recordRead(database, account, agentUuid, read),
    recordSeen: (seen: readonly SeenAgent[]) =>
      database.db
        .transaction()
        .execute((transaction) => recordSeen(transaction, { database, account }, seen)),
    all: async (filter: PersonFilter = {}) => {
      const { rows, total } = await reads.list(
        filter,
        { sort: 'name', order: 'asc' },
        { offset: 0, limit: 1_000 },
      )
      expect(total).toBe(rows.length)
      return rows.map((row) => ({ ...row, facts: factsFrom(row.facts) }))
    },
    search: async (q: string, limit = 10) =>
      (await reads.list({ q }, { sort: 'best', order: 'asc' }, { offset: 0, limit })).rows,
    found: async (q: string) => {
      const best = { sort: 'best', order: 'asc' } as const
      const { rows } = await reads.list({ q }, best, { offset: 0, limit: 10 })
      return rows.map(({ agent_uuid, id }) => agent_uuid ?? id)
    },
  }
}
const seen = (n: number, name: string, at = 1, workNumber?: string, department?: string): SeenAgent => ({
  agentUuid: uuidOf(n),
  facts: factsOf({ name, workNumber, department }, 'agent-record', at),
  at,
})

eachStore(({ open }) => {
  test('finds agents by the ending or a pattern of their extension or work number', async () => {
    const database = await open()
    const { search, recordSeen, all, found } = directoryOn(database)
    await recordSeen([
      seen(1, 'Ada', 1, '4088'),
      seen(2, 'Ben', 1, '4012'),
      seen(3, 'Eve', 1, '4013'),
      seen(4, 'Zoe', 1),
    ])
    for (const [n, ext] of [
      [1, '1012'],
      [2, '2088'],
      [3, '2090'],
    ] as const)
      await database.db.updateTable('person').set({ ext }).where('agent_uuid', '=', uuidOf(n)).execute()
    for (const [typed, expected] of [
      ['*88', [1, 2]],
      ['20??', [2, 3]],
      ['*９', []],
      ['?', []],
      ['4088', [1]],
    ] as const) {
      const uuids = expected.map(uuidOf)
      expect.soft((await found(typed)).toSorted(), typed).toEqual(uuids)
      expect
        .soft(
          (await all({ q: typed })).map(({ agent_uuid }) => agent_uuid),
          typed,
        )
        .toEqual(uuids)
    }
    expect(await search('*88', 1)).toHaveLength(1)
  })

  test('finds namesakes in the order of their work numbers', async () => {
    const { recordSeen, found } = directoryOn(await open())
    await recordSeen([3, 1, 4, 2].map((n) => seen(n, '王小明', 1, String(1_004 - n))))
    expect(await found('王小明')).toEqual([4, 3, 2, 1].map(uuidOf))
  })

  test('merges agents by UUID, never by name', async () => {
    const { reads, recordSeen, all, found } = directoryOn(await open())
    expect(await reads.hasAny()).toBe(false)
    await recordSeen([seen(1, '王小明', 1, '1001', 'Sales'), seen(2, '王小明', 1, '1002', 'Billing')])
    expect(await reads.hasAny()).toBe(true)
    await recordSeen([seen(1, '王小明', 2), seen(1, '王大明', 3)])
    expect(
      (await all()).map(({ agent_uuid, facts }) => [agent_uuid, facts.name?.value, facts.workNumber?.value]),
    ).toEqual([
      [uuidOf(1), '王大明', '1001'],
      [uuidOf(2), '王小明', '1002'],
    ])
    expect(await found('xiaoming')).toEqual([uuidOf(2)])
    expect(await found('wang')).toEqual([uuidOf(1), uuidOf(2)])
    expect(await found('1001')).toEqual([uuidOf(1)])
    expect(await found('wang billing')).toEqual([uuidOf(2)])
    expect(await found('sales')).toEqual([uuidOf(1)])
    expect(await found('unknown person')).toEqual([])
    expect(await found('')).toHaveLength(2)
  })

  test('builds the same directory from observations in any order and batches', async () => {
    const observation = fc.record({
      n: fc.nat(2),
      name: fc.constantFrom('Ada', 'Bob', '王小明'),
      at: fc.nat(4).map((hours) => hours * 3_600_000),
      workNumber: fc.option(fc.constantFrom('1', '2', '3'), { nil: undefined }),
    })
    const database = await open()
    let account = 0
    await fc.assert(
      fc.asyncProperty(fc.array(observation, { maxLength: 6 }), fc.nat(6), async (observations, cut) => {
        const one = directoryOn(database, `one ${account}`)
        const other = directoryOn(database, `other ${account++}`)
        const all = observations.map(({ n, name, at, workNumber }) => seen(n, name, at, workNumber))
        await one.recordSeen(all)
        await other.recordSeen(all.slice(cut).toReversed())
        await other.recordSeen(all.slice(0, cut))
        const shown = async ({ all: list }: typeof one) =>
          new Map((await list()).map(({ agent_uuid, facts }) => [agent_uuid, facts] as const))
        expect(await shown(one)).toEqual(await shown(other))
        // Each agent has the last name shown for its UUID, and no name of another UUID.
        for (const { agent_uuid: uuid, facts } of await one.all()) {
          const own = all.filter(({ agentUuid }) => agentUuid === uuid)
          const last = Math.max(...own.map(({ at }) => at))
          const names = own.flatMap((each) => (each.at === last ? (each.facts.name?.value ?? []) : []))
          expect(facts.name?.at).toBe(last)
          expect(names).toContain(facts.name?.value)
        }
        expect(new Set((await one.all()).map(({ agent_uuid }) => agent_uuid))).toEqual(
          new Set(all.map(({ agentUuid }) => agentUuid)),
        )
      }),
      { numRuns: 30 },
    )
  })

  test('updates the directory in the transaction that changes a number’s agent', async () => {
    const database = await open()
    const { all, recordSeen } = directoryOn(database)
    const store = { database, account: 'a', audit: testAudit(database) }
    await recordSeen([seen(1, 'Ada')])
    const bound = (ext: string, n: number, name: string) =>
      seenExtension(ext, { bindStatus: 1, agentUuid: uuidOf(n), agentName: name })
    await observe(
      store,
      observedIn({
        records: [bound('8002', 1, 'Ada'), bound('8001', 1, 'Ada')],
        absent: [],
        source: 'detail',
        at: 1_000,
      }),
    )
    expect(await all()).toMatchObject([{ agent_uuid: uuidOf(1), ext: '8001', numbers: 2 }])
    for (const q of ['8001', '8002']) expect(await all({ q })).toMatchObject([{ agent_uuid: uuidOf(1) }])
    await observe(
      store,
      observedIn({ records: [bound('8001', 2, 'Bob')], absent: [], source: 'detail', at: 2_000 }),
    )
    expect(await all()).toMatchObject([
      { agent_uuid: uuidOf(1), ext: '8002', numbers: 1 },
      { agent_uuid: uuidOf(2), ext: '8001', numbers: 1 },
    ])
    expect(await all({ q: '8001' })).toMatchObject([{ agent_uuid: uuidOf(2) }])
    expect(await all({ q: '8002' })).toMatchObject([{ agent_uuid: uuidOf(1), exts: ' 8002 ' }])
    await observe(store, observedIn({ records: [], absent: ['8002'], source: 'detail', at: 3_000 }))
    expect(await all({ state: 'none' })).toMatchObject([{ agent_uuid: uuidOf(1), ext: null, numbers: 0 }])
    expect(await all({ state: 'number' })).toMatchObject([{ agent_uuid: uuidOf(2) }])
    expect((await numberStore(database, 'a').byNumber('8001'))?.agent_uuid).toBe(uuidOf(2))
  })

  test('identifies a new colleague by work number and turns it into the agent whose record shows that number', async () => {
    const { takeRoster, recordSeen, all } = directoryOn(await open())
    const rows = [
      { workNumber: '2001', name: '李雷', department: 'Sales' },
      { workNumber: '2002', name: '李雷' },
      { agentUuid: uuidOf(3), workNumber: '2003', name: '韩梅梅' },
    ]
    const outcomesOf = async (...given: Parameters<typeof takeRoster>) =>
      (await takeRoster(...given)).outcomes
    expect(await outcomesOf(rows, 10)).toEqual(['colleague', 'colleague', 'added'])
    expect(await outcomesOf(rows, 20)).toEqual(['same', 'same', 'same'])
    expect(await outcomesOf([{ workNumber: '2001', note: 'window seat' }], 30)).toEqual(['changed'])
    const [before] = await all({ q: '2001' })
    await recordSeen([seen(1, 'Li Lei', 40, '2001')])
    expect(await all({ q: '2001' })).toMatchObject([
      {
        id: before?.id,
        agent_uuid: uuidOf(1),
        facts: { name: { value: 'Li Lei' }, note: { value: 'window seat' } },
      },
    ])
    // The UUID is known first and the work number later: still one row.
    await recordSeen([seen(2, 'Li Lei', 50)])
    await recordSeen([seen(2, 'Li Lei', 60, '2002')])
    expect(new Set((await all()).map(({ agent_uuid }) => agent_uuid))).toEqual(
      new Set([uuidOf(1), uuidOf(2), uuidOf(3)]),
    )
    await recordSeen([seen(4, 'Twin', 70, '2003')])
    expect(await outcomesOf([{ workNumber: '2003', name: 'Who' }], 80)).toEqual(['ambiguous'])
  })

  test('remembers who is not the new colleague, and leads from the ID of one who is', async () => {
    const { takeRoster, recordSeen, all, reads, join, keepApart } = directoryOn(await open())
    await takeRoster([{ workNumber: '3001', name: 'Ada' }], 10)
    await recordSeen([seen(1, 'Ada', 20), seen(2, 'Ada', 20)])
    const [newColleague] = await reads.exactly([], ['3001'], [])
    const namesakes = async () =>
      newColleague === undefined ? [] : ((await reads.namesakesOf([newColleague])).get(newColleague.id) ?? [])
    expect(await namesakes()).toHaveLength(2)
    await keepApart(newColleague?.id ?? '', uuidOf(1))
    await expect(keepApart(newColleague?.id ?? '', uuidOf(9))).rejects.toThrow('agent-not-found')
    expect((await namesakes()).map(({ agent_uuid: uuid }) => uuid)).toEqual([uuidOf(2)])
    await join(newColleague?.id ?? '', uuidOf(2), 30)
    expect((await reads.byId(newColleague?.id ?? ''))?.agent_uuid).toBe(uuidOf(2))
    expect(await all()).toHaveLength(2)
  })

  test('clears a fact that a roster says is none, remembers it, and names departments without people', async () => {
    const { takeRoster, previewRoster, all, recordSeen, reads } = directoryOn(await open())
    const row = { workNumber: '2001', name: 'Ada', department: 'Odd', phoneModel: 'T46U' }
    await takeRoster([row, { workNumber: '2002', department: 'odd ' }], 10)
    const { outcomes, departments } = await takeRoster([{ workNumber: '2001', phoneModel: null }], 20)
    expect([outcomes, departments]).toEqual([['changed'], []])
    await takeRoster([{ workNumber: '2001', name: 'Ada' }], 30)
    await recordSeen([])
    const [ada] = await all({ q: '2001' })
    expect(ada?.facts).toMatchObject({
      phoneModel: { value: null, source: 'roster', at: 20 },
      department: { value: 'Odd' },
    })
    const renamed = ['2001', '2002'].map((workNumber) => ({ workNumber, department: 'Even' }))
    const changes = [
      { department: 'Even', before: 0, after: 2 },
      { department: 'Odd', before: 2, after: 0 },
    ]
    expect((await previewRoster(renamed, 40)).departments).toEqual(changes)
    expect(await reads.emptyDepartments(['EVEN', 'Odd'])).toEqual(['EVEN'])
    expect((await takeRoster(renamed, 40)).departments).toEqual(changes)
    expect(await reads.emptyDepartments(['EVEN', 'Odd'])).toEqual(['Odd'])
  })

  test('moves labels and note when a new colleague is merged into a known agent', async () => {
    const database = await open()
    const { takeRoster, recordSeen, all, labels } = directoryOn(database)
    await takeRoster([{ workNumber: '3001', name: 'Ada' }], 10)
    await recordSeen([seen(9, 'Ada', 20)])
    const [newColleague, agent] = (await all()).toSorted((a) => (a.agent_uuid === null ? -1 : 1))
    const subjectOf = (row: typeof newColleague) => ({ kind: 'agent' as const, id: row?.id ?? '' })
    await database.db.transaction().execute(async (transaction) => {
      for (const [row, add, text] of [
        [newColleague, ['night', 'spare'], 'starts in May'],
        [agent, ['NIGHT'], 'desk 4'],
      ] as const) {
        const { id } = subjectOf(row)
        await labels.change(transaction, 'agent', [id], { add, remove: [] })
        await labels.changeNote(transaction, subjectOf(row), { text, version: 0, by: 'ada', at: 1 })
      }
    })
    await recordSeen([seen(9, 'Ada', 30, '3001')])
    expect(await labels.read(subjectOf(agent))).toMatchObject({
      labels: ['NIGHT', 'spare'],
      note: { text: 'desk 4\nstarts in May' },
    })
    expect(await labels.read(subjectOf(newColleague))).toEqual({ labels: [], note: null })
    expect(await all({ label: 'Night' })).toMatchObject([{ agent_uuid: uuidOf(9) }])
  })

  test('finds agents by one letter of any word, pinyin or initials, but not by a former name', async () => {
    const { recordSeen, all } = directoryOn(await open())
    await recordSeen([
      seen(1, '王小明', 1, '7001', 'Billing'),
      seen(2, 'Ada Wong', 1, '7002', '客户服务部'),
      seen(3, 'Bob', 1, '8003'),
    ])
    const found = async (q: string) => new Set((await all({ q })).map(({ agent_uuid }) => agent_uuid))
    const agents = (...numbers: readonly number[]) => new Set(numbers.map((n) => uuidOf(n)))
    expect(await found('w')).toEqual(agents(1, 2))
    expect(await found('m')).toEqual(agents(1))
    expect(await found('B')).toEqual(agents(1, 2, 3))
    expect(await found('7')).toEqual(agents(1, 2))
    expect(await found('w 7 kehu')).toEqual(agents(2))
    expect(await all({ q: 'w', department: 'Billing' })).toHaveLength(1)
    await recordSeen([seen(1, '李四', 2, '7001', 'Billing')])
    expect(await found('w')).toEqual(agents(2))
    expect(await found('l')).toEqual(agents(1))
  })

  test('sorts missing values last, reverses the order, pages, and exports by name without gaps', async () => {
    const { recordSeen, reads } = directoryOn(await open())
    await recordSeen(
      Array.from({ length: 25 }, (_, n) =>
        seen(n, n % 2 === 0 ? 'Same Name' : `Name ${n}`, 1, n < 20 ? String(900 - n) : undefined),
      ),
    )
    const page = (offset: number, order: 'asc' | 'desc' = 'asc') =>
      reads.list({}, { sort: 'workNumber', order }, { offset, limit: 10 })
    expect((await page(0)).rows[0]?.work_number).toBe('881')
    const missing = Array.from({ length: 5 }, () => null)
    expect((await page(20)).rows.map(({ work_number }) => work_number)).toEqual(missing)
    expect((await page(0, 'desc')).rows.map(({ work_number }) => work_number).slice(0, 6)).toEqual([
      ...missing,
      '900',
    ])
    // Past the middle, a page is read from the end.
    for (const sort of personSorts)
      for (const direction of ['asc', 'desc'] as const) {
        const idsAt = async (offset: number, limit: number) =>
          (await reads.list({}, { sort, order: direction }, { offset, limit })).rows.map(({ id }) => id)
        const whole = await idsAt(0, 100)
        expect(whole).toHaveLength(25)
        for (const offset of [3, 12, 13, 19, 23, 24, 25, 40])
          expect(await idsAt(offset, 4), `${sort} ${direction}`).toEqual(whole.slice(offset, offset + 4))
      }
    const exported: string[] = []
    for await (const rows of reads.all({})) exported.push(...rows.map(({ id }) => id))
    expect(new Set(exported).size).toBe(25)
    expect(exported).toHaveLength(25)
  })

  test('sorts by state and then name, pages across states, and counts each state', async () => {
    const database = await open()
    const { recordSeen, takeRoster, reads, search } = directoryOn(database)
    await recordSeen([seen(1, 'Ada'), seen(2, 'Bob'), seen(3, 'Cy'), seen(4, 'Dan'), seen(5, 'Eve')])
    await takeRoster([{ workNumber: '1', name: 'Fay' }], 10)
    const fay = (await search('fay', 1))[0]?.id ?? ''
    await database.db
      .updateTable('person')
      .set({ ext: '8001', numbers: 1 })
      .where('agent_uuid', 'in', [uuidOf(2), uuidOf(5)])
      .execute()
    const reserved = {
      account: 'a',
      user_id: 'u',
      body_mac: '',
      state: 'reserved' as const,
      checked_at: 1,
    }
    const time = { reserved_at: Date.now(), expires_at: Date.now() + 3_600_000 }
    await database.db
      .insertInto('reservation')
      .values([
        { ...reserved, ...time, id: 'r1', idempotency_key: 'k1', ext: '9001', agent_uuid: uuidOf(3) },
        { ...reserved, ...time, id: 'r2', idempotency_key: 'k2', ext: '9002', joiner_id: fay },
      ])
      .execute()
    const order = ['Bob', 'Eve', 'Cy', 'Fay', 'Ada', 'Dan']
    const page = async (direction: 'asc' | 'desc', offset: number, filter: PersonFilter = {}) => {
      const { rows, total } = await reads.list(
        filter,
        { sort: 'state', order: direction },
        { offset, limit: 2 },
      )
      return [rows.map(({ facts }) => factsFrom(facts).name?.value), total]
    }
    for (const offset of [0, 1, 2, 3, 4, 5, 6]) {
      expect(await page('asc', offset)).toEqual([order.slice(offset, offset + 2), 6])
      expect(await page('desc', offset)).toEqual([order.toReversed().slice(offset, offset + 2), 6])
    }
    expect(await page('asc', 0, { state: 'reserved' })).toEqual([['Cy', 'Fay'], 2])
    expect(await page('asc', 1, { state: 'none' })).toEqual([['Dan'], 2])
  })

  test('reads never-read records first, then the oldest, without those just tried', async () => {
    const { recordSeen, reads, ...directory } = directoryOn(await open())
    await recordSeen([seen(1, 'Ada'), seen(2, 'Bob'), seen(3, 'Cy'), seen(4, 'Dan')])
    await directory.recordRead(uuidOf(1), { record_at: 1_000 })
    await directory.recordRead(uuidOf(2), { record_at: 2_000 })
    await directory.recordRead(uuidOf(4), { tried_at: 1_400 })
    expect(await reads.recordsDue(1_500, 1_300, 10)).toEqual([uuidOf(3), uuidOf(1)])
    expect((await reads.recordsDue(1_500, 1_450, 10)).toSorted()).toEqual([1, 3, 4].map(uuidOf))
  })
})
