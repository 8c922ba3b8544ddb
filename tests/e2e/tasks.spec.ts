import type { Page } from '@playwright/test'
import { jobStatus, startButton } from './bulk.ts'
import { ask, expect, test } from './console-test.ts'
import { reader } from './steps.ts'

const menu = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name, exact: true })
const dialogOf = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

test('a supervisor finds numbers, reserves them for people, and reports who leaves, in few steps', async ({
  page,
  signIn,
  openAs,
}) => {
  const names = Array.from('ABCDEFGHIJ', (letter) => `Chatter ${letter}`)
  const rows = names.map((name, n) => ({ name, agentUuid: `chatter-000${n}`, workNumber: `6690${n}` }))
  const admin = await openAs('admin')
  await admin.evaluate(async (body) => {
    const headers = { 'content-type': 'application/json', 'x-console': '1' }
    await fetch('/api/people/import', { method: 'POST', headers, body })
  }, JSON.stringify({ rows }))
  await signIn('supervisor', '/team')
  const by = reader(page)

  // Which numbers end in 88, and which free ones follow each other?
  await by.click(menu(page, 'Numbers'))
  const search = page.getByRole('textbox', { name: '1010, *88, 20??, 5 in a row, person or label' })
  await by.write(search, '*88')
  const numbers = page.getByRole('table', { name: 'Numbers' })
  await expect(numbers.getByRole('link', { name: /^\d+$/ }).first()).toHaveText(/88$/)
  expect(by.taken()).toBeLessThanOrEqual(2)
  await by.write(search, '5 in a row')
  await expect(page.getByText(/^[\d,]+ runs of 5 or more/)).toBeVisible()
  expect(by.taken()).toBeLessThanOrEqual(2)

  // Reserve until tomorrow for a person who is not in the system yet.
  await page.goto('/team')
  await by.click(page.getByRole('button', { name: 'New colleague' }))
  const dialog = dialogOf(page, 'Reserve a number')
  await by.write(dialog.getByRole('textbox', { name: /^Name/ }), 'Theodora Newton')
  await by.click(dialog.getByRole('button', { name: /^Reserve \d+$/ }))
  const done = dialogOf(page, /^\d+ is reserved for Theodora Newton$/)
  await expect(done.getByText('Until tomorrow 18:00')).toBeVisible()
  expect(by.taken()).toBeLessThanOrEqual(4)
  await done.getByRole('button', { name: 'Done' }).click()

  // Keep it a week longer, and give it back.
  const waiting = page.getByRole('table', { name: 'Waiting' })
  const colleague = waiting.getByRole('row').filter({ hasText: 'Theodora Newton' })
  await expect(colleague).toContainText('No account yet. Reserved until tomorrow 18:00')
  await expect(colleague).toContainText('new')
  await by.click(colleague.getByRole('button', { name: /^Extend or move \d+$/ }))
  await by.click(dialogOf(page, /^Extend or move \d+$/).getByText('7 days'))
  await by.click(page.getByRole('dialog').getByRole('button', { name: 'Save' }))
  await expect(colleague).not.toContainText('tomorrow')
  expect(by.taken()).toBeLessThanOrEqual(3)
  await by.click(page.getByRole('link', { name: 'Reservations' }))
  const listed = page.getByRole('table', { name: 'Reservations' }).getByRole('row')
  const reservation = listed.filter({ hasText: 'Theodora Newton' }).first()
  await by.click(reservation.getByRole('button', { name: /^Release \d+$/ }))
  await by.click(page.getByRole('dialog').getByRole('button', { name: 'Release' }))
  await expect(reservation).toContainText('Released')
  expect(by.taken()).toBeLessThanOrEqual(3)

  // Reserve for ten names from a chat.
  const palette = await by.palette()
  await by.write(palette, names.join(', '))
  await by.click(page.getByRole('option', { name: /^Reserve numbers for the people in this list/ }))
  await by.click(page.getByRole('button', { name: 'Fill in 10 free numbers' }))
  await by.click(page.getByRole('button', { name: 'Show plan' }))
  await by.click(page.getByRole('button', { name: 'Reserve 10 numbers' }))
  await expect(page.getByRole('alert')).toContainText('10')
  expect(by.taken()).toBeLessThanOrEqual(6)

  // An agent leaves.
  const record = await ask(page, '/api/extensions/1013')
  const [, uuid = ''] = /"agentUuid":"([^"]+)"/.exec(JSON.stringify(record)) ?? []
  await page.goto(`/people/${uuid}`)
  await by.click(page.getByRole('button', { name: 'Agent leaves' }))
  await by.click(page.getByRole('dialog').getByRole('button', { name: 'Request unbinding' }))
  await expect(page.getByRole('dialog')).toContainText('unbinding requested')
  expect(by.taken()).toBeLessThanOrEqual(3)
})

test('a supervisor sees a number’s story, who lacks a number, and asks for a binding, in few steps', async ({
  page,
  signIn,
  openAs,
}) => {
  const name = 'Teammate Without'
  const admin = await openAs('admin')
  await admin.evaluate(
    async (body) => {
      const headers = { 'content-type': 'application/json', 'x-console': '1' }
      await fetch('/api/people/import', { method: 'POST', headers, body })
    },
    JSON.stringify({ rows: [{ name, agentUuid: 'teammate-0001', workNumber: '66810' }] }),
  )
  await signIn('supervisor', '/numbers')
  await ask(page, '/api/extensions/1010')
  const by = reader(page)

  // Who has a number, since when, and what happened to it?
  await by.write(page.getByRole('textbox', { name: '1010, *88, 20??, 5 in a row, person or label' }), '1010')
  await by.click(page.getByRole('button', { name: 'Show 1010 beside the list' }))
  const beside = page.getByRole('complementary', { name: 'Number 1010' })
  await expect(beside.getByRole('link', { name: 'Ingrid Patel' }).first()).toBeVisible()
  await expect(beside.getByRole('list', { name: 'Bindings over time' })).toContainText('Ingrid Patel')
  await expect(beside.getByRole('heading', { name: 'History' })).toBeVisible()
  expect(by.taken()).toBeLessThanOrEqual(2)

  // Who of the team has no number yet? The team is chosen once.
  await page.goto('/team')
  await by.click(page.getByRole('button', { name: /^(Choose your|Edit) team$/ }))
  await by.write(dialogOf(page, /team$/).getByRole('combobox', { name: 'Add a person' }), name)
  await by.click(page.getByRole('option', { name: new RegExp(`^${name}`) }))
  await by.click(page.getByRole('button', { name: 'Save team' }))
  expect(by.taken()).toBeLessThanOrEqual(4)
  await by.click(page.getByRole('radiogroup', { name: 'Number' }).getByText(/^No number/))
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('Not reserved yet')
  expect(by.taken()).toBeLessThanOrEqual(1)

  // Reserve for this person, ask for the binding, and see what became of it.
  await by.click(page.getByRole('button', { name: `Reserve a number for ${name}` }))
  await by.click(page.getByRole('dialog').getByRole('button', { name: /^Reserve \d+$/ }))
  const done = dialogOf(page, new RegExp(`^\\d+ is reserved for ${name}$`))
  await by.click(done.getByRole('button', { name: 'Request the binding' }))
  await by.click(page.getByRole('button', { name: 'Request 1 change' }))
  await by.click(done.getByRole('button', { name: 'Done' }))
  expect(by.taken()).toBeLessThanOrEqual(5)
  await by.click(page.getByText(/^All \d+$/))
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('Bind to agent: requested')
  await by.click(menu(page, 'Requests'))
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('Open')
  expect(by.taken()).toBeLessThanOrEqual(2)
})

test('an administrator creates numbers, fetches passwords, labels numbers and adds a pool, in few steps', async ({
  page,
  signIn,
}) => {
  await signIn('admin', '/overview')
  const by = reader(page)

  // One extension.
  await by.click(menu(page, 'Create numbers'))
  await by.write(page.getByRole('textbox', { name: /^Number/ }), '970900')
  await by.click(page.getByRole('button', { name: 'Create', exact: true }))
  await expect(page.getByRole('heading', { name: 'Extension 970900 created' })).toBeVisible()
  expect(by.taken()).toBeLessThanOrEqual(3)

  // 150 rows of a sheet, with errors.
  const exts = Array.from({ length: 148 }, (_, n) => String(970_000 + n))
  const buffer = Buffer.from(`Extension\r\n${[...exts, '97000a', '970000'].join('\r\n')}\r\n`)
  await by.click(menu(page, 'Create numbers'))
  await by.click(page.getByRole('link', { name: 'Spreadsheet' }))
  await by.attach(page.locator('input[type=file]'), { name: 'new hall.csv', mimeType: 'text/csv', buffer })
  await expect(page.getByText('With errors: 1', { exact: true })).toBeVisible()
  await expect(startButton(page)).toHaveText('Create 148 extensions')
  await by.write(page.getByLabel('Job name'), 'New hall')
  await by.click(startButton(page))
  await expect(jobStatus(page, 'Complete')).toBeVisible()
  expect(by.taken()).toBeLessThanOrEqual(6)

  // Their passwords.
  await by.click(page.getByRole('button', { name: 'Download passwords' }))
  const saving = page.waitForEvent('download')
  await by.click(page.getByRole('dialog').getByRole('button', { name: 'Download', exact: true }))
  await saving
  expect(by.taken()).toBeLessThanOrEqual(3)

  // A label for twenty numbers. The list of the labels in use must not stay over the button.
  await page.evaluate(
    async (body) => {
      const headers = { 'content-type': 'application/json', 'x-console': '1' }
      await fetch('/api/labels', { method: 'POST', headers, body })
    },
    JSON.stringify({ numbers: ['970000'], add: ['night shift', 'VIP', 'second floor', 'spare phones'] }),
  )
  await page.goto('/numbers?search=9701&pageSize=20')
  await by.click(page.getByRole('checkbox', { name: 'Select all numbers on this page' }))
  await by.click(page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Labels' }))
  await by.write(dialogOf(page, 'Labels of 20 numbers').getByRole('combobox', { name: 'Add labels' }), 'hall')
  await by.press('Enter')
  await by.click(page.getByRole('dialog').getByRole('button', { name: 'Save' }))
  await expect(page.getByText('Labels of 20 numbers changed.')).toBeVisible()
  expect(by.taken()).toBeLessThanOrEqual(5)

  // A pool with an owner and a threshold.
  await page.goto('/numbers/pools')
  await by.click(page.getByRole('button', { name: 'New pool' }))
  const pool = page.getByRole('dialog')
  await by.write(pool.getByRole('textbox', { name: 'Name' }), 'Hall of 970')
  await by.write(pool.getByRole('textbox', { name: 'Ranges' }), '970000-970149')
  await by.click(pool.getByRole('combobox', { name: 'Owner' }))
  await by.click(pool.getByRole('option').first())
  await by.write(pool.getByRole('textbox', { name: /^Alert when free/ }), '20')
  await by.click(pool.getByRole('button', { name: 'Save' }))
  await expect(page.getByRole('link', { name: /^Hall of 970, Free: \d+$/ })).toBeVisible()
  expect(by.taken()).toBeLessThanOrEqual(7)
})

test('an administrator creates a range, checks a number, answers a request, and invites, in few steps', async ({
  page,
  signIn,
}) => {
  await signIn('admin', '/overview')
  await ask(page, '/api/extensions/1005')
  const by = reader(page)

  // A range.
  await by.click(menu(page, 'Create numbers'))
  await by.click(page.getByRole('link', { name: 'Range', exact: true }))
  await by.write(page.getByRole('textbox', { name: /^Numbers/ }), '970200-970204')
  await by.click(startButton(page))
  await expect(jobStatus(page, 'Complete')).toBeVisible()
  expect(by.taken()).toBeLessThanOrEqual(4)

  // Is a number unavailable still?
  await by.click(menu(page, 'Numbers'))
  await by.click(page.getByRole('link', { name: /^Unavailable/ }))
  // A click on a row of the earlier list, which disappears, would be lost.
  await expect(page.getByRole('table', { name: 'Numbers' }).getByRole('row').nth(1)).toContainText(
    'Unavailable',
  )
  await by.click(page.getByRole('button', { name: 'Refresh extension 1005' }))
  await expect(page.getByRole('log')).toContainText('1005: Unavailable')
  expect(by.taken()).toBeLessThanOrEqual(3)

  // A new password, from the request to its end.
  await page.goto('/extensions/1012')
  await by.click(page.getByRole('button', { name: 'Request a change' }))
  const request = dialogOf(page, 'Request a change of 1012')
  await by.choose(request.getByRole('combobox', { name: 'Change' }), 'New password')
  await by.write(request.getByRole('textbox', { name: 'Reason' }), 'phone lost')
  await by.click(request.getByRole('button', { name: 'Request 1 change' }))
  await expect(page.getByText('1 open service request')).toBeVisible()
  expect(by.taken()).toBeLessThanOrEqual(4)
  await by.click(menu(page, 'Requests'))
  await by.click(page.getByRole('checkbox', { name: 'Select New password 1012' }))
  await by.click(page.getByRole('button', { name: 'Mark as done' }))
  await by.click(page.getByRole('dialog').getByRole('button', { name: 'Mark as done' }))
  await expect(page.getByRole('row').filter({ hasText: '1012' })).toContainText('Done')
  expect(by.taken()).toBeLessThanOrEqual(4)

  // Its password, with a reason.
  await page.goto('/extensions/1012')
  await by.click(page.getByRole('button', { name: 'Reveal', exact: true }))
  await by.write(page.getByRole('dialog').getByRole('textbox', { name: /^Reason/ }), 'new desk phone')
  await by.press('Enter')
  await expect(page.getByText(/^Hidden again in \d+ seconds$/)).toBeVisible()
  expect(by.taken()).toBeLessThanOrEqual(3)

  // A new supervisor, and who invited them.
  await by.click(menu(page, 'Users'))
  await by.click(page.getByRole('button', { name: 'Invite user' }))
  await by.write(page.getByRole('dialog').getByLabel('Email'), 'few-steps@example.com')
  await by.write(page.getByRole('dialog').getByLabel('Name'), 'Few Steps')
  await by.press('Enter')
  await expect(page.getByRole('dialog').locator('code')).toBeVisible()
  expect(by.taken()).toBeLessThanOrEqual(5)
  await page.getByRole('button', { name: 'I have handed it over' }).click()
  await by.click(menu(page, 'Audit'))
  await expect(page.getByRole('row').filter({ hasText: 'few-steps@example.com' }).first()).toBeVisible()
  expect(by.taken()).toBeLessThanOrEqual(1)
})
