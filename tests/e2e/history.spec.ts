import { join } from 'node:path'
import { openDatabase } from '#server/platform/database/database.ts'
import { agentWithoutExtension, ask, expect, test, waitForFirstCrawl } from './console-test.ts'
import { openPalette } from './palette.ts'
import type { Product } from './product.ts'
import { freeNumbers, reserveAll } from './reservations.ts'

const dayMs = 86_400_000

/** The number was bound to Li Wei until the middle of last month, as if the console had observed it then. */
async function boundLastMonth({ dataDir, sandboxUrl }: Product, ext: string) {
  const now = new Date()
  const middle = new Date(now.getFullYear(), now.getMonth() - 1, 15).getTime()
  const account = `${sandboxUrl} sandbox`
  const database = await openDatabase({ file: join(dataDir, 'console.db') })
  await database.db
    .insertInto('binding_change')
    .values({
      account,
      ext,
      at: middle,
      state: 'free',
      before_state: 'bound',
      before_agent_uuid: '00000000000000000000000000000001',
      before_agent_name: 'Li Wei',
      before_since: middle - 100 * dayMs,
    })
    .execute()
  await database.db
    .updateTable('inventory')
    .set({ first_seen_at: middle - 100 * dayMs, binding_since: middle })
    .where('account', '=', account)
    .where('ext', '=', ext)
    .execute()
  await database.close()
  return middle
}

test('who had a number last month is answered from the palette', async ({ page, product, signIn }) => {
  await signIn('supervisor')
  await waitForFirstCrawl(page)
  const [ext = ''] = await freeNumbers(page, 1)
  const middle = await boundLastMonth(product, ext)
  const field = await openPalette(page)
  await field.fill(`who had ${ext} last month`)
  const month = new Intl.DateTimeFormat('en', { year: 'numeric', month: 'long' }).format(middle)
  await page.getByRole('option', { name: `Who had ${ext} in ${month}` }).click()
  await expect(page).toHaveURL(/month=\d{4}-\d{2}#history$/)
  const history = page.getByRole('region', { name: 'History' })
  await expect(history.getByRole('heading', { name: 'History' })).toBeFocused()
  await expect(history.getByRole('list', { name: 'Who had it' })).toContainText(
    /^Bound to Li Wei from .+ to .+/,
  )
  const events = history.getByRole('list', { name: 'Events, newest first' })
  await expect(events.getByRole('listitem')).toHaveCount(1)
  await expect(events).toContainText('Free again')
  await expect(events).toContainText('Before: bound to Li Wei')
  await history.getByRole('combobox', { name: 'Month' }).selectOption({ index: 1 })
  await expect(history.getByText('Nothing happened in this selection')).toBeVisible()
})

test('which numbers starting with 12 are free: every page gives the same answer', async ({
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
