import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { verifyAudit } from '#server/store/audit-verify.ts'
import { openDatabase } from '#server/store/database.ts'
import { createSeal } from '#server/store/seal.ts'
import { emptyPlace, newPlace } from '../stores/each-store.ts'
import { postgresCommand } from '../stores/postgres.ts'
import { openBff, type Bff } from './bff.ts'

const cleanUps: (() => unknown)[] = []
afterAll(async () => {
  for (const cleanUp of cleanUps.toReversed()) await cleanUp()
})

const doneOf = async (bff: Bff, id: string): Promise<number> =>
  Number(/"done":(\d+)/.exec((await bff.as('admin', `/api/jobs/${id}`)).text)?.[1])
const stateOf = async (bff: Bff, id: string) => (await bff.as('admin', `/api/jobs/${id}`)).body['state']

test('a dump of PostgreSQL taken in the middle of a job is restored: sessions, audit and passwords are good, nothing is created twice', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'console-dump-'))
  cleanUps.push(() => rmSync(directory, { recursive: true, force: true }))
  const [live, restored] = [await newPlace('postgres', cleanUps), await emptyPlace('postgres', cleanUps)]
  if (!('url' in live && 'url' in restored)) throw new Error('both are databases')
  const bff = await openBff({ store: live, settleMs: 1_000 })
  cleanUps.push(() => bff.close())
  await bff.as('admin', '/api/settings', { jobRate: 60 }, {}, 'PATCH')
  const created = await bff.as(
    'admin',
    '/api/jobs',
    {
      name: 'dumped',
      items: Array.from({ length: 60 }, (_, n) => ({ ext: String(52_000 + n) })),
      passwords: { fill: 'random', length: 16 },
    },
    { 'idempotency-key': 'a-key-for-the-dumped-job' },
  )
  const id = String(created.body['id'])
  await expect.poll(() => doneOf(bff, id)).toBeGreaterThan(5)
  const dump = join(directory, 'console.dump')
  execFileSync(postgresCommand('pg_dump'), ['--format=custom', `--file=${dump}`, `--dbname=${live.url}`])
  const cookie = await bff.cookieOf('admin')
  await expect.poll(() => stateOf(bff, id)).toBe('ended')
  await bff.console.close()
  const sent = bff.sandbox.calls('create_extension')
  expect(sent).toBe(60)

  execFileSync(postgresCommand('pg_restore'), ['--exit-on-error', `--dbname=${restored.url}`, dump])
  const again = await openBff({ store: restored, serviceUrl: bff.serviceUrl, settleMs: 1_000 })
  cleanUps.push(() => again.close())
  expect((await again.send('/api/session', { headers: { ...again.own, cookie } })).status).toBe(200)
  await expect.poll(() => stateOf(again, id)).toBe('ended')
  expect(bff.sandbox.calls('create_extension')).toBe(sent)
  const credentials = await again.as('admin', `/api/jobs/${id}/credentials`, {
    passphrase: 'a-long-passphrase-of-28-chars',
  })
  expect(credentials.status).toBe(200)
  const database = await openDatabase(restored)
  const { entries, faults } = await verifyAudit(
    database,
    createSeal('a session secret for tests, long enough'),
  )
  await database.close()
  // At least what the job had done when the dump was taken, before and after each.
  expect([entries > 10, faults]).toEqual([true, []])
})
