import { expect, test } from './console-test.ts'
import { freeNumbers, reserveAll } from './reservations.ts'
import { expectToFitPaper } from './page-checks.ts'
import { reader } from './steps.ts'

test('prints a list dark on white, with its header on each sheet and no row split', async ({
  page,
  signIn,
}) => {
  await signIn('admin', '/extensions/idle?pageSize=100&ext=1')
  const table = page.getByRole('table', { name: 'Idle extensions' })
  await expect(table.getByRole('link').nth(19)).toBeAttached()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeHidden()
  await expect(page.getByRole('textbox', { name: 'Number starts with' })).toBeHidden()
  // The print shows which part of the list it contains.
  await expect(page.getByText('Number starts with: 1', { exact: true })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Pages' }).getByText(/^1–\d+ of \d+$/)).toBeVisible()
  const styles = () =>
    table.evaluate((element) => {
      const of = (selector: string) => getComputedStyle(element.querySelector(selector) ?? element)
      const { color, backgroundColor } = of('td')
      return {
        paper: [color, backgroundColor],
        header: [of('thead').display, of('th').position],
        row: of('tbody tr').breakInside,
      }
    })
  // The print styles load after the first view.
  await expect.poll(styles).toEqual({
    paper: ['rgb(0, 0, 0)', 'rgb(255, 255, 255)'],
    header: ['table-header-group', 'static'],
    row: 'avoid',
  })
})

test('prints all rows of a long list, also rows out of view', async ({ page, signIn }) => {
  await signIn('admin', '/extensions/idle?pageSize=1000')
  const rows = page.getByRole('table', { name: 'Idle extensions' }).locator('tbody tr:not([aria-hidden])')
  await expect(page.locator('tbody tr[aria-hidden]')).toBeAttached()
  expect(await rows.count()).toBeLessThan(200)
  const paper = await page.pdf({ format: 'A4' })
  // Fifty rows fill a sheet.
  expect(paper.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length).toBeGreaterThan(10)
  await expect.poll(() => rows.count()).toBeLessThan(200)
})

test('prints what the filter finds, up to 1,000 rows, and shows the page again afterwards', async ({
  page,
  signIn,
}) => {
  await using _printer = await page.addInitScript(() => {
    // Prints nothing, and keeps what would be on paper.
    window.print = () => {
      window.dispatchEvent(new Event('beforeprint'))
      const rows = document.querySelectorAll('main tbody tr:not([aria-hidden])').length
      const range = document.querySelector('nav[data-print]')?.textContent
      window.dispatchEvent(new Event('afterprint'))
      Object.assign(window, { printed: `${rows}: ${range}` })
    }
  })
  await signIn('admin')
  const isAsked = Promise.withResolvers<void>()
  const pressed = Promise.withResolvers<void>()
  await page.route('**/api/numbers?*', async (route) => {
    isAsked.resolve()
    await pressed.promise
    await route.continue()
  })
  await page.goto('/numbers?state=free')
  const rows = page.getByRole('table', { name: 'Numbers' }).locator('tbody tr')
  await expect(rows).toHaveCount(20)
  await isAsked.promise
  const printed = () => page.evaluate('window.printed')
  const by = reader(page)
  // The list has not loaded yet: it is printed once it has.
  await by.press('Control+p')
  pressed.resolve()
  // A busy machine takes longer than a browser's user would wait.
  await expect.poll(printed, { timeout: 75_000 }).toMatch(/^1000: 1–1,000 of [\d,]+/)
  expect(by.taken()).toBe(1)
  await expect(rows).toHaveCount(20)

  await page.goto('/numbers?search=10&page=2')
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText(/^21–/)
  await by.click(page.getByRole('button', { name: 'View', exact: true }))
  await by.click(page.getByRole('button', { name: 'Print up to 1,000 rows' }))
  await expect.poll(printed).toMatch(/^(\d+): 1–\1 of (at least )?\1/)
  expect(by.taken()).toBe(2)
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText(/^21–/)
})

test('prints handover cards with whole numbers, in portrait and landscape', async ({ page, signIn }) => {
  await signIn('admin')
  const agentUuid = `cards-${Date.now()}`
  const numbers = await freeNumbers(page, 3)
  await reserveAll(
    page,
    numbers.map((ext) => ({ ext, agentUuid, agentName: '客服中心华东大区二期扩容批量开通质检坐席王小明' })),
  )
  await page.goto(`/reservations/list?agentUuid=${agentUuid}`)
  await expect(page.getByRole('table', { name: 'Reservations' }).getByRole('row')).toHaveCount(4)
  await expectToFitPaper(page)
})
