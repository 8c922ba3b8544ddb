import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { storeFolder } from './folder.ts'
import { prepareStore } from './prepared-store.ts'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL server, without a database name. */
    postgresUrl: string
    /** The prefix of this run's database names. The database named exactly like the prefix is the prepared store. */
    databasePrefix: string
    /** A prepared SQLite store, closed. */
    preparedFile: string
  }
}

/** Removes the databases of one run from a server that keeps running. */
async function dropDatabases(server: string, prefix: string): Promise<void> {
  const client = new Client({ connectionString: `${server}/postgres` })
  await client.connect()
  const { rows } = await client.query<{ datname: string }>(
    'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
    [prefix],
  )
  for (const { datname } of rows) await client.query(`DROP DATABASE ${datname} WITH (FORCE)`)
  await client.end()
}

/** Returns a private PostgreSQL server, or the server in `TEST_DATABASE_URL`. */
async function openServer(prefix: string): Promise<{ url: string; close: () => Promise<void> | void }> {
  const given = process.env['TEST_DATABASE_URL']
  if (given === undefined) {
    const { url, stop } = await startPostgres()
    return { url, close: stop }
  }
  const server = new URL(given)
  server.pathname = ''
  const url = server.href.replace(/\/$/, '')
  return { url, close: () => dropDatabases(url, prefix) }
}

async function createDatabase(server: string, name: string): Promise<void> {
  const client = new Client({ connectionString: `${server}/postgres` })
  await client.connect()
  await client.query(`CREATE DATABASE ${name}`)
  await client.end()
}

/** Starts one PostgreSQL for the whole run and creates one prepared store per engine, which every suite copies. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const prefix = `test_${randomUUID().slice(0, 8)}`
  const directory = mkdtempSync(join(storeFolder, 'console-prepared-'))
  const file = join(directory, 'console.db')
  const server = await openServer(prefix)
  await createDatabase(server.url, prefix)
  // One after the other: SQLite blocks this process, on a busy machine longer than connecting to PostgreSQL may take.
  await prepareStore({ file })
  await prepareStore({ url: `${server.url}/${prefix}` })
  project.provide('postgresUrl', server.url)
  project.provide('databasePrefix', prefix)
  project.provide('preparedFile', file)
  return async () => {
    await server.close()
    rmSync(directory, { recursive: true, force: true })
  }
}
