import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, describe, inject } from 'vitest'
import { openDatabase, type Database, type Where } from '#server/store/database.ts'

/** A place for a store that nobody else uses; `cleanUps` learns how it is taken away. */
export async function newPlace(engine: 'sqlite' | 'postgres', cleanUps: (() => unknown)[]): Promise<Where> {
  if (engine === 'sqlite') {
    const directory = mkdtempSync(join(tmpdir(), 'console-store-'))
    cleanUps.push(() => rmSync(directory, { recursive: true, force: true }))
    return { file: join(directory, 'console.db') }
  }
  const server = inject('postgresUrl')
  const name = `${inject('databasePrefix')}${randomUUID().replaceAll('-', '')}`
  const client = new Client({ connectionString: `${server}/postgres` })
  await client.connect()
  await client.query(`CREATE DATABASE ${name}`)
  await client.end()
  return { url: `${server}/${name}` }
}

export interface StorePlace {
  engine: 'sqlite' | 'postgres'
  place: () => Promise<Where>
  /** Opens a store, closed after the suite. The same place twice is two processes on one store. */
  open: (where?: Where) => Promise<Database>
}

/** Runs a suite on the embedded store and on PostgreSQL. */
export function eachStore(suite: (store: StorePlace) => void): void {
  describe.each(['sqlite', 'postgres'] as const)('on %s', (engine) => {
    const cleanUps: (() => unknown)[] = []
    afterAll(async () => {
      for (const cleanUp of cleanUps.toReversed()) await cleanUp()
    })
    const place = () => newPlace(engine, cleanUps)
    suite({
      engine,
      place,
      open: async (where) => {
        const database = await openDatabase(where ?? (await place()))
        cleanUps.push(() => database.close())
        return database
      },
    })
  })
}
