import { expect, test, waitForFirstCrawl } from './console-test.ts'
import { freeNumbers, reserveAll } from './reservations.ts'
import { tooWide } from './sound.ts'

/** A4 without its margins, in CSS pixels. */
const sheets = [
  { width: 703, height: 1032 },
  { width: 1032, height: 703 },
] as const

/** What a sheet of paper would not show whole: text that is cut, and times that mean nothing later. */
function lostOnPaper(): string[] {
  const shown = [...document.querySelectorAll('main *')].filter((element) => element.checkVisibility())
  // One pixel: for screen readers.
  const cut = shown.filter(
    (element) =>
      getComputedStyle(element).overflowX !== 'visible' &&
      element.clientWidth > 1 &&
      element.scrollWidth > element.clientWidth + 1,
  )
  const relative = shown.filter((element) => element.localName === 'time' && element.closest('[data-at]'))
  return [...cut, ...relative].map(({ outerHTML }) => outerHTML.slice(0, 160))
}

const pages = [
  '/extensions/idle',
  '/extensions/1000',
  '/inventory',
  '/inventory/pools',
  '/agents',
  '/agents/9348ee74c2cefd4740db23a3b5bf4a0d',
  '/requests',
  '/jobs',
  '/jobs/new?numbers=1000-1008',
  '/overview?view=table',
  '/audit',
  '/connection',
  '/settings/codes',
  '/users',
  '/reference/countries',
]

test('every page fits A4, upright and across, and cuts nothing', async ({ page, signIn }) => {
  test.slow()
  await signIn('admin')
  await waitForFirstCrawl(page)
  await page.emulateMedia({ media: 'print' })
  const found: string[] = []
  for (const path of pages) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' })
    await page.waitForLoadState('networkidle')
    for (const size of sheets) {
      await page.setViewportSize(size)
      const wide = await page.evaluate(tooWide)
      const lost = await page.evaluate(lostOnPaper)
      found.push(...[...wide, ...lost].map((text) => `${path} ${size.width}: ${text}`))
    }
  }
  expect(found).toEqual([])
})

test('a list is printed dark on white, its header row on each sheet, no row across two', async ({
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
  // What part of the list the sheet holds.
  await expect(page.getByText('Number starts with: 1', { exact: true })).toBeVisible()
  await expect(page.getByText(/^1–\d+ of \d+$/)).toBeVisible()
  const styles = await table.evaluate((element) => {
    const of = (selector: string) => getComputedStyle(element.querySelector(selector) ?? element)
    const { color, backgroundColor } = of('td')
    return {
      paper: [color, backgroundColor],
      header: [of('thead').display, of('th').position],
      row: of('tbody tr').breakInside,
    }
  })
  expect(styles).toEqual({
    paper: ['rgb(0, 0, 0)', 'rgb(255, 255, 255)'],
    header: ['table-header-group', 'static'],
    row: 'avoid',
  })
})

test('all rows of a long list are printed, also those out of view', async ({ page, signIn }) => {
  await signIn('admin', '/extensions/idle?pageSize=1000')
  const rows = page.getByRole('table', { name: 'Idle extensions' }).locator('tbody tr:not([aria-hidden])')
  await expect(page.locator('tbody tr[aria-hidden]')).toBeAttached()
  expect(await rows.count()).toBeLessThan(200)
  const paper = await page.pdf({ format: 'A4' })
  // Fifty rows fill a sheet.
  expect(paper.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length).toBeGreaterThan(10)
  await expect.poll(() => rows.count()).toBeLessThan(200)
})

test('the cards to hand over show whole numbers, upright and across', async ({ page, signIn }) => {
  await signIn('admin')
  const agentUuid = `cards-${Date.now()}`
  const numbers = await freeNumbers(page, 3)
  await reserveAll(
    page,
    numbers.map((ext) => ({ ext, agentUuid, agentName: '客服中心华东大区二期扩容批量开通质检坐席王小明' })),
  )
  await page.goto(`/reservations/list?agentUuid=${agentUuid}`)
  await expect(page.getByRole('table', { name: 'Reservations' }).getByRole('row')).toHaveCount(4)
  await page.emulateMedia({ media: 'print' })
  for (const size of sheets) {
    await page.setViewportSize(size)
    expect(await page.evaluate(tooWide)).toEqual([])
    expect(await page.evaluate(lostOnPaper)).toEqual([])
  }
})
