import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createAuth } from '#server/auth/auth.ts'
import { openDatabase, type StoreLocation } from '#server/platform/database/database.ts'

const minuteMs = 60_000

export const sessionSecret = 'a session secret for benchmarks, long enough'

/**
 * Signs in `count` people, before the console starts on that directory or another store. Returns the path of a file
 * with one cookie per person.
 */
export async function signInPeople(
  dataDir: string,
  count: number,
  store: StoreLocation = { file: join(dataDir, 'console.db') },
): Promise<string> {
  const database = await openDatabase(store)
  const { users, sessions } = createAuth(database, {
    publicUrl: 'http://127.0.0.1',
    secret: sessionSecret,
    // No one signs in with these passwords.
    hashCost: { ln: 4, r: 8, p: 1 },
  })
  const cookies: string[] = []
  for (let i = 0; i < count; i++) {
    const email = `person${i}@example.com`
    await users.create({ email, name: `Person ${i}`, role: 'admin', password: randomUUID() })
    const user = await users.byEmail(email)
    const from = { address: '', userAgent: '' }
    const begun = await sessions.begin({ id: user?.id ?? '', access_version: 0 }, from, {
      provedAt: Date.now(),
      secondFactor: false,
    })
    // Each session is prolonged once a minute; spread these writes over the minute.
    const seen = Date.now() - Math.round((i / count) * minuteMs)
    await database.db
      .updateTable('session')
      .set({ seen_at: seen })
      .where('id', '=', begun?.sessionId ?? '')
      .execute()
    cookies.push(begun?.cookie.split(';')[0] ?? '')
  }
  await database.close()
  const file = join(dataDir, 'cookies.txt')
  writeFileSync(file, cookies.join('\n'))
  return file
}
