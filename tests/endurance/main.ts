import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { killedReplica } from '../jobs-service/killed-replica.ts'
import { lossyService } from '../jobs-service/lossy-service.ts'
import { fuzzedPaths } from '../server/fuzzed-paths.ts'
import { prepareStore } from '../stores/prepared-store.ts'
import { startPostgres } from '../stores/postgres.ts'
import { boundOf, holds, type Check } from './check.ts'
import { databaseGone } from './database-gone.ts'
import { frozenReplica } from './frozen-replica.ts'
import { jobBesideReaders } from './job-beside-readers.ts'
import { killedHolder } from './killed-holder.ts'
import { killedWriter } from './killed-writer.ts'
import { malformedRequests } from './malformed.ts'
import { overload } from './overload.ts'
import { reservationRace } from './race.ts'
import { restarts } from './restarts.ts'
import { restoredDump } from './restored-dump.ts'
import { reveals } from './reveals.ts'
import { rollingRestart } from './rolling-restart.ts'
import { slowClients } from './slow-clients.ts'
import { soak } from './soak.ts'
import { stolenToken } from './stolen-token.ts'
import { tokenOfAll } from './token-of-all.ts'

/**
 * `npm run test:endurance` checks the targets that need minutes against the running product. `--short` runs a tenth
 * of each check; words (`soak`, `malformed`, …) select checks. The last line is `N passed, N failed`.
 */

const words = process.argv.slice(2)
const short = words.includes('--short')
const chosen = words.filter((word) => word !== '--short')

/** Runs a check with two empty databases on a separate PostgreSQL server. */
const withDatabases =
  (run: (databaseUrl: string, another: string) => Promise<Check[]>) => async (): Promise<Check[]> => {
    const postgres = await startPostgres({ durable: true })
    try {
      const client = new Client({ connectionString: `${postgres.url}/postgres` })
      await client.connect()
      for (const name of ['one', 'two']) await client.query(`CREATE DATABASE ${name}`)
      await client.end()
      return await run(`${postgres.url}/one`, `${postgres.url}/two`)
    } finally {
      postgres.stop()
    }
  }

const all: [name: string, run: () => Promise<Check[]>][] = [
  ['malformed', () => malformedRequests(short ? 10_000 : 100_000)],
  ['reveals', () => reveals(short ? 100 : 1_000)],
  ['slow-clients', () => slowClients(short ? 500 : 2_000)],
  [
    'token',
    withDatabases((url) =>
      tokenOfAll(url, short ? { reads: 1_000, minutes: 1 } : { reads: 10_000, minutes: 10 }),
    ),
  ],
  ['killed-holder', withDatabases((url) => killedHolder(url, short ? 2 : 20))],
  ['stolen-token', () => stolenToken(short ? 1 : 10)],
  ['killed-writer', () => killedWriter(short ? 5 : 50)],
  ['restarts', () => restarts(short ? 2 : 10)],
  ['rolling-restart', withDatabases(rollingRestart)],
  ['restored-dump', withDatabases(restoredDump)],
  ['killed-replica', () => killedReplica(short ? { rows: 150, kills: 5 } : { rows: 1_000, kills: 50 })],
  [
    'frozen-replica',
    withDatabases((url) =>
      frozenReplica(url, short ? { rows: 2_000, freezes: 1 } : { rows: 10_000, freezes: 2 }),
    ),
  ],
  [
    'lossy-service',
    async () => {
      const checks: Check[] = []
      for (const seed of short ? ['one'] : ['one', 'two', 'three'])
        checks.push(
          ...(await lossyService({ seed, rows: 330, visibilityTimeoutMs: 3_000, silentMs: Infinity })),
        )
      return checks
    },
  ],
  [
    'fuzzed-paths',
    async () => {
      const directory = mkdtempSync(join(tmpdir(), 'console-endurance-'))
      try {
        const store = { file: join(directory, 'console.db') }
        await prepareStore(store)
        return await fuzzedPaths(short ? 1_000 : 10_000, store)
      } finally {
        rmSync(directory, { recursive: true, force: true })
      }
    },
  ],
  ['job', () => jobBesideReaders(short ? 200 : 1_000)],
  ['race', () => reservationRace(short)],
  ['database-gone', () => databaseGone(short ? 5 : 30)],
  // Node accepts one connection per turn of the event loop: opening them delays 1 % of the answers of a shorter overload.
  ['overload', () => overload(short ? 30 : 60)],
  ['soak', () => soak(short ? 6 : 60)],
]

let passed = 0
let failed = 0
for (const [name, run] of all) {
  if (chosen.length > 0 && !chosen.includes(name)) continue
  const checks = await run().catch((error: unknown): Check[] => {
    process.stdout.write(`${String(error)}\n`)
    return [{ name: `${name} ran to its end`, value: 0, atLeast: 1 }]
  })
  for (const check of checks) {
    const held = holds(check)
    process.stdout.write(
      `${held ? 'ok    ' : 'FAILED'} ${check.name}: ${check.value.toFixed(1)} (${boundOf(check)})\n`,
    )
    if (held) passed++
    else failed++
  }
}
process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0
