import { describe, expect, test } from 'vitest'
import type { OperationId } from '#contract/operation-ids.ts'
import { meaningOfRefusal } from '#upstream/envelope.ts'
import { defaultProfile } from '#upstream/profile.ts'
import { JobPace } from '#server/jobs/pace.ts'
import { JobRun, type RunDeps } from '#server/jobs/job-run.ts'
import type { RowEvents } from '#server/jobs/ledger.ts'
import type { ItemRow } from '#server/jobs/schema.ts'
import { transition, type RowEvent } from '#server/jobs/transition.ts'
import { UpstreamError, type UpstreamErrorKind } from '#upstream/errors.ts'
import { notSent } from '#upstream/send.ts'
import { extensionRecord, type ExtensionRecord } from '#upstream/records.ts'
import { defaultTimings } from '#server/platform/timings.ts'
import { jobRow, pendingRow } from './pending-row.ts'

const row = pendingRow

const failure = (
  operation: OperationId,
  kind: UpstreamErrorKind,
  code: string,
  definitelyNotApplied = true,
) =>
  new UpstreamError({
    kind,
    operation,
    code,
    definitelyNotApplied,
    ...(kind === 'refused' ? meaningOfRefusal(defaultProfile, code) : {}),
  })
const absent = failure('extension_detail', 'refused', '310121')
const visibilityTimeoutMs = 60_000

/** Returns the next outcome at each call, and repeats the last. */
const inTurn = <Value>(outcomes: readonly (Value | UpstreamError)[]) => {
  let turn = 0
  return (): Promise<Value> => {
    const outcome = outcomes[Math.min(turn++, outcomes.length - 1)]
    return outcome === undefined || outcome instanceof UpstreamError
      ? Promise.reject(outcome)
      : Promise.resolve(outcome)
  }
}

/** What was written about the row: the event, and the row after it. */
interface Step {
  kind: RowEvent['kind']
  from: string
  to: string
  how: string | null
  check: string | null
  reason: { code: string | null; upstreamCode: string | null; message: string | null }
  /** Until the next look-up. */
  lookInMs: number | null
}
const noReason = { code: null, upstreamCode: null, message: null }
/** The store's time of every change. */
const now = 1_700_000_001_000

/** Row work on a service with these look-ups and creates; `null` is a success without data. */
function working(
  looks: readonly (Partial<ExtensionRecord> | UpstreamError)[],
  creates: readonly (null | UpstreamError)[] = [null],
  {
    isClaimed = true,
    hasInput = true,
    isSingle = false,
    password = null,
  }: { isClaimed?: boolean; hasInput?: boolean; isSingle?: boolean; password?: string | null } = {},
) {
  const steps: Step[] = []
  const paused: string[] = []
  let sent = 0
  let current = row
  const pace = new JobPace({ waitedFor: () => 0 })
  const [look, create] = [inTurn(looks), inTurn(creates)]
  const source: Partial<ItemRow> = hasInput ? {} : { password_source: 'given' }
  let due: ItemRow[] = []
  const deps: RunDeps = {
    upstream: {
      getExtension: async ({ ext }) => ({
        data: { ...extensionRecord.parse({ ...(await look()) }), ext },
        warnings: [],
      }),
      createExtension: async () => {
        sent++
        return { data: await create(), warnings: [] }
      },
      createExtensionLegacy: () => Promise.reject(new Error('not asked for here')),
      getUnboundPage: () => Promise.reject(new Error('not asked for here')),
    },
    pace,
    timings: { ...defaultTimings, jobLookAgainMs: 0 },
    log: { fault: (fault) => expect.unreachable(fault.name) },
    ledger: {
      renew: () => Promise.resolve('run'),
      takeOver: () => Promise.resolve(),
      next: () => Promise.resolve(due.splice(0)),
      finish: () => Promise.resolve(true),
      release: () => Promise.resolve(),
      write: (_job, changes) =>
        Promise.resolve({ rows: changes.map((change) => write(change)), desiredState: 'run' }),
      passwordOf: () => password,
      pause: (_job, because) => {
        paused.push(because.code)
        return Promise.resolve()
      },
    },
  }
  function write({ row: before, events }: RowEvents): ItemRow | null {
    let after = before
    for (const event of events) {
      const { state: from } = after
      after = transition(after, event, { now, isCancelled: false, visibilityTimeoutMs })
      steps.push({
        kind: event.kind,
        from,
        to: after.state,
        how: after.how,
        check: after.checked,
        reason: { code: after.code, upstreamCode: after.upstream_code, message: after.message },
        lookInMs: after.next_look_at === null ? null : after.next_look_at - now,
      })
    }
    const isKept = events[0]?.kind !== 'claimed' || isClaimed
    if (isKept) current = after
    return isKept ? after : null
  }
  /** Works on the row as it was written last. */
  async function workAgain(): Promise<void> {
    due = [current]
    await new JobRun(deps, jobRow(isSingle ? 'single' : 'bulk'), () => false).run()
  }
  const work = (begun: ItemRow): Promise<void> => {
    current = { ...begun, ...source }
    return workAgain()
  }
  return { deps, work, workAgain, pace, steps, paused, sent: () => sent }
}

test('puts a create that was not sent back as never sent, and does not slow down', async () => {
  const { work, pace, steps } = working([absent], [failure('create_extension', 'unreachable', notSent)])
  await work(row)
  expect(steps.map(({ kind }) => kind)).toEqual(['claimed', 'unsent'])
  expect(steps[1]).toMatchObject({ from: 'sending', to: 'pending', reason: noReason })
  expect(pace.waitingFor).toBeNull()
})

test('marks a number for review when it exists after the service said busy to its create', async () => {
  const { work, workAgain, pace, steps, sent } = working(
    [absent, {}],
    [failure('create_extension', 'busy', '330007')],
  )
  await work(row)
  expect(pace.waitingFor).toBe('upstream-busy')
  await workAgain()
  expect(sent()).toBe(1)
  expect(steps.at(-1)).toMatchObject({
    from: 'pending',
    to: 'needsReview',
    reason: { code: 'extension-exists' },
  })
})

test('fails a retried row again after another definite refusal', async () => {
  const { work, steps } = working([absent], [failure('create_extension', 'refused', '310147')])
  await work({ ...row, attempts: 1 })
  expect(steps.at(-1)).toMatchObject({ from: 'sending', to: 'failed', reason: { code: 'agent-not-found' } })
})

test.each(['330007', '900009'])(
  'ends a single creation that the service refuses for now with %s',
  async (code) => {
    const { work, steps, paused, pace } = working([absent], [failure('create_extension', 'busy', code)], {
      isSingle: true,
    })
    await work(row)
    expect(steps.at(-1)).toMatchObject({ from: 'sending', to: 'failed', reason: { code: 'upstream-busy' } })
    expect([paused, pace.waitingFor]).toEqual([[], null])
  },
)

test('ends a single creation without a send when its first look-up fails', async () => {
  const { work, steps, sent } = working([failure('extension_detail', 'unreachable', 'ECONNREFUSED')], [], {
    isSingle: true,
  })
  await work(row)
  expect([steps.at(-1), sent()]).toMatchObject([
    { from: 'pending', to: 'failed', reason: { code: 'upstream-unreachable' } },
    0,
  ])
})

test('pauses the job when a look-up is refused for good, and delays the next look-up', async () => {
  const refusal = failure('extension_detail', 'restricted', '330144')
  const { work, pace, paused } = working([refusal])
  await work({ ...row, state: 'inDoubt', open_since: 1 })
  expect(paused).toEqual(['upstream-restricted'])
  expect(pace.waitingFor).toBe('upstream-restricted')
})

test.each([
  ['a write from before the pause is answered while the pause is stored', false],
  ['refusals from before arrive after the job was resumed', true],
])('pauses a job once, also when %s', async (_when, isStored) => {
  const { deps, paused } = working([absent])
  const refused = failure('extension_detail', 'refused', '777777')
  const refusals = new Set<string>()
  const [stored, looked, written] = [0, 1, 2].map(() => Promise.withResolvers<void>())
  const rows = Array.from({ length: 11 }, (_, position): ItemRow => {
    return { ...row, position, ext: String(8_000 + position), ...(position === 5 && { state: 'inDoubt' }) }
  })
  const run = new JobRun(
    {
      ...deps,
      upstream: {
        ...deps.upstream,
        // The sixth is found once the first five have paused the job; the last five are refused after its write.
        getExtension: async ({ ext }) => {
          const position = Number(ext) - 8_000
          if (position === 5) await looked?.promise
          if (position > 5) await written?.promise
          if (refusals.has(ext)) throw absent
          refusals.add(ext)
          throw position === 5 ? absent : refused
        },
      },
      ledger: {
        ...deps.ledger,
        next: () => Promise.resolve(rows.splice(0)),
        pause: async (_job, because) => {
          paused.push(because.code)
          looked?.resolve()
          if (isStored) stored?.resolve()
          await stored?.promise
        },
        write: (_job, changes) => {
          setTimeout(() => written?.resolve(), 20)
          setTimeout(() => stored?.resolve(), 40)
          return deps.ledger.write(_job, changes)
        },
      },
    },
    jobRow('bulk'),
    () => false,
  )
  await run.run()
  expect(paused).toEqual(['upstream-refused'])
})

test('marks a row that was sent before for review when its look-up fails', async () => {
  const garbage = failure('extension_detail', 'not-json', 'not-json')
  const { work, steps } = working([garbage])
  await work({ ...row, open_since: 1 })
  expect(steps).toMatchObject([{ from: 'pending', to: 'needsReview', reason: { code: 'upstream-not-json' } }])
  await work(row)
  expect(steps.at(-1)).toMatchObject({ from: 'pending', to: 'failed' })
})

describe('a pending row', () => {
  test('is looked up, claimed, sent once and read back', async () => {
    const { work, steps, sent } = working([absent, { bindStatus: 0 }])
    await work(row)
    expect(steps).toMatchObject([
      { kind: 'claimed', from: 'pending', to: 'sending' },
      { kind: 'accepted', from: 'sending', to: 'done', how: 'answered', lookInMs: 0 },
      { kind: 'found', from: 'done', to: 'done', how: 'answered', check: 'seen', lookInMs: null },
    ])
    expect(sent()).toBe(1)
  })

  test('is done and read back again later when its first read-back fails', async () => {
    const { work, steps } = working([absent, failure('extension_detail', 'unreachable', 'ECONNRESET')])
    await work(row)
    expect(steps.slice(1)).toMatchObject([
      { kind: 'accepted', from: 'sending', to: 'done', how: 'answered' },
      { kind: 'lookUpFailed', from: 'done', to: 'done', check: null, lookInMs: 500 },
    ])
  })

  test('is not sent when another worker has claimed it', async () => {
    const { work, steps, sent } = working([absent], [null], { isClaimed: false })
    await work(row)
    expect([steps.map(({ kind }) => kind), sent()]).toEqual([['claimed'], 0])
  })

  test.each([0, 1])('that exists already with bindStatus %i fails without a send', async (bindStatus) => {
    const { work, steps, sent } = working([{ bindStatus }])
    await work(row)
    expect(steps).toMatchObject([{ from: 'pending', to: 'failed', reason: { code: 'extension-exists' } }])
    expect(sent()).toBe(0)
  })

  test('is in doubt when its answer is lost, and is looked up after a thirtieth of the visibility timeout', async () => {
    const { work, steps, sent } = working([absent], [failure('create_extension', 'timeout', 'late', false)])
    await work(row)
    expect(steps.at(-1)).toMatchObject({ from: 'sending', to: 'inDoubt', lookInMs: visibilityTimeoutMs / 30 })
    expect(sent()).toBe(1)
  })

  test('fails when the service refuses only this row', async () => {
    const refusal = failure('create_extension', 'refused', '310147')
    const { work, steps, paused, pace } = working([absent], [refusal])
    await work(row)
    expect(steps.at(-1)).toMatchObject({
      from: 'sending',
      to: 'failed',
      reason: { code: 'agent-not-found', upstreamCode: '310147' },
    })
    expect([paused, pace.waitingFor]).toEqual([[], null])
  })

  test('waits and pauses the job when every row would be refused', async () => {
    const { work, steps, paused } = working(
      [absent],
      [failure('create_extension', 'refused', '310120'), null],
    )
    await work(row)
    expect(steps[1]).toMatchObject({ from: 'sending', to: 'pending', reason: { code: 'quota-reached' } })
    expect(paused).toEqual(['quota-reached'])
  })

  test('without its password fails unsent, or needs review when it was sent before', async () => {
    const { work, steps, sent } = working([absent], [null], { hasInput: false })
    await work(row)
    await work({ ...row, open_since: 1 })
    expect(steps).toMatchObject([
      { from: 'pending', to: 'failed', reason: { code: 'job-secrets-gone' } },
      { from: 'pending', to: 'needsReview', reason: { code: 'job-secrets-gone' } },
    ])
    expect(sent()).toBe(0)
  })

  test.each(['310004', '310122', '330047', '330101'])(
    'refused with %s is in doubt and looked up at once',
    async (code) => {
      const { work, steps, sent } = working([absent], [failure('create_extension', 'refused', code)])
      await work(row)
      const reason = { upstreamCode: code }
      expect(steps.at(-1)).toMatchObject({ from: 'sending', to: 'inDoubt', lookInMs: 0, reason })
      expect(sent()).toBe(1)
    },
  )

  test('needs review when it was sent before and the number was created elsewhere', async () => {
    const { work, steps, sent } = working([{ creationTime: 1_000, bindStatus: 1 }])
    await work({ ...row, open_since: 9_000_000 })
    expect(steps).toMatchObject([
      { from: 'pending', to: 'needsReview', reason: { code: 'extension-exists' } },
    ])
    expect(sent()).toBe(0)
  })

  test('is done when it was sent before and the number is ours now', async () => {
    const { work, steps, sent } = working([{ creationTime: 1_000 }])
    await work({ ...row, open_since: 900 })
    expect(steps).toMatchObject([{ from: 'pending', to: 'done', how: 'reconciled', check: 'seen' }])
    expect(sent()).toBe(0)
  })
})

describe('a row in doubt', () => {
  const inDoubt: ItemRow = {
    ...row,
    state: 'inDoubt',
    open_since: 1_700_000_000_000,
  }
  /** How far the service's clock may be behind. */
  const skewMs = 5 * 60_000

  test.each([
    ['created after it was sent', { creationTime: 1_700_000_000_001 }, 'done'],
    ['created by a clock that is behind', { creationTime: 1_700_000_000_000 - skewMs }, 'done'],
    ['created before', { creationTime: 1_700_000_000_000 - skewMs - 1 }, 'needsReview'],
    ['created at an unknown time', { creationTime: null }, 'done'],
  ])('with a record %s (%o) becomes %s', async (_name, found, state) => {
    const { work, steps } = working([found])
    await work(inDoubt)
    expect(steps).toMatchObject([{ from: 'inDoubt', to: state }])
  })

  test.each([
    ['of the same password', 'A-s1ngle-password', 'done'],
    ['of another password', 'An0ther-password', 'needsReview'],
    ['that shows no password', null, 'done'],
    ['that shows an empty password', '', 'done'],
    ['that shows a mask', '********', 'done'],
  ])('with a record %s (%s) becomes %s', async (_name, password, state) => {
    const { work, steps } = working([{ password }], [], { password: 'A-s1ngle-password' })
    await work(inDoubt)
    await work({ ...inDoubt, state: 'pending' })
    const code = state === 'done' ? null : 'extension-exists'
    expect(steps).toMatchObject([
      { from: 'inDoubt', to: state, reason: { code } },
      { from: 'pending', to: state, reason: { code } },
    ])
    expect(JSON.stringify(steps)).not.toMatch(/-password/)
  })

  const asked: Partial<ItemRow> = { agent_id: 'a', agent_type: '1', lang_code_txt: 'Opus' }
  const asAsked = { creationTime: 1_700_000_000_001, bindStatus: 1, agentUuid: 'a', langCodeTxt: 'Opus' }
  const taken = { code: 'extension-exists', upstream_code: '310004', message: 'Data repeated' }

  test.each<[string, Partial<ExtensionRecord>, string]>([
    ['as requested', {}, 'done'],
    ['of the same password', { password: 'A-s1ngle-password' }, 'done'],
    ['created before', { creationTime: 1_700_000_000_000 - skewMs - 1 }, 'failed'],
    ['of another agent', { agentUuid: 'b' }, 'failed'],
    ['whose binding is unclear', { bindStatus: null }, 'failed'],
    ['of no agent', { bindStatus: 0, agentUuid: null }, 'failed'],
    ['in another language', { langCodeTxt: 'G.711 alaw' }, 'failed'],
    ['of another password', { password: 'An0ther-password' }, 'failed'],
  ])('refused as taken, with a record %s becomes %s', async (_name, found, state) => {
    const { work, steps } = working([{ ...asAsked, ...found }], [], { password: 'A-s1ngle-password' })
    await work({ ...inDoubt, ...asked, ...taken })
    const reason =
      state === 'done'
        ? noReason
        : { code: 'extension-exists', upstreamCode: '310004', message: 'Data repeated' }
    expect(steps).toMatchObject([{ from: 'inDoubt', to: state, reason }])
  })

  test('refused as taken is looked up again while absent, and needs review in the end', async () => {
    const { work, steps } = working([absent])
    for (const looks of [0, 4]) await work({ ...inDoubt, ...taken, looks })
    const reason = { code: 'extension-exists', upstreamCode: '310004' }
    expect(steps).toMatchObject([
      { from: 'inDoubt', to: 'inDoubt' },
      { from: 'inDoubt', to: 'needsReview', reason },
    ])
  })

  test('refused as bound fails when absent, because its agent has another number', async () => {
    const { work, steps } = working([absent])
    await work({ ...inDoubt, ...asked, code: 'agent-bound', upstream_code: '310122' })
    const reason = { code: 'agent-bound', upstreamCode: '310122' }
    expect(steps).toMatchObject([{ from: 'inDoubt', to: 'failed', reason }])
  })

  test('refused as bound names the number when another create took it in between', async () => {
    const { work, steps } = working([{ ...asAsked, agentUuid: 'b' }])
    await work({ ...inDoubt, ...asked, code: 'agent-bound', upstream_code: '310122' })
    const reason = { code: 'extension-exists', upstreamCode: '310122' }
    expect(steps).toMatchObject([{ from: 'inDoubt', to: 'failed', reason }])
  })

  test('is looked up at growing intervals, and needs review in the end', async () => {
    const { work, steps } = working([absent])
    for (let looks = 0; looks < 6; looks++) await work({ ...inDoubt, looks, code: 'upstream-unreachable' })
    const waits = steps.map(({ lookInMs }) => lookInMs)
    expect(waits.slice(0, 4).map((wait) => Math.round(wait ?? 0))).toEqual([3_000, 10_000, 15_000, 30_000])
    expect(steps.at(-1)).toMatchObject({ to: 'needsReview', reason: { code: 'upstream-unreachable' } })
  })
})

describe('a created row in a read-back', () => {
  const created: ItemRow = { ...row, state: 'done', looks: 0 }

  test.each<[string, Partial<ItemRow>, Partial<ExtensionRecord>, string]>([
    ['as asked for', {}, {}, 'seen'],
    ['in another language', { lang_code_txt: 'Opus' }, { langCodeTxt: 'G.711 alaw' }, 'differs'],
    ['in its language', { lang_code_txt: 'Opus' }, { langCodeTxt: 'Opus' }, 'seen'],
    ['without its agent', { agent_id: 'a', agent_type: '1' }, { bindStatus: 0 }, 'differs'],
    ['with another agent', { agent_id: 'a', agent_type: '1' }, { bindStatus: 1, agentUuid: 'b' }, 'differs'],
    ['with its agent', { agent_id: 'a', agent_type: '1' }, { bindStatus: 1, agentUuid: 'a' }, 'seen'],
    ['whose binding is unclear', { agent_id: 'a', agent_type: '1' }, { bindStatus: null }, 'seen'],
    ['with its work number', { agent_id: '1', agent_type: '0' }, { bindStatus: 1, agentUuid: 'b' }, 'seen'],
    ['with its work number, free', { agent_id: '1', agent_type: '0' }, { bindStatus: 0 }, 'differs'],
  ])('compares a record %s', async (_name, requested, found, check) => {
    const { work, steps } = working([found])
    await work({ ...created, ...requested })
    expect(steps).toMatchObject([{ from: 'done', to: 'done', check, lookInMs: null }])
  })

  test.each([
    ['A-s1ngle-password', 'seen'],
    ['An0ther-password', 'differs'],
    [null, 'seen'],
  ])('compares a record with the password %s: %s', async (password, check) => {
    const { work, steps } = working([{ password }], [], { password: 'A-s1ngle-password' })
    await work(created)
    expect(steps).toMatchObject([{ from: 'done', to: 'done', check, lookInMs: null }])
  })

  test('is looked up again while absent, and needs review in the end', async () => {
    const { work, steps } = working([absent])
    for (let looks = 0; looks < 7; looks++) await work({ ...created, looks })
    expect(steps.map(({ to, check, lookInMs }) => [to, check, lookInMs])).toEqual([
      ['done', null, 500],
      ['done', null, 1_500],
      ['done', null, 3_000],
      ['done', null, 10_000],
      ['done', null, 15_000],
      ['done', null, 30_000],
      ['needsReview', null, null],
    ])
  })
})
