import { ask, expect, fillSignIn, test, waitForFirstCrawl } from './console-test.ts'
import { invite } from './invite.ts'
import { openPalette } from './palette.ts'

test('limits a supervisor to a department and a pool, who sees only those on every page', async ({
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
    await send('/api/agents/import', { rows })
    await fetch('/api/extensions/1000')
  })
  await admin.goto('/users')
  await admin.getByRole('button', { name: 'Actions for Lena Limited' }).click()
  await admin.getByRole('menuitem', { name: /^Limit/ }).click()
  const limit = admin.getByRole('dialog')
  await limit.getByRole('combobox', { name: 'Departments' }).click()
  await admin.getByRole('option', { name: 'Harbor sales' }).click()
  await admin.keyboard.press('Tab')
  await limit.getByRole('combobox', { name: 'Pools' }).click()
  await admin.getByRole('option', { name: 'Harbor', exact: true }).click()
  await limit.getByRole('button', { name: 'Save limit' }).click()
  await expect(limit).toBeHidden()

  // The limit ended the session.
  await page.goto('/numbers/pools')
  await fillSignIn(page, lena)
  const note = page.getByText('Limited to departments: Harbor sales · pools: Harbor')
  const pool = page.getByRole('row', { name: /^Harbor/ })
  await expect(pool).toBeVisible()
  await expect(note).toBeVisible()
  const { states } = await ask(page, '/api/inventory/status')
  const countOf = (state: string) =>
    Number(new RegExp(`"state":"${state}","count":(\\d+)`).exec(JSON.stringify(states))?.[1])
  const free = countOf('free')
  expect(free).toBeGreaterThan(0)
  await expect(page.getByRole('link', { name: `Free ${free}`, exact: true })).toBeVisible()
  await expect(pool.getByRole('link', { name: `Harbor, Free: ${free}`, exact: true })).toBeVisible()

  await page.goto('/numbers?state=free')
  await expect(
    page.getByRole('navigation', { name: 'Pages' }).getByText(`Extensions: ${free} of ${free}, from 10`),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Reserve…' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Reserve a number' })
  const person = dialog.getByRole('combobox', { name: 'Person' })
  const offered = dialog.getByRole('option', { name: /^(Lina Berg|Otto Fern|New colleague)/ })
  await person.fill('Otto Fern')
  await expect(offered).toHaveText([/^New colleague “Otto Fern”/])
  await person.fill('Lina Berg')
  await offered.first().click()
  await dialog.getByRole('button', { name: /^Reserve 10\d\d$/ }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('link', { name: `Free ${free - 1}`, exact: true })).toBeVisible()

  await page.goto('/reservations/list')
  await expect(page.getByRole('table').getByRole('row', { name: /Lina Berg/ })).toHaveCount(1)
  await expect(note).toBeVisible()
  await page.goto('/agents')
  await expect(page.getByRole('navigation', { name: 'Pages' }).getByText('1–1 of 1')).toBeVisible()
  await page.goto('/team')
  await page.getByRole('button', { name: 'Choose your team' }).click()
  await page.getByRole('dialog').getByRole('combobox', { name: 'Departments' }).click()
  await expect(page.getByRole('option', { name: /Harbor/ })).toHaveText(['Harbor sales'])
  await page.goto('/extensions/1000')
  await expect(page.getByText('Bound to an agent outside your departments')).toBeVisible()
  const palette = await openPalette(page)
  await palette.fill('Otto')
  await expect(page.getByText('No results').first()).toBeVisible()
  await palette.fill('Lina')
  await expect(page.getByRole('option', { name: /Open Lina Berg/ })).toBeVisible()
})
