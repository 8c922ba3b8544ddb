import { ask, expect, fillSignIn, test } from './console-test.ts'

test('sign in: a wrong password is told, the right one leads to where one wanted to go', async ({
  page,
  product,
}) => {
  await page.goto('/reference/countries')
  await expect(page).toHaveURL(/\/sign-in\?next=/)
  await fillSignIn(page, { email: product.accounts.admin.email, password: 'not the password' })
  await expect(page.getByRole('alert')).toContainText('E-mail or password is wrong')
  await fillSignIn(page, product.accounts.admin)
  await expect(page).toHaveURL(/\/reference\/countries$/)
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/sign-in/)
  await page.goBack()
  await expect(page).toHaveURL(/\/sign-in/)
})

test('find an idle number, keep the place in the URL, copy the number', async ({ page, context, signIn }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn('supervisor')
  const table = page.getByRole('table', { name: 'Idle extensions' })
  await page.getByRole('textbox', { name: 'Number starts with' }).fill('50')
  await expect(page).toHaveURL(/ext=50/)
  await expect(table.getByRole('link', { name: /^50\d\d$/ }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(table).toHaveAttribute('aria-busy', 'false')
  const first = await table
    .getByRole('link', { name: /^50\d\d$/ })
    .first()
    .textContent()
  await page.reload()
  await expect(table.getByRole('link', { name: first ?? '-' })).toBeVisible()
  await table.getByRole('button', { name: `Copy ${first}` }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first)
  await table.getByRole('link', { name: first ?? '-' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Extension ${first}` })).toBeVisible()
  await page.goBack()
  await expect(table.getByRole('link', { name: first ?? '-' })).toBeVisible()
  await expect(page).toHaveURL(/ext=50&page=2|page=2&ext=50/)
})

test('filters are passed on and can be taken off; nothing found leads back', async ({ page, signIn }) => {
  await signIn('supervisor')
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('combobox', { name: 'Time zone' }).fill('上海')
  await page.getByRole('combobox', { name: 'Time zone' }).fill('Asia/Shanghai')
  await page
    .getByRole('option', { name: /GMT\+08:00/ })
    .first()
    .click()
  await expect(page).toHaveURL(/timezoneid=Asia%2FShanghai/)
  await expect(page.getByRole('table', { name: 'Idle extensions' }).getByRole('link').first()).toBeVisible()
  await page.goto('/extensions/idle?ext=777')
  await expect(page.getByRole('heading', { name: 'Nothing matches these filters' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).last().click()
  await expect(page).not.toHaveURL(/ext=/)
  await page.goto('/extensions/idle?operatorUserId=nobody')
  await expect(page.getByRole('alert')).toContainText('The service knows no such agent')
})

test('the first idle number with its agent record', async ({ page, signIn }) => {
  await signIn('supervisor')
  const card = page.getByRole('region', { name: 'First idle number' })
  await card.getByRole('button', { name: 'Show agent record' }).click()
  await expect(card.getByText('agentName')).toBeVisible()
})

test('one extension: fields, masked secrets, language, its agent', async ({ page, signIn }) => {
  await signIn('supervisor')
  await page.goto('/extensions/1000')
  await expect(
    page.getByRole('region', { name: 'SIP account' }).getByText('held by the service'),
  ).toHaveCount(3)
  await expect(page.getByRole('region', { name: 'Language' }).getByText('Opus').first()).toBeVisible()
  await page.getByRole('region', { name: 'Agent' }).getByRole('link').first().click()
  await expect(
    page.getByRole('region', { name: 'Current extension' }).getByRole('link', { name: '1000' }),
  ).toBeVisible()
})

test('an agent by uuid, remembered afterwards', async ({ page, signIn }) => {
  await signIn('supervisor')
  const { extension } = await ask(page, '/api/extensions/1001')
  const uuid =
    typeof extension === 'object' && extension !== null && 'agentUuid' in extension
      ? String(extension.agentUuid)
      : ''
  await page
    .getByRole('navigation', { name: 'Main navigation' })
    .getByRole('link', { name: 'Agents' })
    .click()
  await page.getByRole('textbox', { name: 'Agent uuid' }).fill('no')
  await page.getByRole('button', { name: 'Open agent' }).click()
  await expect(page.getByText('An agent uuid has 8 to 64')).toBeVisible()
  await page.getByRole('textbox', { name: 'Agent uuid' }).fill(uuid)
  await page.getByRole('button', { name: 'Open agent' }).click()
  await expect(
    page.getByRole('region', { name: 'Current extension' }).getByRole('link', { name: '1001' }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(
    page.getByRole('region', { name: 'Current extension' }).getByRole('link', { name: '1001' }),
  ).toBeVisible()
  await page.goto('/agents')
  await expect(page.getByText(uuid)).toBeVisible()
  await page.goto('/agents/00000000000000000000000000000000')
  await expect(page.getByRole('alert')).toContainText('The service knows no such agent')
})

test('reference data, both languages side by side, searched in either', async ({ page, signIn }) => {
  await signIn('supervisor')
  const lists = [
    ['time-zones', '尼泊尔', 'Nepal'],
    ['languages', '日语', 'Japanese'],
    ['countries', '瑞典', 'Sweden'],
  ] as const
  for (const [path, chinese, english] of lists) {
    await page.goto(`/reference/${path}`)
    await page.getByRole('textbox', { name: 'Search in either language' }).fill(chinese)
    await expect(page.getByRole('table').getByText(english, { exact: false }).first()).toBeVisible()
    await expect(page).toHaveURL(/q=/)
  }
})
