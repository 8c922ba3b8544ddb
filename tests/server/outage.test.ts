import { connect, createServer, type Socket } from 'node:net'
import { Pool } from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { startupError } from '#server/platform/config/startup-error.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { isStoreFault } from '#server/platform/database/store-fault.ts'
import { SettingsStore } from '#server/settings/store.ts'
import { copyPreparedStore } from '../stores/each-store.ts'
import { openBff } from './bff.ts'

const cleanUps: (() => unknown)[] = []
afterAll(async () => {
  for (const cleanUp of cleanUps.toReversed()) await cleanUp()
})

/** Opens a TCP proxy to the database that can cut its connections or go silent. */
async function layCable() {
  const target = new URL(inject('postgresUrl'))
  let state: 'sound' | 'cut' | 'silent' = 'sound'
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    sockets.add(near)
    near.on('error', () => near.destroy())
    if (state === 'cut') {
      near.destroy()
      return
    }
    const far = connect(Number(target.port), target.hostname)
    sockets.add(far)
    const forward = (from: Socket, to: Socket) => {
      from.on('data', (chunk) => {
        if (state === 'sound') to.write(chunk)
      })
      from.on('error', () => to.destroy())
      from.on('close', () => to.destroy())
    }
    forward(near, far)
    forward(far, near)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  const set = (next: typeof state) => {
    state = next
    if (next === 'silent') return
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  cleanUps.push(() => {
    set('cut')
    server.close()
  })
  return { port: typeof address === 'object' && address !== null ? address.port : 0, set }
}

test('notices a cut or silent database in time and recovers without a restart', async () => {
  const where = await copyPreparedStore('postgres', cleanUps)
  const cable = await layCable()
  const url = new URL('url' in where ? where.url : '')
  url.port = String(cable.port)
  const database = await openDatabase({ url: url.href })
  cleanUps.push(() => database.close())
  const settings = new SettingsStore(database)
  await database.db
    .transaction()
    .execute((transaction) => settings.change(transaction, { legacyCreate: true }))
  for (const outage of ['cut', 'silent', 'cut'] as const) {
    expect(await database.alive()).toBe(true)
    cable.set(outage)
    let queried = false
    const query = settings.read().then(
      () => undefined,
      (error: unknown) => {
        queried = true
        expect(isStoreFault(error)).toBe(true)
      },
    )
    expect(await database.alive()).toBe(false)
    // `alive` notices a silent database before a query on it gives up.
    expect([outage, queried]).not.toEqual(['silent', true])
    cable.set('sound')
    await query
    await expect.poll(() => database.alive()).toBe(true)
    expect(await settings.read()).toMatchObject({ legacyCreate: true })
  }
})

test('takes every way in which pg reports an unreachable database as a fault of the store', async () => {
  const { url: sound } = { url: undefined, ...(await copyPreparedStore('postgres', cleanUps)) }
  const cable = await layCable()
  const through = new URL(sound ?? '')
  through.port = String(cable.port)
  const poolOf = (url: string, options = {}) => {
    const pool = new Pool({ connectionString: url, max: 1, ...options })
    pool.on('error', () => undefined)
    cleanUps.push(() => pool.end())
    return pool
  }
  const errorOf = (query: Promise<unknown>): Promise<unknown> => query.then(String, (error: unknown) => error)
  const errors: Record<string, unknown> = {
    'no server': await errorOf(poolOf('postgres://console@127.0.0.1:9/console').query('SELECT 1')),
    'no host': await errorOf(poolOf('postgres://console@absent.invalid/console').query('SELECT 1')),
  }
  const slow = poolOf(through.href, { query_timeout: 1_000 })
  const [lost, statement] = [poolOf(through.href), poolOf(through.href, { statement_timeout: 50 })]
  const busy = poolOf(sound ?? '', { connectionTimeoutMillis: 500 })
  await Promise.all([slow.query('SELECT 1'), lost.query('SELECT 1')])
  errors['a statement that takes too long'] = await errorOf(statement.query('SELECT pg_sleep(10)'))
  const taken = await busy.connect()
  errors['no free connection'] = await errorOf(busy.query('SELECT 1'))
  taken.release()
  cable.set('silent')
  errors['no answer to a statement'] = await errorOf(slow.query('SELECT 1'))
  errors['no answer to a connection'] = await errorOf(
    poolOf(through.href, { connectionTimeoutMillis: 200 }).query('SELECT 1'),
  )
  const query = errorOf(lost.query('SELECT 1'))
  cable.set('cut')
  errors['a cut connection'] = await query
  errors['a cut connection before its use'] = await errorOf(lost.query('SELECT 1'))
  for (const [name, error] of Object.entries(errors))
    expect([name, String(error), isStoreFault(error)]).toEqual([name, String(error), true])
  const { 'a statement that takes too long': _, ...atStart } = errors
  for (const error of Object.values(atStart))
    expect(startupError(error)).toMatch(/^DATABASE_URL: the database cannot be reached/)
  expect(isStoreFault(await errorOf(poolOf(sound ?? '').query('SELECT absent')))).toBe(false)
})

test('logs once per request why the store failed it, unless the connection is lost', async () => {
  const { url: sound } = { url: '', ...(await copyPreparedStore('postgres', cleanUps)) }
  const cable = await layCable()
  const url = new URL(sound)
  url.port = String(cable.port)
  const bff = await openBff({ store: { url: url.href } })
  cleanUps.push(() => bff.close())
  const pool = new Pool({ connectionString: sound, max: 1 })
  cleanUps.push(() => pool.end())
  const create = async () => {
    const { status, headers } = await bff.requestAs('admin', '/api/pools', { name: 'New', prefixes: ['830'] })
    const requestId = headers.get('x-request-id') ?? ''
    const faults = bff.logged.filter((line) => line.includes('"fault"') && line.includes(requestId))
    return [status, ...faults.map((line) => /"code":"(\w+)"/.exec(line)?.[1])]
  }
  await bff.requestAs('admin', '/api/pools')
  for (const [table, code] of [
    ['pool', '57014'],
    ['audit', '40P01'],
  ] as const) {
    await pool.query(`
      CREATE FUNCTION fail_${table}() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'failed' USING ERRCODE = '${code}'; END $$;
      CREATE TRIGGER fail BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION fail_${table}()`)
    expect(await create()).toEqual([503, code])
  }
  cable.set('cut')
  expect(await create()).toEqual([503])
  cable.set('sound')
})
