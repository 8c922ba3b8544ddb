import { copyFileSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBff, type Bff } from '../server/bff.ts'

/**
 * Consoles before a service of the test's own, each with a store of its own. Users are made and signed in once, since
 * hashing their passwords takes longer than everything else.
 */
export async function manyConsoles() {
  const directory = mkdtempSync(join(tmpdir(), 'console-hostile-'))
  const template = join(directory, 'template.db')
  const first = await openBff({ store: { file: template } })
  const cookie = await first.cookieOf('admin')
  await first.as('admin', '/api/settings', { legacyCreate: true }, {}, 'PATCH')
  await first.close()
  let opened = 0

  return {
    cookie,
    /** Everything that is on disk, as text. */
    disk: (): string =>
      readdirSync(directory)
        .map((name) => readFileSync(join(directory, name), 'latin1'))
        .join('\n'),
    async open(serviceUrl: string) {
      const file = join(directory, `${++opened}.db`)
      copyFileSync(template, file)
      const bff = await openBff({ store: { file }, serviceUrl })
      return { ...bff, ask: (path: string, json?: object) => ask(bff, cookie, path, json) }
    },
    remove: () => rmSync(directory, { recursive: true }),
  }
}
export type Consoles = Awaited<ReturnType<typeof manyConsoles>>

/** Asks as the signed-in admin; tells how long it took, ms. */
async function ask(bff: Bff, cookie: string, path: string, json?: object) {
  const started = performance.now()
  const answer = await bff.send(path, {
    method: json === undefined ? 'GET' : 'POST',
    headers: { ...bff.own, cookie, 'idempotency-key': `hostile-${path.length}-${'k'.repeat(20)}` },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  })
  return { ...answer, ms: performance.now() - started }
}
