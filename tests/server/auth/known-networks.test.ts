import { afterAll, beforeAll, expect, test } from 'vitest'
import { user } from '#contract/users.ts'
import type { Database } from '#server/platform/database/database.ts'
import { eachStore } from '../../stores/each-store.ts'
import { openBff, passwords, type Bff } from '../bff.ts'
import { visitor, type Visitor } from '../visitor.ts'

const password = 'a long enough password'
/** On a busy machine, thirty hashes take longer than the deadline of a response. */
const timings = { answerMs: 600_000 }

eachStore(({ engine, copyStore, open }) => {
  let bff: Bff
  /** A second replica on PostgreSQL; the same process on SQLite. */
  let other: Bff
  let database: Database
  beforeAll(async () => {
    const store = await copyStore()
    database = await open(store)
    bff = await openBff({ store, timings })
    other = engine === 'sqlite' ? bff : await openBff({ store, serviceUrl: bff.serviceUrl, timings })
  })
  afterAll(async () => {
    if (other !== bff) await other.close()
    await bff.close()
  })

  let count = 0
  async function newUser() {
    const email = `owner${++count}@example.com`
    await bff.console.auth.users.create({ email, name: 'Owner', password, role: 'supervisor' })
    return email
  }
  const stepUp = async (browser: Visitor, typed: string) =>
    (await browser.request('POST', '/api/session/step-up', { password: typed })).status
  const signIn = async (address: string, email: string, typed = password, on = bff) =>
    (await visitor(on, address).signIn(email, typed)).status

  test('locks out neither the owner where they sign in nor a signed-in user when strangers guess', async () => {
    const email = await newUser()
    const [home, away] = [`198.18.${count}.1`, `198.18.${count}.2`]
    const signedIn = visitor(bff, home)
    await signedIn.signIn(email, password)
    // A hundred guesses from ten networks: no other network is left.
    for (let network = 0; network < 10; network++)
      for (let n = 0; n < 10; n++)
        expect(await signIn(`198.19.${count}.${network}`, email, 'a guess')).toBe(401)
    expect(await signIn(away, email, password, other)).toBe(429)
    expect(await signIn(home, email, password, other)).toBe(200)
    expect([await stepUp(signedIn, 'a guess'), await stepUp(signedIn, password)]).toEqual([403, 200])

    // The owner's wrong attempts lock only their network, and a signed-in user's only the step-up.
    for (let n = 0; n < 10; n++) expect(await signIn(home, email, 'a guess')).toBe(401)
    expect(await signIn(home, email)).toBe(429)
    // The wrong step-up above counts as one of the ten.
    for (let n = 0; n < 9; n++) expect(await stepUp(signedIn, 'a guess')).toBe(403)
    expect(await stepUp(signedIn, password)).toBe(429)

    const find = async () => (await bff.console.auth.users.list()).find((each) => each.email === email)
    const { id, lockedUntil } = user.parse(await find())
    expect(lockedUntil).not.toBeNull()
    expect((await bff.requestAs('admin', `/api/users/${id}/lock`, {}, {}, 'DELETE')).status).toBe(200)
    expect(await find()).toMatchObject({ lockedUntil: null })
    expect([await stepUp(signedIn, password), await signIn(home, email)]).toEqual([200, 200])
    expect(await signIn(away, email)).toBe(200)
  })

  test('lets an account sign in where it has, after wrong attempts at others from there', async () => {
    const email = await newUser()
    const office = `198.18.${count}.1`
    expect(await signIn(office, email)).toBe(200)
    for (let n = 0; n < 10; n++) expect(await signIn(office, `unknown${n}@example.com`, 'a guess')).toBe(401)
    expect(await signIn(office, await newUser())).toBe(429)
    expect(await signIn(office, email)).toBe(200)
  })

  test('knows a network for thirty days from the last sign-in there', async () => {
    const day = 24 * 3_600_000
    const email = await newUser()
    const home = `198.18.${count}.1`
    const known = () => database.db.selectFrom('attempt_count').selectAll().where('key', 'like', 'known:%')
    const before = (await known().execute()).map(({ key }) => key)
    const own = async () => (await known().execute()).filter(({ key }) => !before.includes(key))
    expect(await signIn(home, email)).toBe(200)
    const [row] = await own()
    const soon = Date.now() + day
    await database.db
      .updateTable('attempt_count')
      .set({ until: soon })
      .where('key', '=', row?.key ?? '')
      .execute()
    expect(await signIn(home, email, password, other)).toBe(200)
    const [again, ...more] = await own()
    expect([again?.key, more]).toEqual([row?.key, []])
    expect(again?.until).toBeGreaterThan(soon + 28 * day)
  })

  test('accepts thirty right sign-ins at once from one address', async () => {
    const from = [
      { email: 'admin@example.com', password: passwords.admin },
      { email: 'supervisor@example.com', password: passwords.supervisor },
    ]
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        (n % 4 < 2 ? bff : other).requestAs(null, '/api/auth/sign-in/email', from[n % 2]),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 30 }, () => 200))
  })
})
