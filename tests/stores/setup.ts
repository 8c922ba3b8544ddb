import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL server, without a database name. */
    postgresUrl: string
  }
}

/** One PostgreSQL for the whole run; each suite makes databases of its own in it. */
export async function setup(project: TestProject): Promise<() => void> {
  const given = process.env['TEST_DATABASE_URL']
  if (given !== undefined) {
    project.provide('postgresUrl', given.replace(/\/[^/]*$/, ''))
    return () => undefined
  }
  const { url, stop } = await startPostgres()
  project.provide('postgresUrl', url)
  return stop
}
