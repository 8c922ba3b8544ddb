import { agentWithoutExtension, ask, expect, test } from './console-test.ts'
import { openPalette } from './palette.ts'
import { freeNumbers, reserveAll } from './reservations.ts'

test('answers which numbers starting with 12 are free in the same way on every page', async ({
  page,
  signIn,
}) => {
  await signIn('supervisor', '/account')
  const agent = await agentWithoutExtension(page)
  const [ext = ''] = await freeNumbers(page, 1, '12')
  await reserveAll(page, [{ ext, agentUuid: agent.uuid, agentName: agent.name }])

  const field = await openPalette(page)
  await field.fill('12')
  await page.getByRole('option', { name: 'Free numbers starting with 12' }).click()
  await expect(page).toHaveURL(/\/extensions\/idle\?ext=12$/)
  await expect(page.getByText(/^1 of them is reserved/)).toBeVisible()
  await page.getByRole('link', { name: 'Show reserved numbers' }).click()
  await expect(page).toHaveURL(/\/numbers\?/)
  await expect(page.getByRole('table').getByRole('link', { name: ext, exact: true })).toBeVisible()

  const idle = await ask(page, '/api/extensions/idle?ext=12&pageSize=20')
  const free = Number(idle['total']) - 1
  expect(await ask(page, '/api/numbers?search=12&state=free')).toMatchObject({
    total: free,
  })
  await page.goto('/numbers?search=12&state=free')
  await expect(page.getByText(`1–20 of ${free.toLocaleString('en')}`)).toBeVisible()
  await page.goto('/numbers/pools')
  const row = page.getByRole('table', { name: 'Each range' }).getByRole('row', { name: /^12…/ })
  await expect(row.getByRole('cell').nth(2)).toHaveText(free.toLocaleString('en'))
  await expect(row.getByRole('cell').nth(3)).toHaveText('1')

  // Reserve offers the same numbers.
  await page.goto(`/people/${agent.uuid}`)
  await page.getByRole('button', { name: 'Reserve another number' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: /^Another number/ }).fill('12')
  await expect(dialog.getByRole('radio', { name: /^12\d+ free$/ })).toHaveCount(8)
  await expect(dialog.getByRole('radio', { name: new RegExp(`^${ext} `) })).toHaveCount(0)
})

test('calls a number that is in use or disabled unavailable on every page, with the reason', async ({
  page,
  signIn,
}) => {
  await signIn('supervisor')
  const agent = await agentWithoutExtension(page)
  // The pages of each kind of number; tests/server/numbers/number-states.test.ts has the lists of every kind.
  for (const [ext, why] of [
    ['1005', /^disabled$/],
    ['1268', /^in use/],
  ] as const) {
    await page.goto(`/extensions/${ext}`)
    const header = page.getByRole('banner').or(page.getByRole('main'))
    await expect(header.getByText('Unavailable').first()).toBeVisible()
    await expect(header.getByText(why).first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Reserve this number' })).toHaveCount(0)
  }
  for (const path of ['/numbers?search=1268', `/people/${agent.uuid}/unbound?ext=1268`]) {
    await page.goto(path)
    await expect(page.getByRole('row').filter({ hasText: '1268' })).toContainText('Unavailable')
  }
  await page.goto('/extensions/idle?ext=1268')
  await expect(page.getByText('No results for these filters', { exact: false })).toBeVisible()
})
