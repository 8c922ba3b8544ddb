import type { Page } from '@playwright/test'
import { listPeople } from '#contract/people.ts'
import { ask, expect, test } from './console-test.ts'
import { reader } from './steps.ts'

/** Returns the work number of a person without a number; it is no one's extension, so it means one person. */
async function ownWorkNumber(page: Page): Promise<string> {
  let own = ''
  await expect(async () => {
    for (let id = 1801; own === '' && id < 1840; id++) {
      // The directory knows a person once the service was asked for them.
      await ask(page, `/api/extensions/idle/first?agentId=${id}`)
      const { items } = listPeople.answer.parse(await ask(page, `/api/people?q=${id}`))
      const [one, other] = items.filter((each) => [each.ext, each.workNumber].includes(String(id)))
      if (one?.workNumber === String(id) && one.state === 'none' && other === undefined) own = String(id)
    }
    expect(own).not.toBe('')
  }).toPass()
  return own
}

test('creates a number for a person and hands it over in 5 steps', async ({ page, signIn }) => {
  await signIn('admin', '/overview')
  const workNumber = await ownWorkNumber(page)
  const by = reader(page)
  await by.click(
    page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Create numbers' }),
  )
  await by.write(page.getByRole('textbox', { name: /^Number/ }), '970951')
  // One person has this work number, so there is nothing to choose.
  await by.write(page.getByRole('combobox', { name: /^Person/ }), workNumber)
  await by.click(page.getByRole('button', { name: 'Create', exact: true }))
  await expect(page.getByRole('heading', { name: 'Extension 970951 created' })).toBeVisible()
  await by.click(page.getByRole('button', { name: 'Welcome sheet' }))
  const sheet = page.getByRole('region', { name: 'Welcome sheets' })
  await expect(sheet).toContainText('970951')
  expect(by.taken()).toBe(5)
  // The password is on paper only, and nothing was revealed for it.
  await page.emulateMedia({ media: 'print' })
  await expect(sheet.getByRole('img', { name: 'Scan with a softphone' })).toBeVisible()
  const reveals = await ask(page, '/api/audit?action=extension.reveal&object=970951')
  expect(reveals).toMatchObject({ items: [] })
})

test('begins the list of numbers in the first quarter of a phone’s screen', async ({ page, signIn }) => {
  const phone = { width: 390, height: 844 }
  await page.setViewportSize(phone)
  await signIn('supervisor')
  for (const path of ['/numbers', '/numbers?state=free']) {
    await page.goto(path)
    const row = page.getByRole('table', { name: 'Numbers' }).locator('tbody tr').first()
    await expect(row.getByRole('link').first()).toBeVisible()
    await expect
      .poll(async () => ((await row.boundingBox())?.y ?? phone.height) / phone.height)
      .toBeLessThanOrEqual(0.25)
  }
  // With text twice as large, everything is below each other and nothing beside the screen.
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width)
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
  await page.getByRole('button', { name: 'How this list is updated' }).click()
  await page.getByRole('link', { name: 'As the phone platform lists them' }).click()
  await expect(page.getByRole('table', { name: 'Idle extensions' })).toBeVisible()
})

test('offers in the palette what is possible with a bound number first, each in 3 steps', async ({
  page,
  signIn,
}) => {
  await signIn('admin', '/overview')
  const by = reader(page)
  for (const [option, title] of [
    ['Request a change of 1010', 'Request a change of 1010'],
    [/ leaves/, / leaves$/],
    ['Reveal the password of 1010', 'Reveal the password of 1010'],
  ] as const) {
    const palette = await by.palette()
    await by.write(palette, '1010')
    await by.click(page.getByRole('option', { name: option }))
    await expect(page.getByRole('dialog', { name: title })).toBeVisible()
    expect(by.taken()).toBe(3)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  // A reload does not ask again.
  await page.reload()
  await expect(page.getByRole('button', { name: 'Reveal', exact: true })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('shows every holder whole beside the panel of a number at 1366', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  await signIn('admin', '/numbers?state=bound&number=1010')
  await expect(page.getByRole('complementary', { name: 'Number 1010' })).toBeVisible()
  const table = page.getByRole('table', { name: 'Numbers' })
  await expect(table.getByRole('link', { name: /Work no/ }).nth(5)).toBeVisible()
  const cut = await table
    .locator('tbody a')
    .evaluateAll((links) =>
      links
        .filter((link) =>
          [link, link.closest('td')].some(
            (box) => box !== null && box.scrollWidth > box.clientWidth && box.clientWidth > 0,
          ),
        )
        .map(({ textContent }) => textContent),
    )
  expect(cut).toEqual([])
})
