import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { openDatabase } from '#server/platform/database/database.ts'
import { sandboxIdentity } from '#server/service/connection.ts'
import { person } from '#sandbox/people.ts'
import { homeCompany } from '#sandbox/seed.ts'
import { patterns } from '#contract/page-patterns.ts'
import type { UiLanguage } from '#contract/text.ts'
import { en, zh } from '../all-messages.ts'
import { ask, expect, test } from './console-test.ts'
import type { Product } from './product.ts'
import { freeNumbers } from './reservations.ts'
import { reader } from './steps.ts'

const dayMs = 86_400_000

/** Returns agents of one name, each with the number bound to them. */
const namesakesOf = (...agents: readonly [n: number, ext: string][]) =>
  agents.map(([n, ext]) => ({ ...person(homeCompany.id, n), ext }))
const namesakes = {
  en: namesakesOf([181, '1451'], [456, '5140']),
  zh: namesakesOf([242, '1602'], [517, '5291']),
}

/** Returns a function that formats the console's messages in a language. */
function messagesIn(language: UiLanguage) {
  const messages = { en, zh }[language]
  return (key: string, values: Record<string, string | number> = {}) =>
    (messages[key] ?? key)
      .replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]))
      // As the page does: Chinese takes spaces only around numbers and Latin words.
      .replaceAll(/(?<=\p{Script=Han}) (?=\p{Script=Han})/gu, '')
}

/** Records in the console's database that the number was bound to the agent until the middle of last month. Returns that time. */
async function boundLastMonth({ dataDir }: Product, ext: string, agent: { uuid: string; agentName: string }) {
  // The month of the page, whose time zone is Asia/Shanghai, eight hours ahead of UTC.
  const now = new Date(Date.now() + 8 * 3_600_000)
  const middle = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 15)
  const database = await openDatabase({ file: join(dataDir, 'console.db') })
  await database.db
    .insertInto('binding_change')
    .values({
      account: sandboxIdentity,
      ext,
      at: middle,
      state: 'free',
      before_state: 'bound',
      before_agent_uuid: agent.uuid,
      before_since: middle - 100 * dayMs,
    })
    .execute()
  await database.db
    .updateTable('number')
    .set({ first_seen_at: middle - 100 * dayMs, binding_since: middle })
    .where('account', '=', sandboxIdentity)
    .where('ext', '=', ext)
    .execute()
  await database.close()
  return middle
}

async function importRoster(page: Page, rows: object[]): Promise<void> {
  const status = await page.evaluate(async (body) => {
    const headers = { 'content-type': 'application/json', 'x-console': '1' }
    return (await fetch('/api/people/import', { method: 'POST', headers, body })).status
  }, JSON.stringify({ rows }))
  expect(status).toBe(200)
}

/** Returns what the tests of a language need: its messages, and two agents of one name. */
function askedIn(language: UiLanguage) {
  const [one, other] = namesakes[language]
  if (one === undefined || other === undefined) throw new Error('no namesakes')
  const both = [one, other]
  const name = one.agentName
  return {
    say: messagesIn(language),
    one,
    other,
    both,
    name,
    /** Waits until both agents are in the directory with their numbers and work numbers, and switches the language. */
    begin: async (page: Page): Promise<void> => {
      for (const { ext, agentID } of both) {
        await ask(page, `/api/extensions/${ext}`)
        await ask(page, `/api/extensions/idle/first?agentId=${agentID}`)
      }
      for (const { ext, agentID, uuid } of both)
        await expect
          .poll(() => ask(page, `/api/people/${uuid}`))
          .toMatchObject({ name, ext, workNumber: agentID })
      if (language === 'zh') await page.getByRole('button', { name: '中文' }).click()
    },
  }
}

test('finds an agent’s extension, holds a number until tomorrow, and lists free numbers', async ({
  page,
  signIn,
}) => {
  const { say, other, both, name, begin } = askedIn('en')
  await signIn('supervisor', patterns.idle)
  await begin(page)
  const by = reader(page)

  // Which extension does X have? The palette shows both agents of that name, each with their own number.
  const field = await by.palette()
  await by.write(field, name)
  for (const { ext, agentID } of both)
    await expect(
      page.getByRole('option', {
        name: new RegExp(
          `^${say('search.agent', { text: name })}.*${say('person.hint.ext', { ext })} · ${say('person.hint.workNumber', { workNumber: agentID })}`,
        ),
      }),
    ).toBeVisible()
  expect(by.taken()).toBe(2)

  // Hold a number for X until tomorrow. The user chooses between the two agents.
  await page.keyboard.press('Escape')
  const reserving = await by.palette()
  await by.write(reserving, name)
  await by.click(
    page.getByRole('option', {
      name: new RegExp(
        `^${say('palette.reserve.any', { agent: `${name} · .*${say('person.hint.workNumber', { workNumber: other.agentID })}.*` })}`,
      ),
    }),
  )
  const dialog = page.getByRole('dialog')
  // The agent has an extension already, so the dialog says so.
  await expect(dialog.getByRole('alert')).toContainText(other.ext)
  const [ext = ''] = (await dialog.getByRole('radio').first().inputValue()).split(' ')
  await by.click(dialog.getByRole('button', { name: say('reservations.reserve', { ext }) }))
  await expect(
    page.getByRole('dialog', { name: say('reserve.done.title', { ext, agent: name }) }),
  ).toBeVisible()
  expect(by.taken()).toBe(4)
  const { items } = await ask(page, `/api/reservations?ext=${ext}&state=reserved`)
  expect(items).toMatchObject([{ agentUuid: other.uuid, agentName: name }])
  const [{ expiresAt }] = JSON.parse(JSON.stringify(items))
  // By the clock of the user's zone.
  const end = await page.evaluate((at) => {
    const [until, tomorrow] = [new Date(at), new Date()]
    tomorrow.setDate(tomorrow.getDate() + 1)
    return [until.toDateString() === tomorrow.toDateString(), until.getHours(), until.getMinutes()]
  }, Number(expiresAt))
  expect(end).toEqual([true, 18, 0])
  // Other tests of the worker expect the same first number.
  await page.getByRole('button', { name: say('reserve.undo') }).click()
  await expect
    .poll(() => ask(page, `/api/reservations?ext=${ext}&state=released`))
    .toMatchObject({
      items: expect.arrayContaining([expect.objectContaining({ agentUuid: other.uuid, reason: null })]),
    })

  // Which numbers starting with 12 are free?
  const beginning = await by.palette()
  await by.write(beginning, '12')
  await by.click(page.getByRole('option', { name: say('search.idle', { text: '12' }) }))
  const links = page.getByRole('table', { name: say('idle.title') }).getByRole('link', { name: /^\d+$/ })
  await expect(links.first()).toHaveText(/^12/)
  expect(await links.allTextContents()).toEqual(expect.arrayContaining([expect.stringMatching(/^12\d+$/)]))
  expect((await links.allTextContents()).filter((text) => !text.startsWith('12'))).toEqual([])
  expect(by.taken()).toBe(3)
})

test('in Chinese, reserves numbers for ten people, and shows who had a number last month', async ({
  page,
  product,
  signIn,
  openAs,
}) => {
  const { say, one, other, name, begin } = askedIn('zh')
  await signIn('supervisor', patterns.idle)
  const others = Array.from({ length: 9 }, (_, n) => `Questor ${n}`)
  await importRoster(
    await openAs('admin'),
    others.map((each, n) => ({
      name: each,
      workNumber: `6610${n}`,
      // The last person is a new colleague.
      ...(n < 8 ? { agentUuid: `questor-zh-000${n}` } : {}),
    })),
  )
  await begin(page)
  const by = reader(page)

  // Reserve numbers for ten people. Two agents share one of the names.
  const bulk = await by.palette()
  await by.write(bulk, say('reservations.batch.title'))
  await by.press('Enter')
  await by.write(
    page.getByRole('textbox', { name: say('reservations.paste.label') }),
    [name, ...others].join('\n'),
  )
  await by.write(page.getByRole('textbox', { name: say('reservations.batch.start') }), '57')
  await by.click(page.getByRole('button', { name: say('reservations.batch.fill_other', { count: 10 }) }))
  await by.click(page.getByRole('button', { name: say('reservations.batch.preview') }))
  const choice = page.getByRole('combobox', { name: say('people.choose', { name }) })
  const option = choice.getByRole('option', { name: new RegExp(other.agentID) })
  await by.choose(choice, (await option.textContent()) ?? '')
  // The agent has an extension already.
  await by.click(page.getByRole('checkbox', { name: say('reservations.batch.others_other', { count: 1 }) }))
  await by.click(page.getByRole('button', { name: say('reservations.batch.reserve_other', { count: 10 }) }))
  await expect(page.getByRole('alert')).toContainText(say('reservations.batch.done', { done: 10, all: 10 }))
  expect(by.taken()).toBe(10)
  expect(await ask(page, `/api/reservations?agentUuid=${other.uuid}&state=reserved`)).toMatchObject({
    items: [{ ext: expect.stringMatching(/^57/) }],
  })
  expect(await ask(page, `/api/reservations?agentUuid=${one.uuid}`)).toMatchObject({ total: 0 })

  // Who had the number last month? The agent of that name whose work number is shown.
  const [ext = ''] = await freeNumbers(page, 1, '59')
  const middle = await boundLastMonth(product, ext, other)
  const had = `${name} · ${say('person.hint.workNumber', { workNumber: other.agentID })}`
  await page.goto(patterns.numbers)
  await by.write(page.getByRole('textbox', { name: say('numbers.search') }), ext)
  await by.click(page.getByRole('button', { name: say('numbers.panel.open', { ext }) }))
  const beside = page.getByRole('complementary', { name: say('numbers.panel', { ext }) })
  await expect(beside.getByRole('list', { name: say('history.spans') })).toContainText(had)
  expect(by.taken()).toBe(2)

  // The palette opens the month on the number's page.
  const who = await by.palette()
  await by.write(who, ext)
  const inMonth = new Intl.DateTimeFormat('zh', { year: 'numeric', month: 'long' }).format(middle)
  const month = inMonth.replaceAll(/(?<=\d)(?=\p{L})|(?<=年)/gu, ' ')
  await by.click(page.getByRole('option', { name: say('palette.history.period', { ext, period: month }) }))
  await expect(page).toHaveURL(/period=\d{4}-\d{2}#history$/)
  const history = page.getByRole('region', { name: say('history.title') })
  await expect(history.getByRole('heading', { name: say('history.title') })).toBeFocused()
  await expect(history.getByRole('list', { name: say('history.spans') })).toContainText(had)
  expect(by.taken()).toBe(3)
  const events = history.getByRole('list', { name: say('history.entries') })
  await expect(events).toContainText(say('history.binding.free'))
  await history.getByRole('combobox', { name: say('history.month') }).selectOption({ index: 3 })
  await expect(history.getByText(say('history.empty.filtered'))).toBeVisible()
})
