import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { readFigures } from '#server/capacity/ranges.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { sandboxIdentity } from '#server/service/connection.ts'
import { zoneTimes } from '#contract/zone-time.ts'
import { Numbers } from '#server/numbers/numbers.ts'
import { SnapshotStore } from '#server/capacity/snapshots.ts'
import { patterns } from '#contract/page-patterns.ts'
import { plan, setJobRate, jobStatus, start } from './bulk.ts'
import { agentWithoutExtension, ask, expect } from './console-test.ts'
import { openPalette, openShortcuts } from './palette.ts'
import type { Product } from './product.ts'
import { freeNumbers, openReserve, reserveAll } from './reservations.ts'

interface Scene {
  page: Page
  product: Product
  signIn: (role: 'admin' | 'supervisor', path?: string) => Promise<void>
  openAs: (role: 'admin' | 'supervisor', path?: string) => Promise<Page>
  /** Checks the page as it is now. */
  look: () => Promise<void>
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const longName =
  '客服中心华东大区二期扩容批量开通分机（含夜班和质检坐席）第三批 — Contact center east, second phase'

/** Stores two months of snapshots in which every range loses numbers, as if the console had taken them. */
async function takeSnapshots({ dataDir }: Product): Promise<void> {
  const database = await openDatabase({ file: join(dataDir, 'console.db') })
  const numbers = new Numbers(database, sandboxIdentity)
  const snapshots = new SnapshotStore(database, sandboxIdentity, zoneTimes('UTC').date)
  const figures = await readFigures({ numbers, pools: () => Promise.resolve([]) })
  const counts = [figures.whole, ...(await figures.byPrefix())]
  const hour = Math.floor(Date.now() / hourMs) * hourMs
  for (let age = 60; age > 0; age--)
    await snapshots.take(
      hour - age * dayMs,
      counts.map((each) => ({ ...each, free: each.free + age * (each.scope === '' ? 40 : 2) })),
    )
  await database.close()
}

const dialogOf = (page: Page) => page.getByRole('dialog')

/** States of pages that a URL alone does not reach, by name: filtered, failed, halfway through a task, with an open dialog. */
export const states: Record<string, (scene: Scene) => Promise<void>> = {
  'records: none matches, unknown, unreadable': async ({ page, signIn, look }) => {
    await signIn('admin', '/extensions/idle?ext=777')
    await expect(page.getByRole('heading', { name: 'No results for these filters' })).toBeVisible()
    await look()
    await page.goto('/extensions/4999')
    await expect(
      page.getByRole('heading', { name: "This extension doesn't exist on the phone platform" }),
    ).toBeVisible()
    await look()
    await page.goto('/extensions/990002')
    await expect(
      page.getByRole('heading', { name: 'The response did not come from the phone platform' }),
    ).toBeVisible()
    await look()
  },

  'a number’s history: everything, one month, bindings alone': async ({ page, signIn, look }) => {
    await signIn('admin', '/extensions/1000#history')
    const history = page.getByRole('region', { name: 'History' })
    await expect(history.getByText(/^The console first saw this number/)).toBeVisible()
    await look()
    await page.goto('/extensions/1000?period=2026-01&only=bindings#history')
    await expect(history.getByText(/^The console has observed no events in this selection/)).toBeVisible()
    await look()
  },

  'a page without permission': async ({ page, signIn, look }) => {
    await signIn('supervisor', '/settings')
    await expect(page.getByRole('heading', { name: "Your role can't open this page" })).toBeVisible()
    await look()
  },

  'inventory: nothing found, filters and explanation open, a row selected': async ({
    page,
    signIn,
    look,
  }) => {
    await signIn('supervisor', '/numbers?search=99999')
    await expect(page.getByRole('button', { name: 'Look up 99999 on the phone platform' })).toBeVisible()
    await look()
    await page.goto('/numbers?pageSize=20')
    await page.getByRole('button', { name: 'How this list is updated' }).click()
    await page.getByRole('button', { name: 'Filters', exact: true }).click()
    await page
      .getByRole('checkbox', { name: /^Select extension/ })
      .first()
      .check()
    await expect(page.getByText('1 selected')).toBeVisible()
    await look()
  },

  'jobs: none, planned': async ({ page, signIn, look }) => {
    await signIn('admin', '/jobs?state=open')
    await expect(page.getByRole('heading', { name: /No results|No bulk job/ })).toBeVisible()
    await look()
    await plan(page, '8701-8710 1000-1008 99000156 7')
    await look()
  },

  'jobs: running': async ({ page, signIn, look }) => {
    await signIn('admin')
    await setJobRate(page, 1)
    await plan(page, '8711-8790')
    await start(page, 'Eighty numbers')
    await expect(jobStatus(page, 'Running')).toBeVisible()
    await look()
    await setJobRate(page, 0)
    // Otherwise the next job waits for this job's rows.
    await expect(jobStatus(page, 'Complete')).toBeVisible()
  },

  'jobs: paused, about to be canceled': async ({ page, signIn, look }) => {
    await signIn('admin')
    await setJobRate(page, 1)
    await plan(page, '8801-8840')
    await start(page, 'Forty of them')
    await page.getByRole('button', { name: 'Pause', exact: true }).click()
    await expect(jobStatus(page, 'Paused')).toBeVisible()
    await look()
    await page.getByRole('button', { name: 'Cancel the rest' }).click()
    await expect(dialogOf(page)).toBeVisible()
    await look()
    await dialogOf(page).getByRole('button', { name: 'Cancel the rest' }).click()
    await expect(jobStatus(page, 'Canceled')).toBeVisible()
    await setJobRate(page, 0)
  },

  'jobs: partial success, passwords to fetch, a long name in the list': async ({ page, signIn, look }) => {
    await signIn('admin')
    await plan(page, '9301 9901046 9901066')
    await start(page, longName)
    await expect(jobStatus(page, 'Partial success')).toBeVisible()
    await look()
    await page.getByRole('button', { name: 'Download passwords' }).click()
    await expect(dialogOf(page)).toBeVisible()
    await look()
    await page.goto('/jobs')
    await expect(page.getByRole('link', { name: longName })).toBeVisible()
    await look()
    await page.goto('/overview')
    await expect(
      // Other jobs of this console may have passwords too.
      page
        .getByRole('region', { name: 'Needs attention' })
        .getByRole('listitem')
        .filter({ hasText: longName })
        .filter({ hasText: /passwords?, deleted/ }),
    ).toBeVisible()
    await look()
    await page.getByRole('link', { name: longName }).first().click()
    await page.getByRole('button', { name: 'Print welcome sheets' }).click()
    await expect(page.getByRole('region', { name: 'Welcome sheets' })).toBeVisible()
    await look()
    await page.getByRole('button', { name: 'Back to the job' }).click()
    await page.getByRole('button', { name: 'I have them' }).click()
    await expect(dialogOf(page)).toBeVisible()
    await look()
    await page.getByRole('button', { name: 'Delete passwords' }).click()
    await expect(page.getByText(/^Passwords deleted/)).toBeVisible()
    await look()
  },

  'sheets: with errors and compared, in Chinese': async ({ page, signIn, look }) => {
    await signIn('admin', '/jobs/import')
    await page.getByRole('button', { name: '中文' }).click()
    const sheet =
      '分机号,坐席,语言,密码\n0821,,Opus,\n0822,,,short\n0821,,,\n12a,,,\n1000,,G.729,\n1001,,,\n99000157,,,\n'
    const file = { name: '新员工.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet) }
    await page.locator('input[type=file]').setInputFiles(file)
    await expect(page.getByText('有错误：2')).toBeVisible()
    await expect(page.getByRole('button', { name: /^创建 \d+ 个分机$/ })).toBeEnabled()
    await look()
    await page.goto('/jobs/reconcile')
    await page.locator('input[type=file]').setInputFiles(file)
    await expect(page.getByRole('button', { name: /不一致/ })).toBeVisible()
    await look()
  },

  'reservations: about to be made, listed': async ({ page, signIn, look }) => {
    await signIn('admin')
    const { uuid, name } = await agentWithoutExtension(page)
    const [ext = '', ...held] = await freeNumbers(page, 12)
    await reserveAll(
      page,
      held.map((number) => ({ ext: number, agentUuid: uuid, agentName: name })),
    )
    await openReserve(page, ext, uuid)
    await look()
    await page.keyboard.press('Escape')
    await page.goto(`/reservations/list?agentUuid=${uuid}`)
    await expect(page.getByRole('link', { name: held[0] ?? '-', exact: true })).toBeVisible()
    await look()
  },

  'reservations: none, a number marked': async ({ page, signIn, look }) => {
    await signIn('admin', '/reservations/list?ext=77777')
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toBeVisible()
    await look()
    const { uuid, name } = await agentWithoutExtension(page)
    const [ext = ''] = await freeNumbers(page, 1)
    await reserveAll(page, [{ ext, agentUuid: uuid, agentName: name }])
    await page.goto(`/extensions/idle?ext=${ext}`)
    await expect(page.getByRole('link', { name: /^Reserved for/ })).toBeVisible()
    await look()
  },

  'requests: open, sent, done, overdue, about to be made': async ({ page, signIn, look }) => {
    await signIn('admin')
    const { uuid: agentUuid, name: agentName } = await agentWithoutExtension(page)
    await ask(page, '/api/extensions/1001')
    const first = { reason: longName, next: { agentUuid, agentName } }
    const requests = await page.evaluate(async ({ reason, next }) => {
      const send = async (method: string, body: object): Promise<string> => {
        const headers = { 'content-type': 'application/json', 'x-console': '1' }
        const answer = await fetch('/api/service-requests', { method, headers, body: JSON.stringify(body) })
        return answer.text()
      }
      const items = ['5211', '5212', '5213'].map((ext) => ({ ext }))
      await send('POST', { kind: 'delete', reason, items, dueOn: '2023-11-14' })
      await send('POST', { kind: 'rebind', reason, items: [{ ext: '1001', rebindTo: next }] })
      return send('POST', { kind: 'new-password', reason, items })
    }, first)
    const [sent = '', done = ''] = requests.match(/(?<="request":\{"id":")[^"]+/g) ?? []
    await page.evaluate(
      async (changes) => {
        for (const body of changes)
          await fetch('/api/service-requests', {
            method: 'PATCH',
            headers: { 'content-type': 'application/json', 'x-console': '1' },
            body: JSON.stringify(body),
          })
      },
      [
        { ids: [sent], state: 'sent' },
        { ids: [done], state: 'done', note: longName },
      ],
    )
    await page.goto('/requests')
    await expect(page.getByText('Overdue', { exact: true }).first()).toBeVisible()
    await page.getByRole('checkbox', { name: 'Select all requests on this page' }).click()
    await look()
    await page.getByRole('button', { name: 'Withdraw' }).click()
    await expect(dialogOf(page)).toBeVisible()
    await look()
    await page.goto('/extensions/5211')
    await expect(page.getByText('2 open service requests')).toBeVisible()
    await page.getByRole('button', { name: 'Request a change' }).click()
    await expect(dialogOf(page)).toBeVisible()
    await look()
  },

  'pools: trend': async ({ page, product, signIn, look }) => {
    await signIn('admin')
    await takeSnapshots(product)
    await page.goto('/numbers/pools')
    const trend = page.getByRole('region', { name: 'Trend' })
    const chart = trend.locator('svg.recharts-surface').first()
    await expect(chart).toBeVisible()
    await expect(trend.locator('figcaption')).toHaveText(/^All numbers: free from [\d,]+ to [\d,]+ between/)
    await look()
    await page.emulateMedia({ media: 'print' })
    await expect.poll(async () => (await chart.boundingBox())?.width).toBeGreaterThan(300)
    await page.emulateMedia({ media: null })
  },

  'pools: a threshold being set, its alert, tables, in Chinese': async ({ page, signIn, look }) => {
    await signIn('admin', '/numbers/pools')
    await page.getByRole('button', { name: '中文' }).click()
    await page.getByRole('button', { name: '设置阈值', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: '设置阈值' })
    await expect(dialog.getByRole('textbox', { name: '号码开头' })).toBeFocused()
    await look()
    await page.keyboard.type('10')
    // Not by Tab: with pools, their field comes first.
    await dialog.getByRole('textbox', { name: '空闲号码少于' }).fill('5000')
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await page.goto('/overview')
    await expect(page.getByText(/空闲 \d+ 个，少于 5,000 个/)).toBeVisible()
    await look()
    await page.goto('/numbers/pools?ranges=soonest&span=year')
    await expect(page.getByRole('table', { name: '各号段数据' }).getByRole('row').nth(1)).toBeVisible()
    await look()
  },

  'palette: empty, a number, a range': async ({ page, signIn, look }) => {
    await signIn('admin', patterns.idle)
    const field = await openPalette(page)
    await look()
    await field.fill('1000')
    await expect(page.getByRole('option', { name: /^(Open extension 1000|1000 → )/ })).toBeVisible()
    await look()
    await field.fill('8001-8050')
    await expect(page.getByRole('option', { name: /Plan 50 extensions/ })).toBeVisible()
    await look()
  },

  'keyboard shortcuts': async ({ page, signIn, look }) => {
    await signIn('admin', patterns.idle)
    await openShortcuts(page)
    await look()
  },

  'users: one about to be disabled, one invited': async ({ page, signIn, look }) => {
    await signIn('admin', '/users')
    await page.getByRole('button', { name: 'Actions for Demo Supervisor' }).click()
    await page.getByRole('menuitem', { name: 'Disable' }).click()
    await expect(page.getByRole('dialog', { name: 'Disable Demo Supervisor' })).toBeVisible()
    await look()
    await page.keyboard.press('Escape')
    await expect(dialogOf(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Invite user' }).click()
    await dialogOf(page).getByLabel('Email').fill('invited@example.com')
    await dialogOf(page).getByLabel('Name').fill('Invited User')
    await page.keyboard.press('Enter')
    await expect(dialogOf(page).locator('code')).toBeVisible()
    await look()
  },
}
