import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDatabase } from '#server/platform/database/database.ts'
import { compileCache } from '../compile-cache.ts'
import type { Check } from './check.ts'

const root = join(import.meta.dirname, '../..')

/** Script that begins creations in the ledger one after another and prints each number once it is stored. */
const script = (file: string, round: number) => `
  import { openDatabase } from './src/server/platform/database/database.ts'
  import { JobCreation } from './src/server/jobs/creation.ts'
  import { JobLedger } from './src/server/jobs/ledger.ts'
  import { jobContext } from './tests/jobs-service/context.ts'
  const database = await openDatabase({ file: ${JSON.stringify(file)} })
  const context = jobContext(database, { account: 'a' })
  const creation = new JobCreation(context, new JobLedger(context))
  const actor = { id: 'u', name: 'u', role: null, session: null, address: null, requestId: null }
  for (let i = 0; ; i++) {
    const ext = String(${round} * 1_000_000 + i)
    await creation.create({
      kind: 'single', operation: 'create_extension', actor, idempotencyKey: ext, body: ext, name: ext,
      items: [{ ext, password_source: 'none' }], passwordFill: 'none',
    })
    console.log(ext)
  }`

/** R48: after a kill during a write, the embedded store opens intact and holds every acknowledged creation. */
export async function killedWriter(rounds: number): Promise<Check[]> {
  const directory = mkdtempSync(join(tmpdir(), 'console-killed-'))
  const file = join(directory, 'console.db')
  let acknowledged = 0
  let lost = 0
  let unsound = 0
  try {
    for (let round = 1; round <= rounds; round++) {
      const child = spawn(process.execPath, ['--input-type=module', '--eval', script(file, round)], {
        cwd: root,
        env: { ...process.env, ...compileCache },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      let said = ''
      child.stdout.on('data', (chunk: Buffer) => {
        said += chunk.toString()
      })
      await once(child.stdout, 'data')
      await sleep(20 + 180 * Math.random())
      const gone = once(child, 'close')
      child.kill('SIGKILL')
      await gone
      // The last line may be incomplete.
      const acked = said.split('\n').slice(0, -1)
      const database = await openDatabase({ file })
      const check = await sql<{ integrity_check: string }>`PRAGMA integrity_check`.execute(database.db)
      if (check.rows[0]?.integrity_check !== 'ok') unsound++
      const rows = await database.db.selectFrom('job_item').select('ext').execute()
      await database.close()
      const kept = new Set(rows.map(({ ext }) => ext))
      acknowledged += acked.length
      lost += acked.filter((ext) => !kept.has(ext)).length
    }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
  return [
    {
      name: `R48 ${rounds} times killed while writing: stores that are not sound`,
      value: unsound,
      atMost: 0,
    },
    { name: `R48 of ${acknowledged} acknowledged rows lost`, value: lost, atMost: 0 },
    { name: 'R48 rows acknowledged', value: acknowledged, atLeast: rounds },
  ]
}
