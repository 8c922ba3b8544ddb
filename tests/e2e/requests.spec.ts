import { expect, test } from './console-test.ts'
import { expectAccessible } from './page-checks.ts'

test('requests, exports and sends an unbinding, and closes it once the service shows the number free', async ({
  page,
  product,
  signIn,
}) => {
  await signIn('supervisor', '/extensions/5203')
  await page.getByRole('button', { name: 'Request a change' }).click()
  const dialog = page.getByRole('dialog', { name: 'Request a change of 5203' })
  await dialog.getByRole('combobox', { name: 'Change' }).selectOption('Unbind')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('left the company')
  await dialog.getByLabel('Due').fill('2030-12-31')
  await dialog.getByRole('button', { name: 'Request 1 change' }).click()
  await expect(page.getByText('1 open service request')).toBeVisible()

  await page.getByRole('link', { name: 'Show requests' }).click()
  await expect(page).toHaveURL(/\/requests\?ext=5203$/)
  const row = page.getByRole('row').filter({ hasText: '5203' })
  await expect(row.getByText('Open', { exact: true })).toBeVisible()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('menuitem', { name: /^CSV for spreadsheets/ }).click()
  expect((await saving).suggestedFilename()).toBe('service-requests.csv')
  await page.getByRole('checkbox', { name: 'Select all requests on this page' }).click()
  await page.getByRole('button', { name: 'Mark as sent' }).click()
  await expect(row.getByText('Sent', { exact: true })).toBeVisible()

  await page.goto(product.sandboxUrl ?? '')
  await page.getByRole('textbox', { name: 'Number' }).fill('5203')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Unbind' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: '5203 unbound' })).toBeVisible()
  await expectAccessible(page)
  // Opening the extension detects the change; otherwise the background detects it within minutes.
  await page.goto('/extensions/5203')
  await expect(page.getByText('Not bound to an agent')).toBeVisible()
  await expect(page.getByText('1 open service request')).toHaveCount(0)
  await page.goto('/requests?ext=5203')
  await expect(row.getByText('Done', { exact: true })).toBeVisible()
  await expect(row.getByText('the phone platform shows the change')).toBeVisible()
})
