import { expect, test } from 'vitest'
import { ApiTokens } from '#server/auth/api-tokens.ts'
import { endingTokens } from '#server/notifications/due.ts'
import { eachStore } from '../../stores/each-store.ts'

const dayMs = 86_400_000

eachStore(({ open }) => {
  test('announces the end of a token 14 and 3 days before, to its owner, and of a service token to the administrators', async () => {
    const database = await open()
    const { db } = database
    const { id: owner, name } = await db
      .selectFrom('user')
      .select(['id', 'name'])
      .where('email', '=', 'supervisor@example.com')
      .executeTakeFirstOrThrow()
    const tokens = new ApiTokens(database)
    const scopes = ['extension.read'] as const
    await tokens.create(owner, { name: 'Night export', scopes, days: 30 })
    await tokens.create(owner, { name: 'HR system', scopes, days: 30 }, true)
    const [own] = await tokens.list(owner)
    const until = own?.expiresAt ?? 0
    /** Whom to tell so many days before the end. */
    const announced = (days: number) =>
      db.transaction().execute(async (transaction) => {
        const found = await endingTokens(transaction, until - days * dayMs + 60_000)
        return found.map(({ event, person, key }) => ({ event, person, key }))
      })
    expect(await announced(20)).toEqual([])
    for (const days of [14, 3]) {
      const found = await announced(days)
      expect(found.map(({ key }) => key.endsWith(` ${days}`))).toEqual([true, true])
      expect(found).toContainEqual({
        event: { kind: 'token-ending', name: 'Night export', owner: name, until },
        person: owner,
        key: `token-ending ${own?.id} ${days}`,
      })
      expect(found.map(({ event, person }) => ['owner' in event && event.owner, person])).toContainEqual([
        null,
        null,
      ])
      for (const later of [days, days - 1]) expect(await announced(later)).toEqual([])
    }
  })
})
