import { patterns } from '#contract/page-patterns.ts'
import { ask, expect, test } from './console-test.ts'
import { currentOption, openPalette, openShortcuts } from './palette.ts'

test('loads the palette after the first list, opens it by its shortcuts and its button, and offers what the role may do', async ({
  page,
  signIn,
}) => {
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  await signIn('supervisor', patterns.idle)
  const listAt = scripts.findIndex((url) => url.includes('/api/extensions/idle?'))
  const paletteAt = scripts.findIndex((url) => /\/PaletteDialog-/.test(url))
  expect(listAt).toBeGreaterThan(0)
  expect(paletteAt === -1 || paletteAt > listAt).toBe(true)
  await openPalette(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('/')
  await expect(page.getByRole('combobox', { name: 'Search and commands' })).toBeFocused()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Search and commands' }).click()
  await expect(page.getByRole('dialog', { name: 'Search and commands' })).toBeVisible()
  const field = page.getByRole('combobox', { name: 'Search and commands' })
  await field.fill('8001-8050')
  await expect(page.getByRole('option', { name: /^Reserve 8001–8050/ })).toBeVisible()
  await expect(page.getByRole('option', { name: /^Plan 50 extensions/ })).toHaveCount(0)
  await field.fill('Settings')
  await expect(page.getByRole('option', { name: 'Go to Settings' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Search and commands' })).toBeFocused()
})

test('keeps what is typed while the palette loads for the first time', async ({ page, signIn }) => {
  const requested = Promise.withResolvers<void>()
  const isTyped = Promise.withResolvers<void>()
  await page.route(/\/PaletteDialog-/, async (route) => {
    requested.resolve()
    await isTyped.promise
    await route.continue()
  })
  // After the route: the page fetches the palette once the browser is idle.
  await signIn('supervisor', patterns.idle)
  await page.keyboard.press('Control+k')
  await requested.promise
  await page.keyboard.type('10')
  isTyped.resolve()
  const field = page.getByRole('combobox', { name: 'Search and commands' })
  await expect(field).toHaveValue('10')
  await page.keyboard.type('10')
  await expect(field).toHaveValue('1010')
})

test('finds pages in either language, numbers, agents and suggestions, and chooses nothing when Enter ends a composition', async ({
  page,
  signIn,
}) => {
  await signIn('supervisor', patterns.idle)
  const field = await openPalette(page)
  await field.fill('国家')
  await expect(page.getByRole('option', { name: 'Go to Countries' })).toBeVisible()
  await field.fill('技术')
  await expect(page.getByRole('option', { name: /^技术支持中心/ })).toBeVisible()
  await field.fill('1000')
  await expect(page.getByRole('option', { name: /^(Open extension 1000|1000 → )/ })).toBeVisible()
  await field.fill('Countr')
  await page.keyboard.press('Enter')
  // The new page takes the focus.
  await expect(page.getByRole('heading', { level: 1, name: 'Countries' })).toBeFocused()
  await expect(page).toHaveURL(/\/service\/countries$/)
  await openPalette(page)
  await page.keyboard.type('１００２')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/extensions\/1002$/)

  const { extension } = await ask(page, '/api/extensions/1001')
  const uuid =
    typeof extension === 'object' && extension !== null && 'agentUuid' in extension
      ? String(extension.agentUuid)
      : ''
  await openPalette(page)
  await page.keyboard.type(uuid)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Current extension' })).toContainText('1001')
  const name = await page.getByRole('heading', { level: 1 }).textContent()
  await openPalette(page)
  await page.keyboard.type(name ?? '-')
  await expect(page.getByRole('option', { name: `Open ${name}` }).first()).toBeVisible()

  await field.fill('')
  const client = await page.context().newCDPSession(page)
  await client.send('Input.imeSetComposition', { text: 'guojia', selectionStart: 6, selectionEnd: 6 })
  await expect(field).toHaveValue('guojia')
  await client.send('Input.dispatchKeyEvent', {
    type: 'rawKeyDown',
    key: 'Process',
    code: 'Enter',
    windowsVirtualKeyCode: 229,
  })
  await client.send('Input.insertText', { text: '国家' })
  await expect(field).toHaveValue('国家')
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page.getByRole('option', { name: 'Go to Countries' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/service\/countries$/)
  await client.detach()
})

test('keeps the focus when a page loads late, opens what can be done with a number or a range, and offers the choices again', async ({
  page,
  signIn,
}) => {
  await signIn('admin', patterns.idle)
  await openPalette(page)
  await page.keyboard.press('Escape')
  const held = Promise.withResolvers<undefined>()
  await page.route(/\/assets\//, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.getByRole('link', { name: 'Users' }).click()
  const field = await openPalette(page)
  await page.keyboard.type('Langu')
  held.resolve(undefined)
  await expect(page).toHaveTitle(/^(\(\d+\) )?Users/)
  await page.keyboard.type('ages')
  await expect(field).toHaveValue('Languages')
  await field.fill('')
  await page.keyboard.type('8001-8050')
  const plan = page.getByRole('option', { name: /^Plan 50 extensions: 8001–8050/ })
  await expect(plan).toBeVisible()
  await page.keyboard.press('ArrowDown')
  expect(await currentOption(page)).toContain('Plan 50 extensions')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Numbers' })).toHaveValue('8001-8050')
  await expect(page.getByText('50 numbers recognized')).toBeVisible()
  for (const [typed, option, url] of [
    ['58050', 'Create extension 58050', /\/extensions\/new\?ext=58050$/],
    ['1003', 'Audit: actions on 1003', /\/audit\?object=1003$/],
    ['1005', 'Language of 1005', /\/extensions\/1005#language$/],
  ] as const) {
    await openPalette(page)
    await page.keyboard.insertText(typed)
    await page.getByRole('option', { name: option }).click()
    await expect(page).toHaveURL(url)
  }
  await expect(page.getByRole('heading', { name: /^Service record/ })).toBeFocused()
  await openPalette(page)
  await page.keyboard.insertText('1006')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/extensions\/1006$/)
  await openPalette(page)
  const recent = page.getByRole('group', { name: 'Recent' }).getByRole('option')
  await expect(recent.first()).toContainText('1006')
})

test('switches the language and the color scheme by command, and remembers a chosen scheme', async ({
  page,
  signIn,
}) => {
  await signIn('supervisor', patterns.idle)
  await page.getByRole('button', { name: 'Theme: system' }).click()
  await page.getByRole('button', { name: 'Theme: light' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await openPalette(page)
  await page.keyboard.type('light')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')
  await openPalette(page)
  await page.keyboard.insertText('中文')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: '号码' })).toBeVisible()
  const field = await openPalette(page)
  await field.fill('english')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Numbers' })).toBeVisible()
})

test('lists the shortcuts of the page, ignores them while typing, and can turn them off', async ({
  page,
  signIn,
}) => {
  await signIn('supervisor', patterns.idle)
  // The shortcuts of the list work once the list is shown.
  await expect(page.getByRole('table', { name: 'Idle extensions' }).getByRole('link').first()).toBeVisible()
  const dialog = await openShortcuts(page)
  await expect(dialog.locator('dl > div', { hasText: /^Next page of the listN$/ })).toBeVisible()
  await expect(dialog.locator('dl > div', { hasText: /^Previous page of the listP$/ })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.keyboard.press('n')
  await expect(page).toHaveURL(/page=2/)
  await page.keyboard.press('f')
  const search = page.getByRole('textbox', { name: 'Number starts with' })
  await expect(search).toBeFocused()
  await page.keyboard.type('n?/')
  await expect(search).toHaveValue('n?/')
  await expect(dialog).toHaveCount(0)
  await search.fill('')
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('?')
  await expect(dialog.locator('dl > div', { hasText: /^Previous page of the listP$/ })).toBeVisible()
  await dialog.getByRole('switch', { name: 'Single-key shortcuts' }).click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('p')
  await page.keyboard.press('?')
  await expect(dialog).toHaveCount(0)
  await openPalette(page)
  await page.keyboard.type('shortcuts')
  await page.keyboard.press('Enter')
  await dialog.getByRole('switch', { name: 'Single-key shortcuts' }).click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('p')
  await expect(page).not.toHaveURL(/page=2/)
})
