import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createAuth } from '#server/auth/auth.ts'
import { openEngine } from '#server/auth/auth-engine.ts'
import { eachStore } from '../../stores/each-store.ts'
import { cheapHashes } from '../../stores/prepared-store.ts'

const options = {
  publicUrl: 'https://console.example.com',
  secret: 'a session secret for tests, long enough',
  hashCost: cheapHashes,
}
const ada = { email: 'ada@example.com', password: 'correct horse battery' }

// The console reads better-auth's cookie and session row directly. A new version of better-auth may change both.
eachStore(({ engine, open }) => {
  test('reads a session that better-auth began, and refuses every session that better-auth refuses', async () => {
    const database = await open()
    const auth = await createAuth(database, options)
    await auth.createUser({ ...ada, name: 'Ada', role: 'admin' })
    const { api, names } = await openEngine(database, options)
    const { headers } = await api.signInEmail({ body: ada, returnHeaders: true })
    const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const idByBetterAuth = async (sent: string) =>
      (await api.getSession({ headers: new Headers({ cookie: sent }) }))?.session.id ?? null
    const idByConsole = async (sent: string) => (await auth.session(sent)).signedIn?.sessionId ?? null
    const ids = async (sent: string) => [await idByBetterAuth(sent), await idByConsole(sent)]

    const id = await idByBetterAuth(cookie)
    expect(id).not.toBeNull()
    expect(await ids(cookie)).toEqual([id, id])
    expect(await ids(`other=1; ${cookie}`)).toEqual([id, id])

    const value = decodeURIComponent(cookie.slice(names.session.length + 1))
    const [token = '', signature = ''] = value.split('.')
    const swap = (text: string) => (text.startsWith('A') ? 'B' : 'A') + text.slice(1)
    const tampered = [`${swap(token)}.${signature}`, `${token}.${swap(signature)}`, `${token}.`, token, '']
    for (const each of tampered)
      expect([each, ...(await ids(`${names.session}=${encodeURIComponent(each)}`))]).toEqual([
        each,
        null,
        null,
      ])

    const past = new Date(Date.now() - 1_000)
    await sql`UPDATE "session" SET "expiresAt" = ${engine === 'sqlite' ? past.toISOString() : past}`.execute(
      database.db,
    )
    expect(await idByConsole(cookie)).toBeNull()
    expect(await ids(cookie)).toEqual([null, null])
  })
})
