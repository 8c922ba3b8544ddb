import { readFileSync } from 'node:fs'
import { atService, plan, row, setJobRate, standing, start, startButton } from './bulk.ts'
import { expect, tabTo, test } from './console-test.ts'

test('a message becomes a plan; nothing is sent before it is started; partial success is called that', async ({
  page,
  product,
  signIn,
}) => {
  const service = atService(product)
  const posted: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'POST') posted.push(pathname)
  })
  await signIn('admin')
  const before = service.count()
  await page.goto('/jobs/new')
  await page
    .getByRole('textbox', { name: 'Numbers' })
    .fill('麻烦开通 8201-8205、8210，还有 1000到1003；谢谢！8210 7 9901015, 9901035 9901045 9901065 9901075')
  await expect(page.getByText('15 numbers understood')).toBeVisible()
  await expect(page.getByText('“7” is too short')).toBeVisible()
  await expect(page.getByText('1 number was named twice')).toBeVisible()
  const cells = page.getByRole('region', { name: 'Planned numbers' }).getByRole('listitem')
  await expect(cells).toHaveCount(15)
  await expect(cells.filter({ hasText: '8201' })).toContainText('does not exist yet')
  await expect(cells.filter({ hasText: '1000' })).toContainText('exists, bound')
  await expect(page.getByText('does not exist yet 11')).toBeVisible()
  await page.getByText('Fill with next free').click()
  await expect(cells).toHaveCount(19)
  await expect(startButton(page)).toHaveText('Create 15 extensions')
  await page.getByText('Do not start', { exact: true }).click()
  await expect(startButton(page)).toBeDisabled()
  await expect(page.getByText('4 numbers exist already, so nothing is started')).toBeVisible()
  await page.getByText('Skip', { exact: true }).click()
  await expect(cells).toHaveCount(15)
  await expect(page.getByText('4 rows left out')).toBeVisible()
  expect(posted.filter((path) => path !== '/api/jobs/preview' && !path.startsWith('/api/auth'))).toEqual([])
  expect(service.count()).toBe(before)

  // Asking is made impossible: what the page shows of the job from here on, it was told by events.
  await page.route(/\/api\/jobs\/[\da-f-]{36}$/, (route) => route.abort())
  let loads = 0
  page.on('load', () => loads++)
  await start(page, '客服中心二期')
  await expect(standing(page, 'Partial success')).toBeVisible()
  await expect(page.getByText('11 of 11 rows settled')).toBeVisible()
  expect(loads).toBe(0)
  expect(posted.filter((path) => path === '/api/jobs')).toHaveLength(1)
  // 9901035 was taken by the service, and shows up only after the job has given up looking.
  expect(service.count()).toBe(before + 7)
  await page.unroute(/\/api\/jobs\/[\da-f-]{36}$/)

  await expect(row(page, '9901015')).toContainText('Answer lost, found by look-up')
  for (const ext of ['9901035', '9901045', '9901075']) await expect(row(page, ext)).toContainText('In doubt')
  await expect(row(page, '9901065')).toContainText('This extension is bound to another agent')
  await expect(row(page, '9901065')).toContainText('310122')

  const saving = page.waitForEvent('download')
  await page.getByRole('link', { name: /^Download failed rows/ }).click()
  const report = await (await saving).path()
  expect(readFileSync(report, 'utf8')).toMatch(/9901065.*310122/)

  await page.getByRole('button', { name: 'Send again: 9901065' }).click()
  await expect(row(page, '9901065').getByRole('cell', { name: '2', exact: true })).toBeVisible()
  await expect(row(page, '9901065')).toContainText('Not created')

  await page.goto('/jobs/import')
  await page.locator('input[type=file]').setInputFiles(report)
  await expect(page.getByText('Ready: 1')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit Number, line 2: 9901065' })).toBeVisible()
})

test('a refusal that every row would meet pauses the job; the rest can be cancelled', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await plan(page, '9901055')
  await start(page, 'Beyond the subscription')
  await expect(
    page.getByText("Paused by itself: The subscription's number of extensions is used up"),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Cancel the rest' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the rest' }).click()
  await expect(standing(page, 'Cancelled')).toBeVisible()
})

test('the job outlives its tab; another user sees the same, read only; pausing in one tab shows in the other', async ({
  page,
  context,
  signIn,
  openAs,
}) => {
  const supervisor = await openAs('supervisor')
  await signIn('admin')
  await setJobRate(page, 1)
  await plan(page, '8300-8339')
  const path = await start(page, 'Forty numbers')
  await page.close()
  const other = await context.newPage()
  await other.goto(path)
  await supervisor.goto('/jobs')
  await supervisor.getByRole('link', { name: 'Forty numbers' }).click()
  await expect(standing(supervisor, 'Running')).toBeVisible()
  await other.getByRole('button', { name: 'Pause', exact: true }).click()
  await expect(standing(supervisor, 'Paused')).toBeVisible()
  await expect(other.getByText('Paused: nothing is being sent')).toBeVisible()
  const figures = (of: typeof page) => of.getByText(/of 40 rows settled · /)
  await expect(async () => {
    expect(await figures(supervisor).textContent()).toBe(await figures(other).textContent())
  }).toPass()
  await expect(supervisor.getByRole('link', { name: 'Report (CSV)' })).toBeVisible()
  await expect(supervisor.getByRole('button', { name: /Pause|Resume|Cancel|again|Fetch/ })).toHaveCount(0)
  await supervisor.goto('/jobs/new')
  await expect(supervisor.getByRole('heading', { name: 'Your role may not do this' })).toBeVisible()
  await setJobRate(other, 0)
  await other.getByRole('button', { name: 'Resume' }).click()
  await expect(standing(other, 'Complete')).toBeVisible()
})

test('with the keyboard alone: plan, start, pause, resume; told of the end on another page', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await setJobRate(page, 1)
  await page.goto('/jobs/new')
  await tabTo(page, page.getByRole('textbox', { name: 'Numbers' }))
  await page.keyboard.type('8400-8419')
  await expect(startButton(page)).toBeEnabled()
  await tabTo(page, page.getByLabel('Name of the job'))
  await page.keyboard.type('By hand')
  await tabTo(page, startButton(page))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'By hand' })).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Pause', exact: true }))
  await page.keyboard.press('Enter')
  const resume = page.getByRole('button', { name: 'Resume' })
  await expect(resume).toBeVisible()
  await tabTo(page, resume)
  await page.keyboard.press('Enter')
  await expect(
    page.getByRole('button', { name: 'Pause', exact: true }).or(standing(page, 'Complete')).first(),
  ).toBeVisible()
  await page.keyboard.press('/')
  await page.getByRole('combobox', { name: 'Search and commands' }).waitFor()
  await page.keyboard.type('Countr')
  await page.getByRole('option', { name: 'Go to Countries' }).waitFor()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/reference\/countries/)
  // Not before: it ends on this page.
  await setJobRate(page, 0)
  await expect(page.getByText('By hand has ended')).toBeVisible()
  await expect(page.getByText('Complete · 20 of 20 rows settled')).toBeVisible()
})
