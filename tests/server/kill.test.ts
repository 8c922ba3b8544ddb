import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '#server/store/database.ts'
import { processes } from './processes.ts'

const { directory, run } = processes()
const file = join(directory, 'console.db')

/** Begins one creation after the other in the ledger and says each one's number once it is written. */
const writer = (round: number) =>
  run([
    '--input-type=module',
    '--eval',
    `import { openDatabase } from './src/server/store/database.ts'
     import { createCreationStore } from './src/server/store/creation-store.ts'
     import { createSeal } from './src/server/store/seal.ts'
     const database = await openDatabase({ file: ${JSON.stringify(file)} })
     const ledger = createCreationStore(database, createSeal('a session secret for tests, long enough'), 'a')
     for (let i = 0; ; i++) {
       const ext = String(${round} * 1_000_000 + i)
       await ledger.begin({ userId: 'u', idempotencyKey: ext, body: ext, operation: 'create_extension', ext })
       console.log(ext)
     }`,
  ])

test('killed while writing, the embedded store opens sound and holds every creation that was acknowledged', async () => {
  for (let round = 1; round <= 6; round++) {
    const process = writer(round)
    await process.says(/\n/)
    await sleep(30 * round)
    process.child.kill('SIGKILL')
    expect(await process.ended()).toBeNull()
    // The last line may be half written.
    const acknowledged = process.output().split('\n').slice(0, -1)
    const database = await openDatabase({ file })
    const check = await sql<{ integrity_check: string }>`PRAGMA integrity_check`.execute(database.db)
    expect(check.rows).toEqual([{ integrity_check: 'ok' }])
    const rows = await database.db.selectFrom('creation').select('ext').execute()
    await database.close()
    const kept = new Set(rows.map(({ ext }) => ext))
    expect(acknowledged.length).toBeGreaterThan(0)
    expect(acknowledged.filter((ext) => !kept.has(ext))).toEqual([])
  }
}, 60_000)
