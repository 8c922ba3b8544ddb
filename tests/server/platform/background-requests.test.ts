import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createJob } from '#contract/jobs.ts'
import type { Database } from '#server/platform/database/database.ts'
import { eachStore } from '../../stores/each-store.ts'
import { openBff, origin, type Bff } from '../bff.ts'

const minuteMs = 60_000
const idleMs = 30 * minuteMs
const inBackground = { 'x-background': '1' }

eachStore(({ open, copyStore }) => {
  let bff: Bff
  let database: Database
  beforeAll(async () => {
    const where = await copyStore()
    bff = await openBff({ store: where })
    database = await open(where)
    await bff.cookieOf('admin')
  })
  afterAll(() => bff.close())

  /** Sets the session's last use to `ms` ago. */
  const setLastUse = (ms: number) => sql`UPDATE session SET seen_at = ${Date.now() - ms}`.execute(database.db)
  const minutesLeft = async () => {
    const { seen_at: seen } = await database.db
      .selectFrom('session')
      .select('seen_at')
      .executeTakeFirstOrThrow()
    return Math.round((seen + idleMs - Date.now()) / minuteMs)
  }

  test('prolongs the session with user-initiated requests only, not with background reads', async () => {
    await setLastUse(10 * minuteMs)
    for (const path of ['/api/reservations/open', '/api/session', '/api/status', '/api/capacity/alerts']) {
      const polled = await bff.requestAs('admin', path, undefined, inBackground)
      expect([path, polled.headers.getSetCookie(), await minutesLeft()]).toEqual([path, [], 20])
    }
    const asked = await bff.requestAs('admin', '/api/reservations/open')
    expect([asked.status, asked.headers.getSetCookie().length, await minutesLeft()]).toEqual([200, 1, 30])
    await setLastUse(idleMs + 1_000)
    const late = await bff.requestAs('admin', '/api/reservations/open', undefined, inBackground)
    expect([late.status, late.body['code']]).toEqual([401, 'unauthenticated'])
    bff.forgetCookies()
  })

  test('does not prolong the session with an event stream, which a browser reopens without user action', async () => {
    const key = { 'idempotency-key': 'a-key-for-a-watched-job' }
    const body = { name: 'watched', items: [{ ext: '61000' }], passwords: { fill: 'none', length: 16 } }
    const { id } = createJob.answer.parse((await bff.requestAs('admin', '/api/jobs', body, key)).body)
    await setLastUse(10 * minuteMs)
    const request = new Request(`${origin}/api/jobs/${id}/events`, {
      headers: { ...bff.pageHeaders, cookie: await bff.cookieOf('admin') },
    })
    const stream = await bff.console.app.fetch(request)
    const left = await minutesLeft()
    await stream.body?.cancel()
    expect([stream.status, stream.headers.getSetCookie(), left]).toEqual([200, [], 20])
  })
})
