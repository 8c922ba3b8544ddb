import { agentWithoutExtension, expect, fillSignIn, tabTo, test } from './console-test.ts'

test('create for an agent, and see it current there', async ({ page, signIn }) => {
  await signIn('admin')
  const agent = await agentWithoutExtension(page)
  await page.goto(`/agents/${agent.uuid}`)
  await expect(page.getByText('No extension is bound to this agent.')).toBeVisible()
  await page.getByRole('link', { name: 'Create extension for this agent' }).click()
  await expect(page.getByRole('combobox', { name: /^Bind to agent/ })).toHaveValue(agent.uuid)
  await page.getByLabel(/^Number/).fill('1000')
  await expect(page.getByText('This number exists already.')).toBeVisible()
  await page.getByLabel(/^Number/).fill('7101')
  await expect(page.getByText('The service knows no such number yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Generate' }).click()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Extension 7101 is there' })).toBeVisible()
  await expect(page.getByText('as asked')).toBeVisible()
  await page.getByRole('link', { name: /^Open agent/ }).click()
  await expect(
    page.getByRole('region', { name: 'Current extension' }).getByRole('link', { name: '7101' }),
  ).toBeVisible()
})

test('with the keyboard alone, from sign-in to a created extension', async ({ page, product }) => {
  await page.goto('/extensions/new')
  await page.getByRole('textbox', { name: 'E-mail' }).focus()
  await page.keyboard.type(product.accounts.admin.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(product.accounts.admin.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Create extension' })).toBeVisible()
  await tabTo(page, page.getByLabel(/^Number/))
  await page.keyboard.type('7102')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Extension 7102 is there' })).toBeVisible()
})

test('faults are on their fields, and nothing typed is lost', async ({ page, signIn }) => {
  await signIn('admin')
  await page.goto('/extensions/new')
  await page.getByLabel(/^Number/).fill('7')
  await page.getByLabel(/^SIP password/).fill('short')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByText('Give 2 to 15 digits')).toBeVisible()
  await expect(page.getByText('Use 8 to 64 printable')).toBeVisible()
  await page.getByLabel(/^Number/).fill('7103')
  await page.getByLabel(/^SIP password/).fill('long-enough')
  await page.getByRole('combobox', { name: /^Bind to agent/ }).fill('nobody-knows-me')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('The service knows no such agent')
  await expect(page.getByText('Give the uuid or work number of an agent')).toBeVisible()
  await expect(page.getByLabel(/^Number/)).toHaveValue('7103')
})

test('the draft comes back without its password; leaving asks first', async ({ page, signIn }) => {
  await signIn('admin')
  await page.goto('/extensions/new')
  await page.getByLabel(/^Number/).fill('7104')
  await page.getByLabel(/^SIP password/).fill('never-to-be-kept')
  await page
    .getByRole('navigation', { name: 'Main navigation' })
    .getByRole('link', { name: 'Agents' })
    .click()
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
  await page.getByRole('button', { name: 'Stay on this page' }).click()
  await expect(page.getByLabel(/^SIP password/)).toHaveValue('never-to-be-kept')
  await page
    .getByRole('navigation', { name: 'Main navigation' })
    .getByRole('link', { name: 'Agents' })
    .click()
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Agents' })).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel(/^Number/)).toHaveValue('7104')
  await expect(page.getByLabel(/^SIP password/)).toHaveValue('')
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('never-to-be-kept')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByLabel(/^Number/)).toHaveValue('')
})

test('the session ends while a form is filled: signed in again on the spot, sent once', async ({
  page,
  context,
  product,
  signIn,
}) => {
  await signIn('admin')
  await page.goto('/extensions/new')
  await page.getByLabel(/^Number/).fill('7105')
  await expect(page.getByText('The service knows no such number yet.')).toBeVisible()
  await context.clearCookies()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible()
  await fillSignIn(page, product.accounts.admin)
  await expect(page.getByRole('heading', { name: 'Extension 7105 is there' })).toBeVisible()
})

test('accepted but not visible, and in doubt, are told as they are', async ({ page, signIn }) => {
  await signIn('admin')
  await page.goto('/extensions/new?ext=990102')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(
    page.getByRole('heading', { name: '990102 was accepted, but is not visible yet' }),
  ).toBeVisible()
  await page.goto('/extensions/new?ext=990104')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(
    page.getByRole('heading', { name: 'It is not known whether 990104 was created' }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(
    page.getByRole('heading', { name: 'It is not known whether 990104 was created' }),
  ).toBeVisible()
})

test('the deprecated create, once it is switched on', async ({ page, signIn }) => {
  await signIn('admin')
  await page.goto('/extensions/new/legacy')
  await expect(page.getByRole('heading', { name: 'This feature is switched off' })).toBeVisible()
  await page.goto('/settings')
  await page.getByRole('switch', { name: /deprecated create/ }).click()
  await expect(page.getByRole('switch', { name: /deprecated create/ })).toBeChecked()
  await page.goto('/extensions/new')
  await page.getByRole('link', { name: 'Deprecated operation' }).click()
  await expect(page.getByText('The service has deprecated this operation')).toBeVisible()
  await page.getByLabel(/^Number/).fill('7106')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Extension 7106 is there' })).toBeVisible()
})

test('a supervisor is offered no creation, and told so at its address', async ({ page, signIn }) => {
  await signIn('supervisor')
  await expect(
    page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Create extension' }),
  ).toHaveCount(0)
  for (const path of ['/extensions/new', '/connection', '/settings']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Your role may not do this' })).toBeVisible()
  }
})
