import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readAppeared } from '#server/notifications/due.ts'
import { eachStore } from '../../stores/each-store.ts'

/** More namesakes than one search of people returns. */
const count = 1_200

eachStore(({ open }) => {
  test('finds the account of a new colleague, however many namesakes others have', async () => {
    const database = await open()
    const { db } = database
    const account = 'a'
    const people = Array.from({ length: count }, (_, i) => {
      const name = `name ${String(i).padStart(4, '0')}`
      const common = { account, facts: '{}', name, name_key: name, sort_key: name, search: '', exts: '' }
      const times = { first_seen_at: 1, record_at: 0, numbers: 0 }
      return [
        { ...common, ...times, id: `colleague ${i}`, agent_uuid: null },
        { ...common, ...times, id: `person ${i}`, agent_uuid: `account ${i}`, work_number: `W-${i}` },
      ]
    }).flat()
    for (let from = 0; from < people.length; from += 500)
      await db
        .insertInto('person')
        .values(people.slice(from, from + 500))
        .execute()
    await sql`INSERT INTO reservation (id, account, ext, joiner_id, user_id, idempotency_key, body_mac, state,
        reserved_at, expires_at, checked_at)
      SELECT 'for ' || id, account, '8' || substr(id, 11), id, 'ada', id, '', 'reserved', 5, ${2 ** 52}, 5
      FROM person WHERE agent_uuid IS NULL`.execute(db)
    const see = (ids: readonly string[], columns: { first_seen_at?: number; exts?: string }) =>
      db.updateTable('person').set(columns).where('id', 'in', ids).execute()
    expect(await readAppeared(db, account)).toEqual([])
    await see(['person 1199'], { first_seen_at: 6 })
    const last = {
      reservationId: 'for colleague 1199',
      person: 'ada',
      ext: '81199',
      agent: 'name 1199',
      accountName: 'name 1199 · W-1199',
      number: null,
    }
    expect(await readAppeared(db, account)).toEqual([last])
    // An account that was known before has the reserved number now.
    await see(['person 7'], { exts: ' 87 ' })
    expect((await readAppeared(db, account)).map(({ reservationId }) => reservationId).toSorted()).toEqual([
      'for colleague 1199',
      'for colleague 7',
    ])
    // A user said that they are two people.
    await db
      .insertInto('same_person')
      .values({ account, colleague_id: 'colleague 7', person_id: 'person 7', is_same: 0 })
      .execute()
    expect(await readAppeared(db, account)).toEqual([last])
    // No account is a line's or a room's.
    await db.updateTable('person').set({ kind: 'resource' }).where('id', '=', 'colleague 1199').execute()
    expect(await readAppeared(db, account)).toEqual([])
  })
})
