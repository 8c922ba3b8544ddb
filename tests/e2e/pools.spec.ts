import { agentWithoutExtension, ask, expect, test, waitForFirstCrawl } from './console-test.ts'
import { freeNumbers } from './reservations.ts'

test('shows the free numbers of a pool, reserves the next one, and finds a number by its label', async ({
  page,
  signIn,
  openAs,
}) => {
  await signIn('supervisor')
  await waitForFirstCrawl(page)
  const [first = '', second = '', third = ''] = await freeNumbers(page, 3)
  const name = `Desk ${first}`

  const admin = await openAs('admin', '/numbers/pools')
  await admin.getByRole('button', { name: 'New pool' }).click()
  const dialog = admin.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('textbox', { name: 'Ranges' }).fill(`${first}\n${second}\n${third}`)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(admin.getByRole('link', { name, exact: true })).toBeVisible()

  // Open the free numbers of the pool.
  await page.goto('/numbers')
  await page
    .getByRole('navigation', { name: 'Numbers by state' })
    .getByRole('link', { name: /^Pools/ })
    .click()
  await page.getByRole('link', { name: `${name}, Free: 3` }).click()
  await expect(page).toHaveURL(/\/numbers\?pool=.*state=free/)
  const inventory = page.getByRole('table', { name: 'Numbers' })
  await expect(inventory.getByRole('row')).toHaveCount(4)

  // The palette leads to the same list.
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill(name)
  await page.getByRole('option', { name: `Numbers of the pool ${name}` }).click()
  await expect(page.getByRole('button', { name: `Remove filter Pool: ${name}` })).toBeVisible()
  await expect(inventory.getByRole('row')).toHaveCount(4)

  // Reserve the next number.
  const agent = await agentWithoutExtension(page)
  await page.goto('/numbers/pools')
  await page.getByRole('button', { name: `Reserve the next number of ${name}` }).click()
  const reserving = page.getByRole('dialog', { name: 'Reserve a number' })
  await reserving.getByRole('combobox', { name: 'Person' }).fill(agent.uuid)
  // Until then, the list shows the people from before the text.
  await expect(reserving.getByRole('option')).toHaveCount(1)
  await reserving.getByRole('option').click()
  await expect(reserving.getByRole('radio', { name: `${first} next free in ${name}` })).toBeChecked()
  await expect(reserving.getByRole('radiogroup', { name: 'Number' }).getByRole('radio')).toHaveCount(3)
  await reserving.getByRole('button', { name: `Reserve ${first}` }).click()
  await page
    .getByRole('dialog', { name: new RegExp(`^${first} is reserved for `) })
    .getByRole('button', { name: 'Done' })
    .click()
  expect(await ask(page, `/api/reservations?ext=${first}`)).toMatchObject({ total: 1 })
  await page.goto('/numbers/pools')
  await expect(page.getByRole('link', { name: `${name}, Free: 2` })).toBeVisible()

  await page.goto(`/extensions/${second}`)
  await page.getByRole('button', { name: 'Edit labels and note' }).click()
  await page.getByRole('dialog').getByRole('combobox', { name: 'Labels' }).fill(`kept ${first}`)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page
    .getByRole('region', { name: 'Labels and note' })
    .getByRole('link', { name: `kept ${first}` })
    .click()
  await expect(inventory.getByRole('row')).toHaveCount(2)
})

test('shows the button for the threshold of a range on the row in use only', async ({ page, signIn }) => {
  await signIn('admin')
  await waitForFirstCrawl(page)
  await page.goto('/numbers/pools')
  const button = page.getByRole('button', { name: /^Set threshold of/ }).first()
  await expect(button).toHaveCSS('opacity', '0')
  await button.hover()
  await expect(button).toHaveCSS('opacity', '1')
  await page.getByRole('heading', { level: 1 }).hover()
  await expect(button).toHaveCSS('opacity', '0')
  await button.focus()
  await expect(button).toHaveCSS('opacity', '1')
})
