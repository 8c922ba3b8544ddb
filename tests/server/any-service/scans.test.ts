import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { numbersStatus, listNumbers } from '#contract/numbers.ts'
import { defaultProfile } from '#upstream/profile.ts'
import type { Fields } from '#sandbox/dialect.ts'
import { openBff, type Bff } from '../bff.ts'
import { idleRows, shuffled } from './differences.ts'
import { startStandInOf, type Difference, type StandIn } from './stand-in.ts'

const { operations } = defaultProfile
const maxSize = 20
const profile = {
  ...defaultProfile,
  operations: { ...operations, idlePage: { ...operations.idlePage, maxSize } },
}
const timings = {
  idlePagesEveryMs: 100,
  lookUpsEveryMs: 100,
  gapsEveryMs: 100,
  numbersWriteMs: 20,
}

let stand: StandIn
let bff: Bff
async function connect(...differences: Difference[]): Promise<void> {
  // Each bound number is read separately.
  stand = await startStandInOf(120, differences)
  bff = await openBff({ serviceUrl: stand.url, profile, timings })
  await bff.requestAs('admin', '/api/settings', { backgroundRate: 100 }, {}, 'PATCH')
}
async function disconnect(): Promise<void> {
  await bff.close()
  await stand.close()
}

/** What the console shows once both scans have ended: every number with its state, and what it says of the list. */
async function scanned() {
  const status = await vi.waitFor(
    async () => {
      const read = numbersStatus.answer.parse((await bff.requestAs('admin', '/api/numbers/status')).body)
      if (read.crawls.some(({ kind, endedAt }) => ['idle', 'gaps'].includes(kind) && endedAt === null))
        throw new Error('still reading')
      return read
    },
    { timeout: 60_000, interval: 50 },
  )
  const answer = listNumbers.answer.parse((await bff.requestAs('admin', '/api/numbers?pageSize=1000')).body)
  const { text } = await bff.requestAs('admin', '/api/numbers/export.csv')
  const states = Object.fromEntries(answer.items.map(({ ext, state }) => [ext, state]))
  const idle = status.crawls.find(({ kind }) => kind === 'idle')
  const said = answer.warnings.map(({ code }) => code)
  return { ...status, states, idle, said, isSaidInFile: text.includes('\n# may be incomplete') }
}

let usual: Record<string, string>
beforeAll(async () => {
  await connect()
  usual = (await scanned()).states
  await disconnect()
})

/** The number of a free row, in the middle of the second page. */
let changed: unknown
/** One row with another number. */
const otherRow = (ext: (rows: Fields[]) => unknown) =>
  idleRows((rows) => {
    changed = rows[maxSize + 10]?.['ext']
    return rows.map((row) => (row['ext'] === changed ? { ...row, ext: ext(rows) } : row))
  }, maxSize)

test('shows every number at a service as specified, and says that none is missing', async () => {
  await connect(idleRows((rows) => rows, maxSize))
  onTestFinished(disconnect)
  expect(await scanned()).toMatchObject({ states: usual, said: [], isSaidInFile: false })
  expect(new Set(Object.values(usual))).toEqual(new Set(['free', 'bound', 'unavailable']))
})

test.each<[string, Difference, number]>([
  ['a row without a readable number', otherRow(() => 'SIP-TEST'), 1],
  ['a row that repeats, and a number that no row has', otherRow((rows) => rows[maxSize + 11]?.['ext']), 0],
  [
    'numbers as JSON integers',
    idleRows((rows) => rows.map((row) => ({ ...row, ext: Number(row['ext']) })), maxSize),
    0,
  ],
  ['rows in another order with each request', shuffled(false, maxSize), 0],
])(
  'shows every number, or says that some may be missing, at a service with %s',
  async (what, difference, oddRows) => {
    await connect(difference)
    onTestFinished(disconnect)
    const { states, idle, said, isSaidInFile } = await scanned()
    expect(idle?.odd ?? 0).toBe(oddRows)
    expect(isSaidInFile).toBe(said.length > 0)
    const others = Object.entries(usual).filter(([ext]) => !what.startsWith('a row') || ext !== changed)
    const missing = others.filter(([ext, state]) => states[ext] !== state).map(([ext]) => ext)
    expect(said.length === 0 ? missing : []).toEqual([])
    // Bound numbers are read all the same, and nothing is called gone or unavailable that is not.
    for (const [ext, state] of others)
      expect([ext, state, states[ext]]).toEqual([ext, state, expect.toBeOneOf([state, undefined, 'unknown'])])
    const bound = (all: Record<string, string>) =>
      Object.values(all).filter((state) => state === 'bound').length
    expect(bound(states)).toBeGreaterThan(0)
    expect(said.includes('bound-unread') || bound(states) === bound(usual)).toBe(true)
  },
)
