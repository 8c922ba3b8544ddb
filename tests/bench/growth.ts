import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { createAuth } from '#server/auth/auth.ts'
import { openDatabase, type Database } from '#server/platform/database/database.ts'
import { jobContext } from '../jobs-service/context.ts'
import { JobLedger } from '#server/jobs/ledger.ts'
import { JobStore } from '#server/jobs/store.ts'
import { drawGrowth, type Cost } from './growth-plot.ts'
import { sessionSecret, signInPeople } from './processes/people.ts'
import { measureSandbox, timed } from './sandbox.ts'

const extensions = [2_000, 100_000, 1_000_000]
const users = [1, 10, 100, 1_000]
const jobRows = [1, 1_000, 100_000]
/** Maximum rows of one job. */
const rowsOfJob = 10_000
const account = 'bench'
const plot = join(import.meta.dirname, '../../docs/growth.svg')

async function extensionCosts(directory: string): Promise<Cost[]> {
  const costs: Cost[] = []
  for (const amount of extensions) {
    const measured = await measureSandbox(directory, amount)
    for (const cost of ['page at 1 %', 'page at 99 %', 'create', 'suggestions'])
      costs.push({ of: 'extensions', amount, cost, ms: measured.get(`${cost}, p50 ms`) ?? Number.NaN })
  }
  return costs
}

async function userCosts(directory: string): Promise<Cost[]> {
  const costs: Cost[] = []
  for (const amount of users) {
    const place = mkdtempSync(join(directory, 'users-'))
    const cookies = readFileSync(await signInPeople(place, amount), 'utf8').split('\n')
    const database = await openDatabase({ file: join(place, 'console.db') })
    const auth = createAuth(database, { publicUrl: 'http://127.0.0.1', secret: sessionSecret })
    const check = await timed((run) =>
      auth.sessions.check(cookies[run % cookies.length] ?? '', { prolong: false }),
    )
    const list = await timed(() => auth.users.list())
    costs.push({ of: 'users', amount, cost: 'session check', ms: check.p50 })
    costs.push({ of: 'users', amount, cost: 'list of users', ms: list.p50 })
    await database.close()
  }
  return costs
}

/** Creates jobs with the maximum of rows each, all done, and returns the first job's id. */
async function fillJobs({ db }: Database, amount: number): Promise<string> {
  for (let job = 0; job * rowsOfJob < amount; job++) {
    const total = Math.min(rowsOfJob, amount - job * rowsOfJob)
    const id = `job-${job}`
    await db
      .insertInto('job')
      .values({
        id,
        user_id: 'u',
        user_name: 'admin@example.com',
        idempotency_key: id,
        body_mac: id,
        name: id,
        account,
        created_at: job,
        started_at: job,
        ended_at: job,
        desired_state: 'run',
        paused_because: null,
        waiting_for: null,
        total,
        pending: 0,
        done: total,
        lease_until: null,
        password_fill: 'none',
        has_secrets: 0,
        secrets_until: null,
      })
      .execute()
    await sql`
      INSERT INTO job_item (job_id, position, account, ext, password_source, state, ended_at)
      SELECT ${id}, i, ${account}, CAST(${job * rowsOfJob + 1_000_000} + i AS text), 'none', 'done', 1
      FROM (WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ${total}) SELECT i FROM n)`.execute(
      db,
    )
  }
  return 'job-0'
}

async function jobCosts(directory: string): Promise<Cost[]> {
  const costs: Cost[] = []
  for (const amount of jobRows) {
    const database = await openDatabase({ file: join(directory, `jobs-${amount}.db`) })
    const jobs = new JobStore(jobContext(database, { account }))
    const ledger = new JobLedger(jobContext(database, { account }))
    const id = await fillJobs(database, amount)
    const last = Math.max(0, Math.min(amount, rowsOfJob) - 50)
    const works: [cost: string, work: () => Promise<unknown>][] = [
      ['list of jobs', () => jobs.list({ page: 1, pageSize: 20, sort: 'created', order: 'desc' })],
      ['one job', () => jobs.read(id)],
      ['its last rows', () => ledger.items(id, {}, last, 50)],
    ]
    for (const [cost, work] of works)
      costs.push({ of: 'rows of jobs', amount, cost, ms: (await timed(work)).p50 })
    await database.close()
  }
  return costs
}

/** Prints how each cost grows with the number of rows, and draws the costs into `docs/growth.svg`. */
export async function benchGrowth(print: (line: string) => void): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'growth-bench-'))
  try {
    const costs = [
      ...(await extensionCosts(directory)),
      ...(await userCosts(directory)),
      ...(await jobCosts(directory)),
    ]
    print('growth, medians, ms')
    for (const { of, amount, cost, ms } of costs)
      print(
        `  ${String(amount).padStart(9)} ${of.padEnd(12)} ${cost.padEnd(16)} ${ms.toFixed(3).padStart(9)}`,
      )
    const machine = `${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`
    writeFileSync(plot, drawGrowth(costs, `Median of each, ${machine}`))
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}
