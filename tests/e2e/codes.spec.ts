import { readFileSync } from 'node:fs'
import { ask, expect, expectSound, test } from './console-test.ts'

test('a code is named once and stands beside the raw value for supervisors, in both languages', async ({
  page,
  signIn,
  openAs,
}) => {
  await signIn('admin')
  await ask(page, '/api/extensions/1000')
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Codes' }).click()
  await expect(page).toHaveURL(/\/settings\/codes$/)
  await page.getByRole('button', { name: 'Name extension.extType 1' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('textbox', { name: 'English name' })).toBeFocused()
  await expectSound(page)
  await page.keyboard.type('SIP phone')
  await page.keyboard.press('Tab')
  await page.keyboard.type('SIP 话机')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Change the name of extension.extType 1' })).toBeVisible()

  const other = await openAs('supervisor')
  await other.goto('/extensions/1000')
  const state = (name: string) => other.getByRole('region', { name }).getByText('SIP')
  await expect(state('Number and state')).toHaveText('SIP phone')
  await other.getByRole('button', { name: '中文' }).click()
  await expect(state('号码与状态')).toHaveText('SIP 话机')
  await other.goto('/extensions/idle?columns=ext,extType')
  await expect(other.getByRole('table').getByText('SIP 话机').first()).toBeVisible()
  await other.goto('/settings/codes')
  await expect(other.getByRole('table')).toBeHidden()
})

test('of two admins who change one name the second is told and goes on from what the first wrote', async ({
  openAs,
}) => {
  const [first, second] = [await openAs('admin'), await openAs('admin')]
  await ask(first, '/api/extensions/1001')
  for (const page of [first, second]) {
    await page.goto('/settings/codes?field=extension.enabled')
    await page.getByRole('button', { name: /extension\.enabled 1$/ }).click()
    await page.getByRole('textbox', { name: 'Chinese name' }).fill(page === first ? '启用' : '可用')
  }
  await first.getByRole('button', { name: 'Save' }).click()
  await expect(first.getByRole('dialog')).toBeHidden()
  const dialog = second.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Somebody else has changed this meanwhile')
  await expect(dialog.getByText('启用')).toBeVisible()
  await expectSound(second)
  await dialog.getByRole('button', { name: 'Go on from how it is now' }).click()
  await dialog.getByRole('textbox', { name: 'English name' }).fill('Enabled')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(
    second.getByRole('table', { name: 'Codes' }).getByText('Enabled', { exact: true }),
  ).toBeVisible()
})

test('the dictionary goes out as a file and comes back in', async ({ page, signIn }) => {
  await signIn('admin')
  await page.goto('/settings/codes')
  await page.getByRole('button', { name: 'Name a code' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Field' }).click()
  await page.getByRole('option', { name: 'agent.agentStatus' }).click()
  await page.getByRole('textbox', { name: 'Value' }).fill('-1')
  await page.getByRole('textbox', { name: 'English name' }).fill('=Offline')
  await page.getByRole('button', { name: 'Save' }).click()
  const change = page.getByRole('button', { name: 'Change the name of agent.agentStatus -1' })
  await expect(change).toBeVisible()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const path = await (await downloading).path()
  expect(readFileSync(path, 'utf8')).toContain(`agent.agentStatus,"'-1","'=Offline"`)
  await change.click()
  await page.getByRole('button', { name: 'Take the name away' }).click()
  await expect(change).toBeHidden()
  await page.getByRole('button', { name: 'Import' }).click()
  await page.locator('input[type=file]').setInputFiles(path)
  await expect(dialog.getByText(/^1 new/)).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: 'Apply 1 change' }).click()
  await expect(change).toBeVisible()
  await expect(
    page.getByRole('table', { name: 'Codes' }).getByText('=Offline', { exact: true }),
  ).toBeVisible()
})

test('what nobody has published is told of on Connection, quietly, and read once for all admins', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await ask(page, '/api/extensions/9900075')
  await page.goto('/settings/codes')
  const mark = page.getByRole('button', { name: 'Mark as read: extensions.retCode 888888' })
  await expect(mark).toBeVisible()
  await expectSound(page)
  await page.goto('/connection')
  await page.getByRole('link', { name: /seen for the first time/ }).click()
  await mark.click()
  await expect(mark).toBeHidden()
  await page.goto('/connection')
  await expect(page.getByRole('heading', { level: 1, name: 'Connection' })).toBeVisible()
  await expect(page.getByText(/seen for the first time/)).toBeHidden()
})

test('language coverage: a range is read on demand, drawn, filtered by a click, exported; in Chinese, by keyboard', async ({
  page,
  signIn,
}) => {
  await signIn('supervisor')
  await page.getByRole('link', { name: 'Language coverage' }).click()
  await expectSound(page)
  await page.getByRole('textbox', { name: 'First number' }).fill('1000')
  await page.keyboard.press('Tab')
  await page.keyboard.type('1009')
  await page.keyboard.press('Enter')
  const range = page.getByRole('region', { name: 'Read a range now' })
  await expect(range.getByText('1000 to 1009')).toBeVisible()
  await expect(range.getByText('10 of 10, 0 not known to the service, 0 failed')).toBeVisible({
    timeout: 180_000,
  })
  const bars = page.getByRole('table', { name: 'Extensions per language' })
  await bars.getByRole('button', { name: 'G.711 alaw' }).click()
  await expect(page).toHaveURL(/language=G\.711(\+|%20)alaw/)
  const list = page.getByRole('table', { name: 'Language coverage' })
  await expect(list.getByRole('link', { name: '1002', exact: true })).toBeVisible()
  await expect(list.getByText('Opus')).toHaveCount(0)
  await page.reload()
  await expect(bars.getByRole('button', { name: 'G.711 alaw' })).toHaveAttribute('aria-pressed', 'true')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const csv = readFileSync(await (await downloading).path(), 'utf8')
  expect(csv).toMatch(/^\uFEFFext,language,standing/)
  expect(csv).toContain('1002,G.711 alaw,codec,2')
  expect(csv).not.toContain('Opus')
  await page.getByRole('button', { name: '中文' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '语言覆盖' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^语音编码/ })).toBeVisible()
  await expectSound(page)
})

test('codes and coverage at 200 % zoom: nothing runs out of the page', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 640, height: 400 })
  await signIn('admin')
  for (const path of ['/settings/codes', '/inventory/languages']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
    const over = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect([path, over]).toEqual([path, 0])
  }
})
