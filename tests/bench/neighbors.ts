import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDatabase, type StoreLocation } from '#server/platform/database/database.ts'
import { startPostgres } from '../stores/postgres.ts'
import { fillAgents } from './agents.ts'
import { fillInventory } from './inventory.ts'
import { signInPeople } from './processes/people.ts'
import { startConsole, startService } from './proxy.ts'

const size = 100_000
const seconds = 4
/** Interval between the starts of one user's cheap reads, ms. */
const everyMs = 50
/** The other user's parallel heavy reads, and the pause before a read that the console refused is sent again, ms. */
const heavyAtOnce = 4
const refusedMs = 50

const cheap = '/api/inventory?search=10050000&pageSize=20'
const heavy: [what: string, path: string][] = [
  ['an extension by number', '/api/inventory?search=10050001&pageSize=20'],
  ['export of the inventory', '/api/inventory/export.csv'],
  ['export of the agents', '/api/agents/export.csv'],
  ['export of the agents with one letter', '/api/agents/export.csv?q=w'],
  ['inventory: a label and a state', '/api/inventory?label=vip&state=free&pageSize=100'],
  [
    'inventory: agent, state, language',
    '/api/inventory?agentUuid=agent-11&state=bound&language=Opus&pageSize=100',
  ],
  ['agents: one letter', '/api/agents?q=w&pageSize=100'],
  ['agents: search by one letter', '/api/agents?sort=best&pageSize=10&q=w'],
  ['agents: two frequent words', '/api/agents?sort=best&pageSize=10&q=wang%20billing'],
  ['agents: last page', `/api/agents?page=${size / 100}&pageSize=100`],
  ['agents without a number', '/api/agents?state=none&pageSize=100'],
  ['departments', '/api/agents/departments'],
  ['labels in use', '/api/labels?kind=extension'],
  ['counts of pools', '/api/pools/counts'],
]

/** Requests a path repeatedly until `over` aborts. Returns the number of successful answers. */
async function keepAsking(url: string, cookie: string, over: AbortSignal): Promise<number> {
  let answered = 0
  while (!over.aborted) {
    try {
      const answer = await fetch(url, { headers: { cookie }, signal: over })
      await answer.arrayBuffer()
      if (answer.ok) answered++
      else if (answer.status === 429 || answer.status === 503) await sleep(refusedMs)
      else throw new Error(`${url} was answered ${answer.status}`)
    } catch (error) {
      if (!over.aborted) throw error
    }
  }
  return answered
}

/** Returns the 95th percentile of cheap reads started at a fixed interval, ms. A refused read counts as infinite. */
async function p95Of(url: string, cookie: string): Promise<number> {
  const took: Promise<number>[] = []
  for (let n = 0; n < (seconds * 1_000) / everyMs; n++) {
    took.push(
      (async () => {
        const begun = performance.now()
        const answer = await fetch(url, { headers: { cookie } })
        await answer.arrayBuffer()
        return answer.ok ? performance.now() - begun : Infinity
      })(),
    )
    await sleep(everyMs)
  }
  const all = (await Promise.all(took)).toSorted((a, b) => a - b)
  return all[Math.floor(all.length * 0.95)] ?? Number.NaN
}

/** Fills a store with `size` numbers and agents, and ten pools with a tenth of the numbers each. */
async function fill(store: StoreLocation, account: string): Promise<void> {
  const database = await openDatabase(store)
  await fillInventory(database, size, account)
  await fillAgents(database, size, account)
  for (let n = 0; n < 10; n++)
    await sql`INSERT INTO pool (id, account, name, name_key, numbers, owner, purpose, version, changed_by, changed_at)
      VALUES (${`p${n}`}, ${account}, ${`Pool ${n}`}, ${`pool ${n}`},
        ${JSON.stringify({ ranges: [], prefixes: [`100${n}`] })}, '', '', 1, 'bench', 1)`.execute(database.db)
  await database.close()
}

/** Prints the p95 of one user's cheap reads, alone and during another user's heavy reads, on both stores. */
export async function benchNeighbors(print: (line: string) => void): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'neighbors-bench-'))
  const postgres = await startPostgres({ durable: true })
  const service = await startService()
  try {
    const admin = await openDatabase({ url: `${postgres.url}/postgres` })
    await sql`CREATE DATABASE neighbors`.execute(admin.db)
    await admin.close()
    print(
      `cheap reads of one user beside another's heavy ones, ${size.toLocaleString('en')} numbers and agents`,
    )
    print('    p95 of the cheap ones                     ms            heavy ones a second')
    for (const [engine, store] of [
      ['SQLite', { file: join(directory, 'console.db') }],
      ['PostgreSQL', { url: `${postgres.url}/neighbors` }],
    ] as const) {
      const cookies = readFileSync(await signInPeople(directory, 2, store), 'utf8').split('\n')
      const [own = '', other = ''] = cookies
      await fill(store, `${service.url} ${service.url} bench`)
      const console = await startConsole(
        directory,
        service.url,
        'url' in store ? { DATABASE_URL: store.url } : {},
      )
      try {
        await p95Of(console.url + cheap, own)
        const alone = await p95Of(console.url + cheap, own)
        print(`  ${engine}, alone ${alone.toFixed(1)} ms`)
        for (const [what, path] of heavy) {
          const over = new AbortController()
          const asked = Array.from({ length: heavyAtOnce }, () =>
            keepAsking(console.url + path, other, over.signal),
          )
          const beside = await p95Of(console.url + cheap, own).finally(() => over.abort())
          const answered = (await Promise.all(asked)).reduce((sum, count) => sum + count, 0)
          print(
            `    ${what.padEnd(38)} ${beside.toFixed(1).padStart(10)} x${(beside / alone).toFixed(1).padEnd(6)} ${(answered / seconds).toFixed(1).padStart(8)}`,
          )
        }
      } finally {
        await console.stop()
      }
    }
  } finally {
    await service.stop()
    postgres.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}
