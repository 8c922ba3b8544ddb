import { expect, test } from './console-test.ts'
import { freeNumbers, reserveAll } from './reservations.ts'
import { expectToFitPaper } from './page-checks.ts'

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
