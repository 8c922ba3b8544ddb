import { expect, expectSound, test } from './console-test.ts'

const pages = {
  'lists and records': [
    '/extensions/idle',
    '/extensions/idle?ext=777',
    '/extensions/1000',
    '/extensions/4999',
    '/extensions/990002',
    '/inventory',
    '/agents',
    '/agents/9348ee74c2cefd4740db23a3b5bf4a0d',
    '/reference/time-zones',
    '/reference/languages',
    '/reference/countries',
    '/inventory/languages',
  ],
  'forms and operation': [
    '/extensions/new',
    '/jobs',
    '/jobs/new',
    '/jobs/import',
    '/jobs/reconcile',
    '/connection',
    '/settings',
    '/settings/codes',
    '/settings/codes?show=new',
    '/nowhere',
  ],
}

test('signing in: axe, both schemes, 360 px', async ({ page }) => {
  await page.goto('/sign-in')
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toBeVisible()
  await expectSound(page)
})

for (const [name, paths] of Object.entries(pages)) {
  test(`${name}: axe, both schemes, 360 px`, async ({ page, signIn }) => {
    await signIn('admin')
    for (const path of paths) {
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible()
      await expectSound(page)
    }
  })
}

test('360 px: the menu opens and closes', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn('admin')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('link', { name: 'Languages' }).click()
  await expect(page).toHaveURL(/\/reference\/languages/)
})

test('Chinese without a reload, from then on, reference data too', async ({ page, signIn }) => {
  await signIn('admin')
  let loads = 0
  page.on('load', () => loads++)
  await page.getByRole('textbox', { name: 'Number starts with' }).fill('10')
  await page.getByRole('button', { name: '中文' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '空闲分机' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  await expect(page.getByRole('textbox', { name: '分机号开头' })).toHaveValue('10')
  await page.getByRole('link', { name: '国家和地区' }).click()
  await page.getByRole('textbox', { name: '按中文、英文或代码搜索' }).fill('瑞典')
  await expect(page.getByRole('table').getByText('Sweden')).toBeVisible()
  await page.getByRole('link', { name: '连接状态' }).click()
  await expect(page.getByText('分页查询空闲分机')).toBeVisible()
  expect(loads).toBe(0)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: '连接状态' })).toBeVisible()
})

test('dark by choice, remembered', async ({ page, signIn }) => {
  await signIn('supervisor')
  await page.getByRole('button', { name: 'Colours: as the system' }).click()
  await page.getByRole('button', { name: 'Colours: light' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
})

test('connection: twelve operations, the token’s age but never the token, renewal', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await page.goto('/connection')
  const table = page.getByRole('table', { name: 'The twelve operations' })
  await expect(table.getByRole('link')).toHaveCount(12)
  await expect(page.getByText(/minutes left/).first()).toBeVisible()
  await page.getByRole('button', { name: 'Renew token' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Renew token' }).click()
  await expect(page.getByText('Token renewed').first()).toBeVisible()
})
