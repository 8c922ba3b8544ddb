import { createHmac } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openEngine } from '#server/auth/auth-engine.ts'
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
  const { context, names } = await openEngine(database, {
    publicUrl: 'http://127.0.0.1',
    secret: sessionSecret,
  })
  const cookies: string[] = []
  for (let i = 0; i < count; i++) {
    const person = {
      email: `person${i}@example.com`,
      name: `Person ${i}`,
      role: 'admin',
      emailVerified: true,
    }
    const { id } = await context.internalAdapter.createUser(person, { method: 'email-password' })
    // Each session is prolonged once a minute; spread these writes over the minute.
    const expiresAt = new Date(Date.now() + context.sessionConfig.expiresIn * 1000 - (i / count) * minuteMs)
    const { token } = await context.internalAdapter.createSession(id, false, { expiresAt }, true)
    const signature = createHmac('sha256', sessionSecret).update(token).digest('base64')
    cookies.push(`${names.session}=${encodeURIComponent(`${token}.${signature}`)}`)
  }
  await database.close()
  const file = join(dataDir, 'cookies.txt')
  writeFileSync(file, cookies.join('\n'))
  return file
}
