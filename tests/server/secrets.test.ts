import { afterAll, beforeAll, expect, test } from 'vitest'
import { roleNames } from '#contract/access.ts'
import { sipHashes } from '#sandbox/records.ts'
import { domainOf, homeCompany } from '#sandbox/seed.ts'
import { appKey, openBff, passwords, type Bff } from './bff.ts'
import { endpoints, urlOf } from './endpoints.ts'

let bff: Bff
beforeAll(async () => {
  bff = await openBff()
})
afterAll(() => bff.close())

/** Returns the password, ha1 and ha1b of the sandbox's unbound numbers and of 1000, 7701 and 7702. */
function seededSecrets(): string[] {
  const { rows } = bff.sandbox.store.page(homeCompany.id, 'unbound', '', 0, 1000)
  const all = ['1000', '7701', '7702'].flatMap(
    (ext) => bff.sandbox.store.extension(homeCompany.id, ext) ?? [],
  )
  return [...rows, ...all].flatMap((row) => {
    const password = bff.sandbox.store.passwordOf(row)
    const { ha1, ha1b } = sipHashes(row.ext, domainOf(row.company_id), password)
    return [password, ha1, ha1b]
  })
}

test('keeps seeded secrets out of every response to any role and every log line', async () => {
  const seen: string[] = []
  const created = await bff.requestAs(
    'admin',
    '/api/extensions',
    { ext: '7701', password: 'Typed-Secret-7701' },
    { 'idempotency-key': 'a'.repeat(20) },
  )
  expect(created.body).toMatchObject({
    state: 'created',
    extension: { secretsHeld: ['password', 'ha1', 'ha1b'] },
  })
  seen.push(created.text)
  await bff.requestAs('admin', '/api/settings', { legacyCreate: true }, {}, 'PATCH')
  seen.push(
    (
      await bff.requestAs(
        'admin',
        '/api/extensions/legacy',
        { ext: '7702', password: 'Typed-Secret-7702' },
        { 'idempotency-key': 'b'.repeat(20) },
      )
    ).text,
  )
  seen.push(
    (
      await bff.requestAs(
        'admin',
        '/api/extensions',
        { ext: '990101', password: 'Typed-Secret-lost' },
        { 'idempotency-key': 'c'.repeat(20) },
      )
    ).text,
  )
  for (const role of [null, ...roleNames])
    for (const [, endpoint] of endpoints) {
      const path = urlOf(endpoint)
      const answer = await bff.requestAs(
        role,
        path,
        endpoint.method === 'GET' ? undefined : {},
        {},
        endpoint.method,
      )
      seen.push(answer.text, JSON.stringify([...answer.headers].filter(([name]) => name !== 'set-cookie')))
      if (path.endsWith('/sign-out')) bff.forgetCookies()
    }
  for (const broken of ['990001', '990002', '990004', '990007', '12ab', '4999'])
    seen.push((await bff.requestAs('admin', `/api/extensions/${broken}`)).text)
  await bff.requestAs(null, '/api/auth/sign-in/email', {
    email: 'admin@example.com',
    password: 'a wrong password',
  })

  expect(await bff.console.auth.sessions.check(await bff.cookieOf('admin'))).not.toBeNull()
  const cookieValue = (await bff.cookieOf('admin')).split('=')[1] ?? ''
  const secrets = [
    ...seededSecrets(),
    appKey,
    'Typed-Secret',
    cookieValue,
    ...Object.values(passwords),
    'a wrong password',
  ]
  expect(secrets.length).toBeGreaterThan(300)
  const everything = `${seen.join('\n')}\n${bff.logged.join('\n')}`
  expect(bff.logged.length).toBeGreaterThan(30)
  // One pattern of all secrets reads the text once: 3 s less of processor time.
  const anySecret = new RegExp(secrets.map((secret) => secret.replaceAll(/\W/g, String.raw`\$&`)).join('|'))
  for (const secret of secrets) expect(anySecret.exec(`"${secret}"`)?.[0]).toBe(secret)
  expect(anySecret.exec(everything)).toBeNull()
  // The profile on Service > Connect names the prefix `Bearer `, without a token behind it.
  expect(everything).not.toMatch(/sign=|"token":"[^"]|Bearer [\w.-]/)
})
