import { rmSync } from 'node:fs'
import { expect, fillSignIn, test } from './console-test.ts'
import { openPalette } from './palette.ts'
import { startProduct } from './product.ts'
import { reveal } from './reveal.ts'

test('D3.4 the BFF dies: banner, rows with their age, a retry for each panel, the form as it was', async ({
  page,
  context,
}) => {
  const own = await startProduct()
  await page.goto(`${own.url}/extensions/new`)
  await fillSignIn(page, own.accounts.admin)
  await page.getByLabel(/^Number/).fill('7301')
  await expect(page.getByText('The service knows no such number yet.')).toBeVisible()
  const list = await context.newPage()
  await list.goto(`${own.url}/extensions/idle`)
  const table = list.getByRole('table', { name: 'Idle extensions' })
  await expect(table.getByRole('link').first()).toBeVisible()
  const rows = await table.getByRole('link').allTextContents()
  const detail = await context.newPage()
  // One panel alone is broken already: the others do not mind.
  await detail.route('**/api/extensions/1000/language', (route) =>
    route.fulfill({ status: 500, body: 'oops' }),
  )
  await detail.goto(`${own.url}/extensions/1000`)
  const language = detail.getByRole('region', { name: 'Language', exact: true })
  await expect(language.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect(detail.getByRole('region', { name: 'SIP account' })).toBeVisible()
  await detail.unroute('**/api/extensions/1000/language')
  await language.getByRole('button', { name: 'Try again' }).click()
  await expect(language.getByRole('button', { name: 'Try again' })).toHaveCount(0)

  process.kill(own.pid, 'SIGKILL')
  await list.keyboard.press('r')
  const main = list.getByRole('main')
  await expect(main.getByRole('alert').filter({ hasText: 'server does not answer' })).toBeVisible()
  await expect(
    main.getByText(/^As of (now|this minute|in 0 seconds|\d+ (seconds?|minutes?) ago) · /),
  ).toBeVisible()
  // The banner's, and the panel's own.
  await expect(main.getByRole('button', { name: 'Try again' })).toHaveCount(2)
  expect(await table.getByRole('link').allTextContents()).toEqual(rows)

  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'does not answer' }).first()).toBeVisible()
  await expect(page.getByLabel(/^Number/)).toHaveValue('7301')
  rmSync(own.dataDir, { recursive: true, force: true })
})

test('D3.5 the session ends in mid-form: signed in on the spot, the form still there, the request goes once', async ({
  page,
  context,
  product,
  signIn,
}) => {
  await signIn('admin')
  const answers: number[] = []
  page.on('response', (response) => {
    if (response.request().method() === 'POST' && response.url().endsWith('/api/extensions'))
      answers.push(response.status())
  })
  await page.goto('/extensions/new')
  await page.getByLabel(/^Number/).fill('7302')
  await page.getByLabel(/^SIP password/).fill('typed-before-the-end')
  await expect(page.getByText('The service knows no such number yet.')).toBeVisible()
  await context.clearCookies()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible()
  await expect(page.getByLabel(/^Number/)).toHaveValue('7302')
  await expect(page.getByLabel(/^SIP password/)).toHaveValue('typed-before-the-end')
  await fillSignIn(page, product.accounts.admin)
  await expect(page.getByRole('heading', { name: 'Extension 7302 is there' })).toBeVisible()
  expect(answers).toEqual([401, 200])
})

test('D3.8 the same number from two windows: the second is told who took it and when', async ({
  page,
  openAs,
  signIn,
}) => {
  await signIn('admin')
  const second = await openAs('admin')
  for (const window of [page, second]) {
    await window.goto('/extensions/new')
    await window.getByLabel(/^Number/).fill('7303')
    await expect(window.getByText('The service knows no such number yet.')).toBeVisible()
  }
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Extension 7303 is there' })).toBeVisible()
  await second.getByRole('button', { name: 'Create', exact: true }).click()
  const refusal = second.getByRole('main').getByRole('alert')
  await expect(refusal).toContainText(
    /Taken in this console by admin@example\.com, (now|this minute|\d+ seconds? ago)/,
  )
  await expect(
    refusal.getByRole('link', { name: 'Open 7303' }).or(refusal.getByRole('link').first()),
  ).toBeVisible()
  await expect(second.getByLabel(/^Number/)).toHaveValue('7303')
  // One that nobody took here says so.
  await second.getByLabel(/^Number/).fill('1001')
  await second.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(refusal).toContainText('It was not created in this console.')
})

test('D3.9 a revealed secret is masked on the next row; source and network hold no password, ha1, ha1b', async ({
  page,
  product,
}) => {
  const bodies: { url: string; body: string }[] = []
  page.on('response', (response) => {
    void response.text().then(
      (body) => bodies.push({ url: response.url(), body }),
      () => undefined,
    )
  })
  await page.goto('/extensions/1008')
  await fillSignIn(page, product.accounts.admin)
  const password = await reveal(page)
  await openPalette(page)
  await page.keyboard.type('1009')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Extension 1009' })).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'SIP account' }).getByText('held by the service'),
  ).toHaveCount(3)
  expect(await page.content()).not.toContain(password)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Extension 1008' })).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'SIP account' }).getByRole('button', { name: 'Reveal' }),
  ).toBeVisible()
  expect(await page.content()).not.toContain(password)
  await page.goto('/extensions/idle?pageSize=1000')
  await expect(page.getByRole('table', { name: 'Idle extensions' }).getByRole('link').first()).toBeVisible()
  expect(bodies.length).toBeGreaterThan(10)
  for (const { url, body } of bodies.filter(({ url }) => !url.endsWith('/secret'))) {
    expect(body.includes(password), url).toBe(false)
    expect(/"(?:password|ha1|ha1b)"\s*:\s*"/.test(body), url).toBe(false)
  }
})
