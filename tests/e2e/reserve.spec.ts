import { readFileSync } from 'node:fs'
import { agentWithoutExtension, ask, expect, tabTo, test } from './console-test.ts'
import { freeNumbers, openReserve, reserveAll } from './reservations.ts'

test('reserves a number for an agent with the keyboard alone, and marks the number everywhere', async ({
  page,
  signIn,
}) => {
  await signIn('supervisor')
  const agent = await agentWithoutExtension(page)
  const [ext = ''] = await freeNumbers(page, 1)
  await page.goto(`/numbers?search=${ext}`)
  await tabTo(page, page.getByRole('button', { name: 'Reserve…' }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Reserve a number' })
  await expect(dialog.getByRole('combobox', { name: 'Person' })).toBeFocused()
  await page.keyboard.type(agent.uuid)
  // Until then, the list shows the people from before the text.
  await expect(dialog.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const commit = dialog.getByRole('button', { name: `Reserve ${ext}`, exact: true })
  await expect(commit).toBeEnabled()
  await tabTo(page, commit)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: new RegExp(`^${ext} is reserved for `) })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Done' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  for (const path of [
    `/extensions/idle?ext=${ext}`,
    `/extensions/${ext}`,
    `/people/${agent.uuid}/unbound?ext=${ext}`,
  ]) {
    await page.goto(path)
    await expect(page.getByRole('link', { name: /^Reserved for/ }).first()).toBeVisible()
  }
})

test('reserves once on a double click, and takes it back without a reason', async ({ page, signIn }) => {
  await signIn('supervisor')
  const agent = await agentWithoutExtension(page)
  const [ext = ''] = await freeNumbers(page, 1)
  const dialog = await openReserve(page, ext, agent.uuid)
  await dialog.getByRole('button', { name: `Reserve ${ext}`, exact: true }).dblclick()
  await expect(page.getByRole('dialog', { name: new RegExp(`^${ext} is reserved for `) })).toBeVisible()
  expect(await ask(page, `/api/reservations?ext=${ext}`)).toMatchObject({ total: 1 })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await ask(page, `/api/reservations?ext=${ext}`)).toMatchObject({
    items: [{ state: 'released', reason: null }],
  })
})

test('plans several reservations, then shows the result of each', async ({ page, signIn }) => {
  await signIn('admin')
  const agent = await agentWithoutExtension(page)
  // Other tests reserve for the same agents.
  for (const uuid of [agent.uuid, '9348ee74c2cefd4740db23a3b5bf4a0d'])
    await page.evaluate(async (path) => {
      const { items } = await (await fetch(path)).json()
      const headers = { 'content-type': 'application/json', 'x-console': '1' }
      const body = '{"reason":"tested"}'
      for (const { id } of items) await fetch(`/api/reservations/${id}`, { method: 'DELETE', headers, body })
    }, `/api/reservations?agentUuid=${uuid}&state=reserved`)
  const [first = '', second = ''] = await freeNumbers(page, 2)
  // The directory knows then that the second agent has a number.
  await ask(page, '/api/extensions/1000')
  await expect
    .poll(() => ask(page, '/api/people/9348ee74c2cefd4740db23a3b5bf4a0d'))
    .toMatchObject({ ext: '1000' })
  await page.goto('/reservations/batch')
  const agents = page.getByRole('textbox', { name: 'People, one per line' })
  await agents.fill(
    `${agent.uuid}\n9348ee74c2cefd4740db23a3b5bf4a0d\nunknown person\n9348ee74c2cefd4740db23a3b5bf4a0d`,
  )
  await page.getByRole('textbox', { name: 'Numbers', exact: true }).fill(`${first} 1000 ${second}`)
  const show = page.getByRole('button', { name: 'Show plan' })
  await show.click()
  const plan = page.getByRole('table', { name: 'Plan' })
  await expect(plan.getByRole('row')).toHaveCount(5)
  // It was disabled while the agents were looked up, which takes the focus from it.
  await expect(show).toBeFocused()
  await expect(plan.getByText('same person as No. 2')).toBeVisible()
  await expect(plan.getByText('Ready', { exact: true })).toHaveCount(1)
  await page.getByRole('checkbox', { name: /who ha(s|ve) a number or reservation$/ }).check()
  await expect(plan.getByText(/^bound to /)).toBeVisible()
  await page.getByRole('button', { name: 'Reserve 1 number' }).click()
  await expect(page.getByRole('alert')).toContainText('1 of 4 reserved')
  expect(await ask(page, `/api/reservations?ext=${first}`)).toMatchObject({ total: 1 })
  expect(await ask(page, `/api/reservations?ext=${second}`)).toMatchObject({ total: 0 })
  // The same plan again: the number is reserved now, which the page shows after its next refetch, within 15 s.
  await show.click()
  await expect(plan.getByText(`${first} reserved`)).toBeVisible()
  await page.getByRole('checkbox', { name: /who ha(s|ve) a number or reservation$/ }).check()
  await expect(plan.getByText(/^reserved for .+ by Demo Admin$/)).toBeVisible({ timeout: 20_000 })
})

test('prints, exports and filters the list of reservations, and releases one with a reason', async ({
  page,
  signIn,
  openAs,
}) => {
  await signIn('supervisor')
  const agentUuid = `handover-${Date.now()}`
  const numbers = await freeNumbers(page, 13)
  const [others = '', ...own] = numbers
  const items = own.map((ext) => ({ ext, agentUuid, agentName: 'Ada Lovelace' }))
  await reserveAll(page, items)
  const admin = await openAs('admin')
  await reserveAll(admin, [{ ext: others, agentUuid, agentName: 'Ada Lovelace' }])
  await page.goto(`/reservations/list?agentUuid=${agentUuid}&state=reserved`)
  const table = page.getByRole('table', { name: 'Reservations' })
  await expect(table.getByRole('row')).toHaveCount(14)
  await expect(table.getByRole('button', { name: `Release ${others}`, exact: true })).toHaveCount(0)

  // Notifications load late; their portal must not become a page of its own.
  await expect(page.locator('.mantine-Notifications-root').first()).toBeAttached()
  const paper = await page.pdf({ format: 'A4' })
  expect(paper.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(2)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('listitem').filter({ hasText: own[0] ?? '' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden()
  await expect(table).toBeHidden()
  await page.emulateMedia({ media: null, colorScheme: null })

  await page.getByRole('button', { name: 'Export' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /^CSV for spreadsheets/ }).click(),
  ])
  const lines = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(lines).toHaveLength(14)
  expect(lines.slice(1).every((line) => line.includes('Ada Lovelace'))).toBe(true)

  const [gone = ''] = own
  await page.goto(`/reservations/list?ext=${gone}`)
  await tabTo(page, page.getByRole('button', { name: `Extend or move ${gone}`, exact: true }))
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused()
  await page.keyboard.type('she works elsewhere now')
  await page.keyboard.press('Enter')
  await expect(page.getByText('released by Demo Supervisor: she works elsewhere now')).toBeVisible()
  await admin.goto(`/reservations/list?agentUuid=${agentUuid}`)
  await admin.getByRole('button', { name: `Release ${own[1] ?? '-'}`, exact: true }).click()
  await admin.getByRole('dialog').getByRole('textbox').fill('the list is old')
  await admin.getByRole('dialog').getByRole('button', { name: 'Release' }).click()
  await expect(admin.getByText('released by Demo Admin: the list is old')).toBeVisible()
})
