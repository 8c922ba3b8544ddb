import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { verifyAudit } from '#server/audit/audit-verify.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { createSeal } from '#server/platform/database/encryption.ts'
import { ended, fetchJob, numbers, post } from '../jobs-service/bulk.ts'
import { openReplicas } from '../jobs-service/replicas.ts'
import { startMisbehavingService } from '../jobs-service/service.ts'
import type { Check } from './check.ts'

const rows = 300
const sessionSecret = 'a session secret that outlives the database'

/** Runs `pg_dump` during a job and restores the dump into `restoredUrl` after the job has ended. Needs PostgreSQL's own commands. */
export async function restoredDump(liveUrl: string, restoredUrl: string): Promise<Check[]> {
  const directory = mkdtempSync(join(tmpdir(), 'console-dump-'))
  const service = await startMisbehavingService({ modes: { latencyMs: 100 } })
  const on = (databaseUrl: string) =>
    openReplicas({
      serviceUrl: service.url,
      databaseUrl,
      visibilityTimeoutSeconds: 2,
      env: { SESSION_SECRET: sessionSecret },
    })
  const [live, restored] = [on(liveUrl), on(restoredUrl)]
  try {
    await live.one.start()
    await live.one.signIn()
    const exts = numbers(rows)
    const { id } = await post(live.one, exts)
    while (((await fetchJob(live.one, id))?.counts.done ?? 0) < 20) await sleep(20)
    const dump = join(directory, 'console.dump')
    execFileSync('pg_dump', ['--format=custom', `--file=${dump}`, `--dbname=${liveUrl}`])
    await ended(live.one, id)
    await live.one.stop()
    const sent = service.attempts.length

    execFileSync('pg_restore', ['--exit-on-error', `--dbname=${restoredUrl}`, dump])
    await restored.one.start()
    const session = await restored.one.send('GET', '/api/session', { cookie: live.one.cookie() })
    await restored.one.signIn()
    await ended(restored.one, id)
    const credentials = await restored.one.send('POST', `/api/jobs/${id}/credentials`, {
      body: { passphrase: 'a-long-passphrase-of-28-chars' },
    })
    const database = await openDatabase({ url: restoredUrl })
    const { entries, errors } = await verifyAudit(database, createSeal(sessionSecret))
    await database.close()
    return [
      { name: 'Dump restored: the status of a session of before', value: session.status, atMost: 200 },
      { name: `Dump restored: of ${rows} numbers lost`, value: service.lost(exts).length, atMost: 0 },
      { name: 'Dump restored: creates sent again', value: service.attempts.length - sent, atMost: 0 },
      { name: 'Dump restored: numbers created twice', value: service.duplicates().length, atMost: 0 },
      { name: 'Dump restored: the status of the passwords', value: credentials.status, atMost: 200 },
      { name: 'Dump restored: audit entries', value: entries, atLeast: 20 },
      { name: 'Dump restored: audit entries that are wrong', value: errors.length, atMost: 0 },
    ]
  } finally {
    await Promise.all([live.close(), restored.close()])
    await service.close()
    rmSync(directory, { recursive: true, force: true })
  }
}
