import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createAuth } from '#server/auth/auth.ts'
import { networkOf, siteOf } from '#server/platform/http/address.ts'
import { eachStore } from '../../stores/each-store.ts'
import { openBff } from '../bff.ts'
import { cheapHashes } from '../../stores/prepared-store.ts'
import { trySignIn } from './try-sign-in.ts'

const options = {
  publicUrl: 'https://console.example.com',
  secret: 'a session secret for tests, long enough',
  hashCost: cheapHashes,
}
const ada = { email: 'ada@example.com', password: 'correct horse battery' }
const office = '2001:db8:0:7::1'

eachStore(({ open, copyStore }) => {
  test('limits guesses from one network per minute over all accounts, and counts no right password', async () => {
    const database = await open(await copyStore())
    const auth = createAuth(database, options)
    await auth.users.create({ ...ada, name: 'Ada', role: 'admin' })
    const signIn = (email: string, password: string, address = office) =>
      trySignIn(auth, { email, password, address })
    for (let n = 0; n < 12; n++) expect(await signIn(ada.email, ada.password)).toMatchObject({ code: null })
    for (let n = 0; n < 10; n++)
      expect(await signIn(`${n}@example.com`, 'guess', `2001:db8:0:7::${n}`)).toMatchObject({
        code: 'sign-in-failed',
      })
    const away = await signIn('bob@example.com', 'guess')
    expect(away).toMatchObject({ code: 'too-many-requests', retryAfter: expect.any(Number) })
    expect(away.retryAfter).toBeLessThanOrEqual(60)
    expect(await signIn(ada.email, ada.password, '2001:db8:0:8::1')).toMatchObject({ code: null })
    // The network where an account has signed in is open to it.
    expect(await signIn(ada.email, ada.password)).toMatchObject({ code: null })
    await sql`UPDATE attempt_count SET until = until - 60000`.execute(database.db)
    expect(await signIn('bob@example.com', 'guess')).toMatchObject({ code: 'sign-in-failed' })
  })
})

test('records the refusals of a limit once', async () => {
  const bff = await openBff()
  await bff.cookieOf('admin')
  for (let n = 0; n < 40; n++)
    await bff.requestAs(null, '/api/auth/sign-in/email', { email: `${n}@example.com`, password: 'guess' })
  const { body } = await bff.requestAs('admin', '/api/audit?action=session.refused&pageSize=1000')
  const results = JSON.stringify(body)
    .match(/"result":"[a-z-]+"/g)
    ?.toSorted()
  expect(results).toEqual([
    ...Array.from({ length: 10 }, () => '"result":"sign-in-failed"'),
    '"result":"too-many-requests"',
  ])
  await bff.close()
})

test('takes an IPv4 address, or the first half of an IPv6 address, as the network', () => {
  expect(networkOf('203.0.113.7')).toBe('203.0.113.7')
  expect(networkOf('::ffff:203.0.113.7')).toBe('203.0.113.7')
  expect(networkOf('2001:0db8::1')).toBe('2001:db8:0:0')
  expect(networkOf('2001:db8:0:0:5::')).toBe('2001:db8:0:0')
  expect(networkOf('::1')).toBe('0:0:0:0')
  expect(['203.0.113.7', '::ffff:203.0.113.7'].map(siteOf)).toEqual(['203.0.113.7', '203.0.113.7'])
  expect(['2001:0db8::1', '2001:db8:0:7::1'].map(siteOf)).toEqual(['2001:db8:0', '2001:db8:0'])
})
