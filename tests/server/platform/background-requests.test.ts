import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/platform/database/database.ts'
import { eachStore } from '../../stores/each-store.ts'
import { openBff, type Bff } from '../bff.ts'

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
    for (const path of ['/api/reservations/open', '/api/session', '/api/status', '/api/capacity']) {
      const polled = await bff.requestAs('admin', path, undefined, inBackground)
      expect([path, polled.status, await minutesLeft()]).toEqual([path, 200, 20])
    }
    const asked = await bff.requestAs('admin', '/api/reservations/open')
    expect([asked.status, await minutesLeft()]).toEqual([200, 30])
    await setLastUse(idleMs + 1_000)
    const late = await bff.requestAs('admin', '/api/reservations/open', undefined, inBackground)
    expect([late.status, late.body['code']]).toEqual([401, 'unauthenticated'])
    bff.forgetCookies()
  })
})
