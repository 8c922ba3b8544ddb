import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { agentWithoutExtension, ask, expect, expectSound, tabTo, test } from './console-test.ts'

/** Free numbers of a beginning that no other test counts, none given twice. */
async function freeNumbers(page: Page, count: number, from = '55'): Promise<string[]> {
  const [idle, open] = await Promise.all([
    ask(page, `/api/extensions/idle?ext=${from}&pageSize=1000`),
    ask(page, '/api/assignments/open'),
  ])
  const reserved = new Set(JSON.stringify(open).match(/(?<="ext":")\d+/g))
  const free = (JSON.stringify(idle).match(/(?<="ext":")\d+/g) ?? []).filter((ext) => !reserved.has(ext))
  expect(free.length).toBeGreaterThan(count)
  return free.slice(0, count)
}

/** Reserves as the page does, without the page. */
async function reserveAll(page: Page, items: { ext: string; agentUuid: string; agentName: string }[]) {
  return page.evaluate(async (asked) => {
    const answer = await fetch('/api/assignments', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-console': '1',
        'idempotency-key': crypto.randomUUID(),
      },
      body: JSON.stringify({ items: asked }),
    })
    return answer.text()
  }, items)
}

const words = {
  en: {
    language: null,
    reserve: /^Reserve \d+$/,
    done: /is reserved for .+ until/,
    mark: /^Reserved for/,
    heading: 'Assign a number',
    agents: 'Agents',
    free: 'Free extensions',
  },
  zh: {
    language: '中文',
    reserve: /^预留 \d+$/,
    done: /已为 .+ 预留至/,
    mark: /^已为 .+ 预留$/,
    heading: '分配号码',
    agents: '坐席',
    free: '可用分机',
  },
} as const

for (const [language, word] of Object.entries(words))
  test(`${language}: by keyboard alone, an agent gets a number reserved, and the number says so everywhere`, async ({
    page,
    signIn,
  }) => {
    await signIn('supervisor')
    if (word.language !== null) await page.getByRole('button', { name: word.language }).click()
    const agent = await agentWithoutExtension(page)
    const [ext = ''] = await freeNumbers(page, 1)
    await page.goto(`/assign?start=${ext}`)
    await expect(page.getByRole('heading', { level: 1, name: word.heading })).toBeVisible()
    await page.keyboard.press('/')
    await page.keyboard.type(agent.uuid)
    const agents = page.getByRole('listbox', { name: word.agents })
    await expect(agents.getByRole('option')).toHaveCount(1)
    await page.keyboard.press('ArrowDown')
    await expect(agents).toBeFocused()
    const free = page.getByRole('listbox', { name: word.free })
    await expect(free.getByRole('option').first()).toContainText(ext)
    await page.keyboard.press('Enter')
    await expect(free).toBeFocused()
    await expect(free.getByRole('option', { selected: true })).toContainText(ext)
    const commit = page.getByRole('button', { name: word.reserve })
    await expect(commit).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(commit).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: word.done })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(free).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(agents).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('textbox', { name: /uuid/ })).toBeFocused()

    for (const path of [
      `/extensions/idle?ext=${ext}`,
      `/extensions/${ext}`,
      `/agents/${agent.uuid}?ext=${ext}`,
    ]) {
      await page.goto(path)
      await expect(page.getByRole('link', { name: word.mark }).first()).toBeVisible()
    }
  })

test('somebody was faster: told who, when and for whom; then another is bound meanwhile', async ({
  page,
  signIn,
  openAs,
}) => {
  await signIn('supervisor')
  const agent = await agentWithoutExtension(page)
  const [ext = ''] = await freeNumbers(page, 1)
  await page.goto(`/assign?agentUuid=${agent.uuid}&numbers=${ext}`)
  const commit = page.getByRole('button', { name: `Reserve ${ext}` })
  await expect(commit).toBeVisible()
  const other = await openAs('admin')
  const own = await ask(page, '/api/extensions/1000')
  const [uuid = ''] = JSON.stringify(own).match(/(?<="agentUuid":")[0-9a-f]{32}/) ?? []
  await reserveAll(other, [{ ext, agentUuid: uuid, agentName: 'Somebody Else' }])
  await commit.click()
  await expect(page.getByRole('alert')).toHaveText(
    new RegExp(`${ext} was reserved (now|\\d+ seconds? ago) by Demo Admin for Somebody Else, until`),
  )
  // 1000 is bound: it never was to be had.
  await page.goto(`/assign?agentUuid=${agent.uuid}&numbers=1000`)
  await page.getByRole('button', { name: 'Reserve 1000' }).click()
  await expect(page.getByRole('alert')).toHaveText(/1000 is bound to .+ ago\./)
})

test('a double click reserves once', async ({ page, signIn }) => {
  await signIn('supervisor')
  const agent = await agentWithoutExtension(page)
  const [ext = ''] = await freeNumbers(page, 1)
  await page.goto(`/assign?agentUuid=${agent.uuid}&numbers=${ext}`)
  await page.getByRole('button', { name: `Reserve ${ext}` }).dblclick()
  await expect(page.getByRole('alert')).toHaveText(/is reserved for/)
  expect(await ask(page, `/api/assignments?ext=${ext}`)).toMatchObject({ total: 1 })
})

test('create for the agent: sent once, read back until bound', async ({ page, signIn }) => {
  await signIn('admin')
  const agent = await agentWithoutExtension(page)
  await page.goto(`/assign?agentUuid=${agent.uuid}`)
  await page.getByRole('button', { name: `Create a new number for ${agent.name}` }).click()
  await page.getByRole('textbox', { name: 'Number', exact: true }).fill('64201')
  await page.getByRole('button', { name: 'Create and bind' }).click()
  await expect(page.getByRole('alert')).toHaveText(
    `64201 exists and is bound to ${agent.name}, as the service shows it.`,
  )
})

test('a supervisor creates nothing here', async ({ page, signIn }) => {
  await signIn('supervisor')
  const agent = await agentWithoutExtension(page)
  const [ext = ''] = await freeNumbers(page, 1)
  await page.goto(`/assign?agentUuid=${agent.uuid}&numbers=${ext}`)
  await expect(page.getByRole('button', { name: `Reserve ${ext}` })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Create a new number/ })).toHaveCount(0)
})

test('a pasted list: found by uuid and work number, the rest told why not', async ({ page, signIn }) => {
  await signIn('supervisor')
  const { agent } = await ask(page, '/api/extensions/idle/first')
  const [workNumber = ''] = JSON.stringify(agent).match(/(?<="agentID":")[^"]+/) ?? []
  await page.goto('/assign')
  await page.getByRole('button', { name: 'Paste a list' }).click()
  const dialog = page.getByRole('dialog')
  await dialog
    .getByRole('textbox')
    .fill(`9348ee74c2cefd4740db23a3b5bf4a0d\n${workNumber}, nobody here\nffffffffffffffffffffffffffffffff`)
  await dialog.getByRole('button', { name: 'Find 4 agents' }).click()
  await expect(dialog.getByRole('alert')).toContainText('2 agents were not found')
  await expect(dialog.getByText('nobody here: no agent of this name')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  const options = page.getByRole('listbox', { name: 'Agents' }).getByRole('option')
  await expect(options).toHaveCount(2)
  await page.reload()
  await expect(options).toHaveCount(2)
})

test('several at once: the plan first, then what came of each', async ({ page, signIn }) => {
  await signIn('supervisor')
  const agent = await agentWithoutExtension(page)
  const [first = '', second = ''] = await freeNumbers(page, 2)
  await page.goto('/assign/batch')
  const agents = page.getByRole('textbox', { name: 'Agents, one a line' })
  await agents.fill(
    `${agent.uuid}\n9348ee74c2cefd4740db23a3b5bf4a0d\nnobody here\n9348ee74c2cefd4740db23a3b5bf4a0d`,
  )
  await page.getByRole('textbox', { name: 'Numbers' }).fill(`${first} 1000 ${second}`)
  await page.getByRole('button', { name: 'Show the plan' }).click()
  const plan = page.getByRole('table', { name: 'Plan' })
  await expect(plan.getByRole('row')).toHaveCount(4)
  await expect(plan.getByText('Ready')).toHaveCount(1)
  await expect(plan.getByText(/^bound to /)).toBeVisible()
  await page.getByRole('button', { name: 'Reserve 1 number' }).click()
  await expect(page.getByRole('alert')).toContainText('1 of 3 reserved')
  expect(await ask(page, `/api/assignments?ext=${first}`)).toMatchObject({ total: 1 })
  expect(await ask(page, `/api/assignments?ext=${second}`)).toMatchObject({ total: 0 })
  // The same plan again: now it is in the way of itself, and says so.
  await page.getByRole('button', { name: 'Show the plan' }).click()
  await expect(plan.getByText(/^reserved for .+ by Demo Supervisor$/)).toBeVisible()
})

test('the hand-over list: filtered, released with a reason, as a file, on paper', async ({
  page,
  signIn,
  openAs,
}) => {
  await signIn('supervisor')
  const agentUuid = `handover-${Date.now()}`
  const numbers = await freeNumbers(page, 13)
  const [others = '', ...own] = numbers
  const items = own.map((ext) => ({ ext, agentUuid, agentName: 'Ada Lovelace' }))
  await reserveAll(page, items)
  const admin = await openAs('admin')
  await reserveAll(admin, [{ ext: others, agentUuid, agentName: 'Ada Lovelace' }])
  await page.goto(`/assign/reservations?agentUuid=${agentUuid}&state=reserved`)
  const table = page.getByRole('table', { name: 'Reservations' })
  await expect(table.getByRole('row')).toHaveCount(14)
  await expect(table.getByRole('button', { name: `Release ${others}` })).toHaveCount(0)

  const paper = await page.pdf({ format: 'A4' })
  expect(paper.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(2)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('listitem').filter({ hasText: own[0] ?? '' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden()
  await expect(table).toBeHidden()
  await page.emulateMedia({ media: null, colorScheme: null })

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV' }).click(),
  ])
  const lines = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(lines).toHaveLength(14)
  expect(lines.slice(1).every((line) => line.includes('Ada Lovelace'))).toBe(true)

  const [gone = ''] = own
  await page.goto(`/assign/reservations?ext=${gone}`)
  await tabTo(page, page.getByRole('button', { name: `Release ${gone}` }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused()
  await page.keyboard.type('she works elsewhere now')
  await page.keyboard.press('Enter')
  await expect(page.getByText('released by Demo Supervisor: she works elsewhere now')).toBeVisible()
  await admin.goto(`/assign/reservations?agentUuid=${agentUuid}`)
  await admin.getByRole('button', { name: `Release ${own[1] ?? ''}` }).click()
  await admin.getByRole('dialog').getByRole('textbox').fill('the list is old')
  await admin.getByRole('dialog').getByRole('button', { name: 'Release' }).click()
  await expect(admin.getByText('released by Demo Admin: the list is old')).toBeVisible()
})

for (const language of ['en', 'zh'] as const)
  test(`${language}: axe, both schemes, 360 px, 200 % zoom`, async ({ page, signIn }) => {
    await signIn('admin')
    if (language === 'zh') await page.getByRole('button', { name: '中文' }).click()
    const agent = await agentWithoutExtension(page)
    const [ext = '', held = '', ...more] = await freeNumbers(page, 14)
    await reserveAll(
      page,
      [held, ...more].map((number) => ({ ext: number, agentUuid: agent.uuid, agentName: agent.name })),
    )
    for (const path of [
      '/assign',
      `/assign?agentUuid=${agent.uuid}&numbers=${ext}&start=${ext.slice(0, 3)}`,
      '/assign/batch',
      `/assign/reservations?agentUuid=${agent.uuid}`,
      '/assign/reservations?ext=77777',
      `/extensions/idle?ext=${held}`,
    ]) {
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      await expectSound(page)
      // 200 % of 1280 px.
      await page.setViewportSize({ width: 640, height: 400 })
      const over = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect([path, over]).toEqual([path, 0])
      await page.setViewportSize({ width: 1280, height: 800 })
    }
  })
