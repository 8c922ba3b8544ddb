import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, describe, inject } from 'vitest'
import { openDatabase, type Database, type StoreLocation } from '#server/platform/database/database.ts'
import { storeFolder } from './folder.ts'

type Engine = 'sqlite' | 'postgres'
type CleanUps = (() => unknown)[]

function newFile(cleanUps: CleanUps): string {
  const directory = mkdtempSync(join(storeFolder, 'console-store-'))
  cleanUps.push(() => rmSync(directory, { recursive: true, force: true }))
  return join(directory, 'console.db')
}

/** Creates a database. The server, or the end of the test run, removes it. */
async function newDatabase(options = ''): Promise<string> {
  const server = inject('postgresUrl')
  const name = `${inject('databasePrefix')}_${randomUUID().replaceAll('-', '')}`
  const client = new Client({ connectionString: `${server}/postgres` })
  await client.connect()
  await client.query(`CREATE DATABASE ${name} ${options}`)
  await client.end()
  return `${server}/${name}`
}

/** Returns a location for a new store, without tables or users. */
export const emptyStoreLocation = async (engine: Engine, cleanUps: CleanUps): Promise<StoreLocation> =>
  engine === 'sqlite' ? { file: newFile(cleanUps) } : { url: await newDatabase() }

/** Copies the prepared store to a file. */
export const copyPreparedTo = (file: string): void => copyFileSync(inject('preparedFile'), file)

/** Returns a copy of the prepared store, with its users. Adds the removal to `cleanUps`. */
export async function copyPreparedStore(engine: Engine, cleanUps: CleanUps): Promise<StoreLocation> {
  if (engine === 'postgres') return { url: await newDatabase(`TEMPLATE ${inject('databasePrefix')}`) }
  const file = newFile(cleanUps)
  copyPreparedTo(file)
  return { file }
}

export interface TestStore {
  engine: Engine
  /** Returns a copy of the prepared store. */
  copyStore: () => Promise<StoreLocation>
  /** Returns a location for a new store, without tables or users. */
  emptyStore: () => Promise<StoreLocation>
  /** Opens a store, by default a copy of the prepared store; closes it after the suite. Open a location twice for two processes. */
  open: (where?: StoreLocation) => Promise<Database>
}

/** Runs a suite on the embedded store and on PostgreSQL. */
export function eachStore(suite: (store: TestStore) => void): void {
  describe.each(['sqlite', 'postgres'] as const)('on %s', (engine) => {
    const cleanUps: CleanUps = []
    afterAll(async () => {
      for (const cleanUp of cleanUps.toReversed()) await cleanUp()
    })
    const copyStore = () => copyPreparedStore(engine, cleanUps)
    suite({
      engine,
      copyStore,
      emptyStore: () => emptyStoreLocation(engine, cleanUps),
      open: async (where) => {
        const database = await openDatabase(where ?? (await copyStore()))
        cleanUps.push(() => database.close())
        return database
      },
    })
  })
}
