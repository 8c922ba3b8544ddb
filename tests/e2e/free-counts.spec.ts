import { agentWithoutExtension, ask, expect, test, waitForFirstCrawl } from './console-test.ts'
import { openPalette } from './palette.ts'
import { freeNumbers, reserveAll } from './reservations.ts'

test('answers which numbers starting with 12 are free in the same way on every page', async ({
  page,
  signIn,
}) => {
  await signIn('supervisor')
  await waitForFirstCrawl(page)
  const agent = await agentWithoutExtension(page)
  const [ext = ''] = await freeNumbers(page, 1, '12')
  await reserveAll(page, [{ ext, agentUuid: agent.uuid, agentName: agent.name }])

  const field = await openPalette(page)
  await field.fill('12')
  await page.getByRole('option', { name: 'Free numbers starting with 12' }).click()
  await expect(page).toHaveURL(/\/extensions\/idle\?ext=12$/)
  await expect(page.getByText(/its total includes 1 reserved number/)).toBeVisible()
  await page.getByRole('link', { name: 'Show reserved numbers' }).click()
  await expect(page).toHaveURL(/\/inventory\?/)
  await expect(page.getByRole('table').getByRole('link', { name: ext, exact: true })).toBeVisible()

  const idle = await ask(page, '/api/extensions/idle?ext=12&pageSize=20')
  const free = Number(idle['total']) - 1
  expect(await ask(page, '/api/inventory?ext=12&state=free')).toMatchObject({
    total: { count: free, exact: true },
  })
  await page.goto('/inventory?ext=12&state=free')
  await expect(page.getByText(`of ${free.toLocaleString('en')}, from 12`)).toBeVisible()
  await page.goto('/overview?length=2&view=table')
  const row = page.getByRole('table', { name: 'Each range' }).getByRole('row', { name: /^12…/ })
  await expect(row.getByRole('cell').nth(1)).toHaveText(free.toLocaleString('en'))
  await expect(row.getByRole('cell').nth(2)).toHaveText('1')
})
