import { readFileSync } from 'node:fs'
import { agentWithoutExtension, ask, expect, tabTo, test } from './console-test.ts'
import { freeNumbers, reserveAll } from './reservations.ts'

test('reserves a number for an agent with the keyboard alone, and marks the number everywhere', async ({
  page,
  signIn,
}) => {
  await signIn('supervisor')
  const agent = await agentWithoutExtension(page)
  const [ext = ''] = await freeNumbers(page, 1)
  await page.goto(`/reservations?start=${ext}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Reserve a number' })).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type(agent.uuid)
  const agents = page.getByRole('listbox', { name: 'Agents' })
  await expect(agents.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await expect(agents).toBeFocused()
  const free = page.getByRole('listbox', { name: 'Free extensions' })
  await expect(free.getByRole('option').first()).toContainText(ext)
  await page.keyboard.press('Enter')
  await expect(free).toBeFocused()
  await expect(free.getByRole('option', { selected: true })).toContainText(ext)
  const commit = page.getByRole('button', { name: `Reserve ${ext}` })
  await expect(commit).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(commit).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: /is reserved for .+ until/ })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(free).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(agents).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('textbox', { name: /UUID/ })).toBeFocused()

  for (const path of [
    `/extensions/idle?ext=${ext}`,
    `/extensions/${ext}`,
    `/agents/${agent.uuid}?ext=${ext}`,
  ]) {
    await page.goto(path)
    await expect(page.getByRole('link', { name: /^Reserved for/ }).first()).toBeVisible()
  }
})

test('reserves once on a double click, and offers a supervisor no creation', async ({ page, signIn }) => {
  await signIn('supervisor')
  const agent = await agentWithoutExtension(page)
  const [ext = ''] = await freeNumbers(page, 1)
  await page.goto(`/reservations?agentUuid=${agent.uuid}&numbers=${ext}`)
  await page.getByRole('button', { name: `Reserve ${ext}` }).dblclick()
  await expect(page.getByRole('alert')).toHaveText(/is reserved for/)
  expect(await ask(page, `/api/reservations?ext=${ext}`)).toMatchObject({ total: 1 })
  await expect(page.getByRole('button', { name: /^Create a new number/ })).toHaveCount(0)
})

test('creates a number for the agent and shows it as bound', async ({ page, signIn }) => {
  await signIn('admin')
  const agent = await agentWithoutExtension(page)
  await page.goto(`/reservations?agentUuid=${agent.uuid}`)
  await page.getByRole('button', { name: `Create a new number for ${agent.name}` }).click()
  await page.getByRole('textbox', { name: 'Number', exact: true }).fill('64201')
  await page.getByRole('button', { name: 'Create and bind' }).click()
  await expect(page.getByRole('alert')).toHaveText(`64201 was created and bound to ${agent.name}.`)
})

test('finds agents of a pasted list by UUID and work number, and explains the missing ones', async ({
  page,
  signIn,
}) => {
  await signIn('supervisor')
  const { agent } = await ask(page, '/api/extensions/idle/first')
  const [workNumber = ''] = JSON.stringify(agent).match(/(?<="agentID":")[^"]+/) ?? []
  await page.goto('/reservations')
  await page.getByRole('button', { name: 'Paste a list' }).click()
  const dialog = page.getByRole('dialog')
  await dialog
    .getByRole('textbox')
    .fill(`9348ee74c2cefd4740db23a3b5bf4a0d\n${workNumber}, unknown person\nffffffffffffffffffffffffffffffff`)
  await dialog.getByRole('button', { name: 'Find 4 agents' }).click()
  await expect(dialog.getByRole('alert')).toContainText('2 agents were not found')
  await expect(dialog.getByText('unknown person: no agent has this name')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  const options = page.getByRole('listbox', { name: 'Agents' }).getByRole('option')
  await expect(options).toHaveCount(2)
  await page.reload()
  await expect(options).toHaveCount(2)
})

test('plans several reservations, then shows the result of each', async ({ page, signIn }) => {
  await signIn('admin')
  const agent = await agentWithoutExtension(page)
  // Other tests reserve for the same agent.
  await page.evaluate(async (path) => {
    const { items } = await (await fetch(path)).json()
    const headers = { 'content-type': 'application/json', 'x-console': '1' }
    const body = '{"reason":"tested"}'
    for (const { id } of items) await fetch(`/api/reservations/${id}`, { method: 'DELETE', headers, body })
  }, `/api/reservations?agentUuid=${agent.uuid}&state=reserved`)
  const [first = '', second = ''] = await freeNumbers(page, 2)
  // The directory knows then that the second agent has a number.
  await ask(page, '/api/extensions/1000')
  await expect
    .poll(() => ask(page, '/api/agents/9348ee74c2cefd4740db23a3b5bf4a0d'))
    .toMatchObject({ ext: '1000' })
  await page.goto('/reservations/batch')
  const agents = page.getByRole('textbox', { name: 'Agents, one per line' })
  await agents.fill(
    `${agent.uuid}\n9348ee74c2cefd4740db23a3b5bf4a0d\nunknown person\n9348ee74c2cefd4740db23a3b5bf4a0d`,
  )
  await page.getByRole('textbox', { name: 'Numbers', exact: true }).fill(`${first} 1000 ${second}`)
  await page.getByRole('button', { name: 'Show plan' }).click()
  const plan = page.getByRole('table', { name: 'Plan' })
  await expect(plan.getByRole('row')).toHaveCount(5)
  await expect(plan.getByText('same agent as No. 2')).toBeVisible()
  await expect(plan.getByText('Ready', { exact: true })).toHaveCount(1)
  await page.getByRole('checkbox', { name: /^Also reserve for/ }).check()
  await expect(plan.getByText(/^bound to /)).toBeVisible()
  await page.getByRole('button', { name: 'Reserve 1 number' }).click()
  await expect(page.getByRole('alert')).toContainText('1 of 4 reserved')
  expect(await ask(page, `/api/reservations?ext=${first}`)).toMatchObject({ total: 1 })
  expect(await ask(page, `/api/reservations?ext=${second}`)).toMatchObject({ total: 0 })
  // The same plan again: the number is reserved now, which the page shows after its next refetch, within 15 s.
  await page.getByRole('button', { name: 'Show plan' }).click()
  await expect(plan.getByText(`${first} reserved`)).toBeVisible()
  await page.getByRole('checkbox', { name: /^Also reserve for/ }).check()
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
  await tabTo(page, page.getByRole('button', { name: `Release ${gone}`, exact: true }))
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
