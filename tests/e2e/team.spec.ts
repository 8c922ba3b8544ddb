import { ask, expect, test, waitForFirstCrawl } from './console-test.ts'
import { reader } from './steps.ts'

const phone = { width: 390, height: 844 }

test('a team lead reserves a free number on the phone in four steps', async ({ page, signIn }) => {
  await page.setViewportSize(phone)
  await signIn('supervisor', '/team')
  await waitForFirstCrawl(page)
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
})

test('a team lead reserves for five new colleagues of a chat in four steps', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  await signIn('supervisor', '/team')
  await waitForFirstCrawl(page)
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
