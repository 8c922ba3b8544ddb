import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL server, without a database name. */
    postgresUrl: string
    /** How the names of this run's databases begin. */
    databasePrefix: string
  }
}

/** Removes the databases of one run from a server that outlives it. */
async function dropDatabases(connectionString: string, prefix: string): Promise<void> {
  const client = new Client({ connectionString })
  await client.connect()
  const { rows } = await client.query<{ datname: string }>(
    'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
    [prefix],
  )
  for (const { datname } of rows) await client.query(`DROP DATABASE ${datname} WITH (FORCE)`)
  await client.end()
}

/** One PostgreSQL for the whole run; each suite makes databases of its own in it. */
export async function setup(project: TestProject): Promise<() => Promise<void> | void> {
  const prefix = `test_${randomUUID().slice(0, 8)}_`
  project.provide('databasePrefix', prefix)
  const given = process.env['TEST_DATABASE_URL']
  if (given !== undefined) {
    const server = new URL(given)
    server.pathname = ''
    project.provide('postgresUrl', server.href.replace(/\/$/, ''))
    return () => dropDatabases(given, prefix)
  }
  const { url, stop } = await startPostgres()
  project.provide('postgresUrl', url)
  return stop
}
