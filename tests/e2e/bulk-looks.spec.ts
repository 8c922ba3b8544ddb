import { plan, setJobRate, standing, start } from './bulk.ts'
import { expect, expectSound, test } from './console-test.ts'

const longName =
  '客服中心华东大区二期扩容批量开通分机（含夜班和质检坐席）第三批 — Contact centre east, second phase'

test('bulk pages in every state: axe, both schemes, 360 px', async ({ page, signIn }) => {
  await signIn('admin')
  await page.goto('/jobs?state=open')
  await expect(page.getByRole('heading', { name: /Nothing matches|No bulk job/ })).toBeVisible()
  await expectSound(page)

  await plan(page, '8701-8710 1000-1008 99000156 7')
  await expectSound(page)

  await plan(page, '8711-8890')
  await setJobRate(page, 3)
  await start(page, longName)
  await expect(standing(page, 'Running')).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await expect(standing(page, 'Paused')).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: 'Cancel the rest' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await expectSound(page)
  await dialog.getByRole('button', { name: 'Cancel the rest' }).click()
  await expect(standing(page, 'Cancelled')).toBeVisible()
  await setJobRate(page, 0)

  await plan(page, '9301 9901046 9901066')
  await start(page, 'Partly')
  await expect(standing(page, 'Partial success')).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: 'Fetch for the phones' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectSound(page)
  await page.goto('/jobs')
  await expect(page.getByRole('link', { name: longName })).toBeVisible()
  await expectSound(page)
})

test('sheets with faults, compared, in Chinese: axe, both schemes, 360 px', async ({ page, signIn }) => {
  await signIn('admin')
  await page.getByRole('button', { name: '中文' }).click()
  const sheet =
    '分机号,坐席,语言,密码\n0821,,Opus,\n0822,,,short\n0821,,,\n12a,,,\n1000,,G.729,\n1001,,,\n99000157,,,\n'
  const file = { name: '新员工.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet) }
  await page.goto('/jobs/import')
  await page.locator('input[type=file]').setInputFiles(file)
  await expect(page.getByText('有错误：2')).toBeVisible()
  await expect(page.getByRole('button', { name: /^创建 \d+ 个分机$/ })).toBeEnabled()
  await expectSound(page)
  await page.goto('/jobs/reconcile')
  await page.locator('input[type=file]').setInputFiles(file)
  await expect(page.getByRole('button', { name: /不一致/ })).toBeVisible()
  await expectSound(page)
})
