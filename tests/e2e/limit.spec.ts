import { expect, fillSignIn, test, waitForFirstCrawl } from './console-test.ts'
import { invite } from './invite.ts'
import { openPalette } from './palette.ts'

test('limits a supervisor to a department and a pool, who reads everything and acts only there', async ({
  page,
  openAs,
}) => {
  const admin = await openAs('admin')
  await waitForFirstCrawl(admin)
  const lena = await invite(admin, page, 'Lena Limited')
  await admin.evaluate(async () => {
    const headers = { 'content-type': 'application/json', 'x-console': '1' }
    const send = (path: string, body: object) =>
      fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
    await send('/api/pools', { name: 'Harbor', ranges: [{ from: '1000', to: '1019' }] })
    const rows = [
      { workNumber: '770001', name: 'Lina Berg', department: 'Harbor sales' },
      { workNumber: '770002', name: 'Otto Fern', department: 'Harbor support' },
    ]
    await send('/api/people/import', { rows })
    await fetch('/api/extensions/1000')
  })
  await admin.goto('/users')
  await admin.getByRole('button', { name: 'Access of Lena Limited' }).click()
  const limit = admin.getByRole('dialog')
  await limit.getByRole('combobox', { name: 'Departments' }).click()
  await admin.getByRole('option', { name: 'Harbor sales' }).click()
  await admin.keyboard.press('Tab')
  await limit.getByRole('combobox', { name: 'Pools' }).click()
  await admin.getByRole('option', { name: 'Harbor', exact: true }).click()
  await limit.getByRole('button', { name: 'Save' }).click()
  await expect(limit).toBeHidden()

  // The limit ended the session.
  await page.goto('/numbers/pools')
  await fillSignIn(page, lena)
  const note = page.getByText('You act for departments: Harbor sales · pools: Harbor')
  await expect(page.getByRole('row', { name: /^Harbor/ })).toBeVisible()
  await expect(note).toBeVisible()

  await page.goto('/people?q=Fern')
  await page.getByRole('link', { name: 'Otto Fern' }).first().click()
  await expect(page.getByRole('heading', { name: 'Otto Fern' })).toBeVisible()
  await expect(page.getByRole('button', { name: /Reserve/ })).toHaveCount(0)
  await page.goto('/people?q=Berg')
  await page.getByRole('link', { name: 'Lina Berg' }).first().click()
  await page
    .getByRole('button', { name: /Reserve/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('combobox', { name: 'Pool' })).toHaveValue('Harbor')
  await dialog.getByRole('button', { name: /^Reserve 10[01]\d$/ }).click()
  await page.getByRole('button', { name: 'Done' }).click()

  // Bound to a person of another department, although it is in the pool.
  await page.goto('/extensions/1000')
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeVisible()
  await expect(page.getByRole('button', { name: /Request|Reserve|Edit labels/ })).toHaveCount(0)
  const answer = await page.evaluate(async () => {
    const headers = { 'content-type': 'application/json', 'x-console': '1' }
    const body = JSON.stringify({ add: ['VIP'] })
    const sent = await fetch('/api/labels/extension/1000', { method: 'PATCH', headers, body })
    return sent.text()
  })
  expect(answer).toContain('"limit":{"departments":["Harbor sales"],"pools":["Harbor"]}')
  const palette = await openPalette(page)
  await palette.fill('Otto')
  await expect(page.getByRole('option', { name: /Open Otto Fern/ })).toBeVisible()
})
