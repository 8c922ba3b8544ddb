import { createServer, type Server } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { expect, fillSignIn, test } from './console-test.ts'
import { startProduct } from './product.ts'

const admin = { ADMIN_EMAIL: 'ada@example.com', ADMIN_PASSWORD: 'correct horse battery' }
const account = { email: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD }

const listen = (server: Server): Promise<string> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(`http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`)
    })
  })

test('each fault of a service has its own page, with retry and the request’s id', async ({
  page,
  product,
}) => {
  const html = createServer((_request, response) => response.end('<!doctype html><h1>It works!</h1>'))
  const htmlUrl = await listen(html)
  const gone = createServer()
  const goneUrl = await listen(gone)
  await new Promise((resolve) => gone.close(resolve))
  const cases = [
    [product.sandboxUrl ?? '', "The service refused the console's app id or app key"],
    [goneUrl, 'The service cannot be reached'],
    [htmlUrl, 'Something other than the service answered'],
  ] as const
  for (const [url, sentence] of cases) {
    const broken = await startProduct({
      ...admin,
      UPSTREAM_URL: url,
      UPSTREAM_APP_ID: 'sandbox',
      UPSTREAM_APP_KEY: 'a-key-that-is-wrong',
    })
    await page.goto(broken.url)
    await fillSignIn(page, account)
    const alert = page.getByRole('alert').filter({ hasText: sentence })
    await expect(alert.getByRole('heading', { name: sentence })).toBeVisible()
    await expect(alert.getByRole('button', { name: 'Try again' })).toBeVisible()
    await expect(alert.getByText(/Request [0-9a-f-]{36}/)).toBeVisible()
    await expect(alert.getByRole('button', { name: 'Copy request id' })).toBeVisible()
    await broken.stop()
  }
  html.closeAllConnections()
  html.close()
})

test('numbers that fail on purpose each say what happened', async ({ page, signIn }) => {
  await signIn('supervisor')
  const cases = [
    ['990001', "The service's answer could not be understood"],
    ['990002', 'Something other than the service answered'],
    ['990004', 'The service cannot be reached'],
    ['990005', 'The service asks to slow down'],
    ['990006', "The service has restricted this company's access"],
    ['990007', 'The service refused the request'],
    ['4999', 'The service knows no such extension'],
  ] as const
  for (const [ext, sentence] of cases) {
    await page.goto(`/extensions/${ext}`)
    await expect(page.getByRole('heading', { name: sentence })).toBeVisible()
  }
})

test('no answer the browser saw, nothing it keeps and no log line holds a seeded secret', async ({
  page,
  product,
  signIn,
}) => {
  const bodies: string[] = []
  page.on('response', (response) => {
    void response.text().then(
      (text) => bodies.push(text),
      () => undefined,
    )
  })
  await signIn('admin')
  const walk = [
    '/extensions/idle?pageSize=1000',
    '/extensions/1000',
    '/agents/9348ee74c2cefd4740db23a3b5bf4a0d',
    '/extensions/new',
    '/connection',
    '/settings',
  ]
  for (const path of walk) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
  }
  await page.goto('/extensions/new')
  await page.getByLabel(/^Number/).fill('7201')
  await page.getByLabel(/^SIP password/).fill('Typed-By-The-Admin')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Extension 7201 is there' })).toBeVisible()
  const db = new DatabaseSync(join(product.dataDir, 'sandbox.db'), { readOnly: true })
  const tokens = db
    .prepare('SELECT token FROM token')
    .all()
    .map((row) => String(row['token']))
  const key = String(db.prepare("SELECT value FROM meta WHERE key = 'password key'").get()?.['value'])
  db.close()
  const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))
  const seen = `${bodies.join('\n')}\n${kept}\n${product.output()}`
  expect(bodies.length).toBeGreaterThan(20)
  expect(tokens.length).toBeGreaterThan(0)
  for (const secret of [...tokens, key, 'Typed-By-The-Admin']) expect(seen.includes(secret)).toBe(false)
  expect(seen).not.toMatch(/"(password|ha1|ha1b)":"/)
  expect(product.output()).not.toContain('sign=')
})
