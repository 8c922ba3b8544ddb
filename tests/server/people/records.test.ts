import { expect, test } from 'vitest'
import { LabelStore } from '#server/labels/store.ts'
import { readRecords } from '#server/people/open.ts'
import { People } from '#server/people/people.ts'
import { recordSeen } from '#server/people/record.ts'
import { UpstreamError } from '#upstream/errors.ts'
import { eachStore } from '../../stores/each-store.ts'

const hourMs = 3_600_000

eachStore(({ open }) => {
  test('reads the records of other agents although that of one gets no response', async () => {
    const database = await open()
    const account = 'here'
    let time = 1_800_000_000_000
    const agents = ['a', 'b', 'c'].map((letter) => letter.repeat(32))
    await database.db.transaction().execute((transaction) =>
      recordSeen(
        transaction,
        { database, account },
        agents.map((agentUuid) => ({ agentUuid, facts: {}, at: time })),
      ),
    )
    const asked: string[] = []
    const failing = new Set(agents.slice(0, 1))
    const parts = {
      database,
      account,
      reads: new People({ database, account, labels: new LabelStore(database, account).of('agent') }),
      now: () => time,
      upstream: {
        searchIdle: ({ agentId = '' }: { agentId?: string | undefined }) => {
          asked.push(agentId)
          return failing.has(agentId)
            ? Promise.reject(
                new UpstreamError({ kind: 'timeout', operation: 'search_idle', definitelyNotApplied: true }),
              )
            : Promise.resolve({ data: null, warnings: [] })
        },
      },
    }
    const run = (signal = new AbortController().signal) =>
      readRecords(parts, { read: (call) => call(), signal })
    // A stop of the console does not count against the agent.
    await expect(run(AbortSignal.abort())).rejects.toThrow('timeout')
    asked.length = 0
    await expect(run()).rejects.toThrow('timeout')
    await run()
    expect(asked.toSorted()).toEqual(agents)
    const neverRead = await database.db
      .selectFrom('person')
      .select('agent_uuid')
      .where('record_at', '=', 0)
      .execute()
    expect(neverRead).toEqual([{ agent_uuid: agents[0] }])
    time += hourMs + 1
    failing.clear()
    await run()
    expect(asked.slice(3)).toEqual(agents.slice(0, 1))
  })
})
