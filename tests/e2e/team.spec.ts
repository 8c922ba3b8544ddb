import { ask, expect, test } from './console-test.ts'
import { expectNoLayoutShift, observeShifts, waitForPage } from './page-checks.ts'
import { reader } from './steps.ts'

const phone = { width: 390, height: 844 }

test('a team lead reserves a free number on the phone in four steps, and sees a page that loads without moving', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize(phone)
  await signIn('supervisor', '/team')
  const by = reader(page)
  const start = page.getByRole('button', { name: 'Reserve a number', exact: true })
  // In the bar at the foot of the screen, large enough for a thumb.
  const box = await start.boundingBox()
  expect(box?.height).toBeGreaterThanOrEqual(36)
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(phone.height)
  await by.click(start)
  const dialog = page.getByRole('dialog', { name: 'Reserve a number' })
  await by.write(dialog.getByRole('combobox', { name: 'Person' }), 'Corinna Corridor')
  await by.click(page.getByRole('option', { name: /^New colleague “Corinna Corridor”/ }))
  await by.click(dialog.getByRole('button', { name: /^Reserve \d+$/ }))
  await expect(page.getByRole('dialog', { name: /^\d+ is reserved for Corinna Corridor$/ })).toBeVisible()
  expect(by.taken()).toBe(4)
  await using _shifts = await page.addInitScript(observeShifts)
  await page.goto('/team')
  await waitForPage(page)
  await expectNoLayoutShift(page)
})

test('a team lead reserves for five new colleagues of a chat in four steps', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  await signIn('supervisor', '/team')
  const names = ['Anka', 'Bodil', 'Cato', 'Dagny', 'Eskil'].map((name) => `${name} Fivefold`)
  const by = reader(page)
  await by.click(page.getByRole('link', { name: 'Several at once' }))
  await by.write(page.getByRole('textbox', { name: 'People, one per line' }), names.join('\n'))
  await by.click(page.getByRole('checkbox', { name: `These 5 are new colleagues: ${names.join(', ')}` }))
  const reserve = page.getByRole('button', { name: 'Reserve 5 numbers' })
  await expect(reserve).toBeInViewport()
  await by.click(reserve)
  await expect(page.getByRole('alert')).toContainText('5 of 5 reserved')
  expect(by.taken()).toBe(4)
  await expect(page.getByRole('button', { name: 'Copy hand-over list' })).toBeVisible()
  expect(await ask(page, `/api/people?q=Fivefold`)).toMatchObject({ total: 5 })
})

test('a team lead reserves for a meeting room, which is no colleague, and corrects it', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  await signIn('supervisor', '/team')
  const room = 'Meeting room Elbe 3'
  const by = reader(page)
  await by.click(page.getByRole('button', { name: 'Reserve a number', exact: true }))
  const dialog = page.getByRole('dialog', { name: 'Reserve a number' })
  await by.write(dialog.getByRole('combobox', { name: 'Person' }), room)
  await by.click(page.getByRole('option', { name: `Line or room “${room}”` }))
  await expect(dialog.getByRole('radio', { name: 'Line or room' })).toBeChecked()
  await expect(dialog.getByLabel('First day')).toHaveCount(0)
  await by.click(dialog.getByRole('button', { name: /^Reserve \d+$/ }))
  const done = page.getByRole('dialog', { name: new RegExp(`^\\d+ is reserved for ${room}$`) })
  await expect(done).toContainText('It can be used once it is assigned.')
  await expect(done.getByRole('button', { name: 'Request the binding' })).toBeVisible()
  expect(by.taken()).toBe(4)
  await done.getByRole('button', { name: 'Done' }).click()

  // It needs a binding, which can be requested at once: no account and no first day is awaited, and none is asked about.
  const row = page.getByRole('table', { name: 'Needs something' }).getByRole('row').filter({ hasText: room })
  await expect(row).toContainText('Line or room')
  await expect(row).toContainText('binding not requested')
  await expect(page.getByRole('main')).toContainText('1 line or room')
  await row.getByRole('button', { name: 'Request binding' }).click()
  const request = page.getByRole('dialog')
  await expect(request.getByRole('textbox', { name: 'Reason' })).toHaveValue(`Reserved for ${room}`)
  await page.keyboard.press('Escape')

  await page.goto('/people?kind=resource')
  const listed = page.getByRole('table', { name: 'People' }).getByRole('row').filter({ hasText: room })
  await expect(listed).toContainText('Line or room')
  await listed.getByRole('link', { name: room }).click()
  const main = page.getByRole('main')
  await expect(main).toContainText('A line or room, not a person')

  const correct = async (kind: string) => {
    await main.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByRole('dialog').getByText(kind, { exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await correct('Person')
  await expect(main).toContainText('This person was entered for a reservation')
  await expect(main.getByText('New colleague', { exact: true })).toBeVisible()
  await correct('Line or room')
  await expect(main).toContainText('A line or room, not a person')
  await main.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await ask(page, '/api/people?kind=resource')).toMatchObject({ total: 0 })
})
