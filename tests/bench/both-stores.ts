import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openDatabase, type Database, type StoreLocation } from '#server/platform/database/database.ts'
import { startPostgres } from '../stores/postgres.ts'

type Works = [name: string, work: () => Promise<unknown>][]

interface Bench {
  /** Prefix of the databases' names: one word. */
  name: string
  /** The first line of the output. */
  title: string
  /** Row counts in ascending order. */
  sizes: readonly number[]
  /** Timed runs of each operation; the median is printed. */
  runs: number
  /** Fills the store with `size` rows and returns the operations to time. */
  prepare: (database: Database, size: number) => Promise<Works>
}

async function median(runs: number, work: () => Promise<unknown>): Promise<number> {
  const took: number[] = []
  for (let run = 0; run < runs; run++) {
    const started = performance.now()
    await work()
    took.push(performance.now() - started)
  }
  return took.toSorted((a, b) => a - b)[Math.floor(runs / 2)] ?? 0
}

/** Prints each operation's median at each size, ms, on SQLite and PostgreSQL, and the ratio of largest to smallest size. */
export async function benchBothStores(
  print: (line: string) => void,
  { name, title, sizes, runs, prepare }: Bench,
): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'console-bench-'))
  const postgres = await startPostgres({ durable: true })
  const places: Record<string, (size: number) => Promise<StoreLocation>> = {
    SQLite: (size) => Promise.resolve({ file: join(directory, `${size}.db`) }),
    PostgreSQL: async (size) => {
      const admin = await openDatabase({ url: `${postgres.url}/postgres` })
      await sql.raw(`CREATE DATABASE ${name}_${size}`).execute(admin.db)
      await admin.close()
      return { url: `${postgres.url}/${name}_${size}` }
    },
  }
  try {
    print(title)
    for (const [engine, place] of Object.entries(places)) {
      const figures = new Map<string, number[]>()
      for (const size of sizes) {
        const database = await openDatabase(await place(size))
        for (const [work, run] of await prepare(database, size))
          figures.set(work, [...(figures.get(work) ?? []), await median(runs, run)])
        await database.close()
      }
      const header = sizes.map((size) => size.toLocaleString('en').padStart(9)).join(' ')
      print(`  ${engine.padEnd(32)} ${header}`)
      for (const [work, ms] of figures) {
        const ratio = (ms.at(-1) ?? 0) / (ms[0] ?? 1)
        const row = ms.map((figure) => figure.toFixed(2).padStart(9)).join(' ')
        print(`  ${work.padEnd(32)} ${row}  x${ratio.toFixed(2)}`)
      }
    }
  } finally {
    postgres.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}
