import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { operationIds } from '#contract/operation-ids.ts'
import type { OperationId } from '#upstream/operations.ts'
import { ensureFirstUsers } from '#server/auth/first-users.ts'
import { ensureBuilt } from '#server/platform/config/build.ts'
import { checkConnection } from '#server/service/check.ts'
import { homeCompany } from '#sandbox/seed.ts'
import { startReplica, startService } from '../server/service/two-services.ts'
import { otherService } from '../upstream/other-service.ts'
import { test as base, ask, expect } from './console-test.ts'
import { expectAccessible } from './page-checks.ts'

const root = join(import.meta.dirname, '../..')
const appKey = 'the key of another service'
/** A new console and two services, in this process: here a check need not wait between its requests. */
const test = base.extend<{ own: Services }>({
  // oxlint-disable-next-line no-empty-pattern -- the runner insists on a pattern here
  own: async ({}, use) => {
    const own = await startAll()
    await use(own)
    await own.stop()
  },
})

type Services = Awaited<ReturnType<typeof startAll>>

async function startAll() {
  const dataDir = mkdtempSync(join(tmpdir(), 'console-e2e-'))
  const sandbox = await startService('sandbox', 'sandbox-key-for-tests', 60)
  const other = await startService('acme', appKey, 300, { profile: otherService })
  const { running, url, close } = await startReplica({
    store: { file: join(dataDir, 'console.db') },
    sandboxUrl: sandbox.url,
    check: checkConnection({ requestsPerSecond: Infinity }),
    spa: await ensureBuilt(root, () => undefined),
  })
  const newConsole = { firstAdmin: null, oidc: null, isSandbox: true }
  const [admin] = await ensureFirstUsers(running.console.auth, newConsole, join(dataDir, 'demo.txt'))
  if (admin === undefined) throw new Error('no demo administrator')
  return {
    url,
    sandbox,
    other,
    admin,
    stop: async () => {
      await close()
      await Promise.all([sandbox.stop(), other.stop()])
      rmSync(dataDir, { recursive: true })
    },
  }
}

/** Returns the names in italics of the part for the browser of docs/getting-started.md: of its steps, and after them. */
function controlsOfPage(): { steps: string[]; afterwards: string[] } {
  const text = readFileSync(join(root, 'docs/getting-started.md'), 'utf8')
  const [, part = ''] = /## In the browser\n([^]*?)\n## /.exec(text) ?? []
  const namesIn = (lines: string) =>
    [...lines.matchAll(/\*([^*]+)\*/g)].flatMap(([, name = '']) => name.replaceAll(/\s+/g, ' ').split(' › '))
  const [steps = '', afterwards = ''] = part.split(/\n\n(?=\*)/)
  return { steps: namesIn(steps), afterwards: namesIn(afterwards) }
}

/**
 * The control that a reader finds under a name: in the open dialog if it is there; a field if they have something to enter, because
 * a column of the page behind can have the same name. Waits until it is on the page.
 */
async function controlNamed(page: Page, name: string, isField: boolean): Promise<Locator> {
  const roles = ['textbox', 'button', 'radio', 'link'] as const
  const places = [page.getByRole('dialog'), page.locator('body')]
  const fields = places.flatMap((place) => [
    place.getByRole('textbox', { name, exact: true }),
    place.locator('input').and(place.getByLabel(name, { exact: true })),
  ])
  const anyControl = places.flatMap((place) => [
    ...roles.map((role) => place.getByRole(role, { name, exact: true })),
    place.getByLabel(name, { exact: true }),
    // The names of these go on, with the accounts, or begin with the number of the step.
    place.getByRole('checkbox', { name }),
    place.getByRole('heading', { name }),
  ])
  const found = isField ? fields : anyControl
  const isShown = async (each: Locator) => (await each.filter({ visible: true }).count()) > 0
  let control: Locator | undefined
  await expect
    .poll(
      async () => {
        const shown = await Promise.all(found.map(isShown))
        control = found[shown.indexOf(true)]
        return control !== undefined
      },
      { message: `the page has no ${name}` },
    )
    .toBe(true)
  return (control ?? page.locator('body')).filter({ visible: true }).first()
}

/** Does what a reader does with a control: fills in a field with their own value, presses a button, reads a heading. */
async function use(control: Locator, valueOf: () => string): Promise<void> {
  const kind = await control.evaluate((element) =>
    element instanceof HTMLInputElement ? element.type : element.tagName.toLowerCase(),
  )
  if (['checkbox', 'radio'].includes(kind)) await control.check()
  else if (['button', 'a'].includes(kind)) await control.click()
  else if (!/^h\d$/.test(kind)) await control.fill(valueOf())
}

/** Presses the buttons of proposals, after each test again, until the page has none. */
async function applyAll(page: Page): Promise<void> {
  const buttons = page.getByRole('button', { name: /^Apply (all )?and test$/ })
  const testEnded = async () => expect(page.getByRole('button', { name: 'Download report' })).toBeVisible()
  for (await testEnded(); (await buttons.count()) > 0; await testEnded()) await buttons.last().click()
}

/** Uses every operation from the console, and sees on each page what this service answers. */
async function useEveryOperation(page: Page, url: string, service: Services['other']): Promise<void> {
  /** Runs an action that sends the operation. */
  async function sends(operation: OperationId, action: () => Promise<unknown>): Promise<void> {
    const before = service.calls(operation)
    await action()
    await expect.poll(() => service.calls(operation), operation).toBeGreaterThan(before)
  }
  const shows = async (path: string, shown: Locator) => {
    await page.goto(url + path)
    await expect(shown.first()).toBeVisible()
  }
  const create = async (path: string, number: string) => {
    await page.goto(url + path)
    await page.getByLabel(/^Number/).fill(number)
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await expect(page.getByRole('heading', { name: `Extension ${number} created` })).toBeVisible()
    expect(service.store.extension(homeCompany.id, number)).not.toBeNull()
  }
  const uuid = service.store.extension(homeCompany.id, '1001')?.agent_uuid ?? ''
  const name = service.store.findAgent(homeCompany.id, uuid)?.agent_name
  if (name === undefined) throw new Error('1001 has no agent')
  const cell = (text: string) => page.getByText(text, { exact: true })
  await sends('create_extension', () => create('/extensions/new', '8801'))
  await page.request.patch(`${url}/api/settings`, {
    headers: { origin: url, 'x-console': '1' },
    data: { legacyCreate: true },
  })
  await sends('create_extension_legacy', () => create('/extensions/new/legacy', '8802'))
  const heading = page.getByRole('heading', { name: 'Extension 8801' })
  await sends('extension_detail', () =>
    sends('extension_language', () => shows('/extensions/8801#language', heading)),
  )
  await sends('search_idle_page', () =>
    shows('/extensions/idle?ext=880', page.getByRole('link', { name: '8802', exact: true })),
  )
  await sends('unbound_page', () => shows(`/people/${uuid}`, page.getByRole('heading', { name })))
  await sends('get_timezone', () => shows('/service/time-zones', cell('Pacific/Midway')))
  await sends('get_language', () => shows('/service/languages', cell('zh-Hans')))
  await sends('get_country', () => shows('/service/countries', cell('004')))
  const first = `/api/extensions/idle/first?agentId=${uuid}`
  await sends('search_idle', async () =>
    expect(await ask(page, first)).toMatchObject({ agent: { ext: '1004' } }),
  )
  await sends('query_suggest', async () =>
    expect(await ask(page, '/api/suggestions?q=880')).toMatchObject({
      items: [{ key: '8801' }, { key: '8802' }],
    }),
  )
}

test('follows docs/getting-started.md to a very different service, with which every operation works', async ({
  page,
  own: { url, admin, sandbox, other },
}) => {
  const { steps, afterwards } = controlsOfPage()
  const password = 'my-own-long-password'
  const me = 'ada@example.com'
  /** What is the reader's own, in the order of the page. */
  const values: Record<string, string[]> = {
    Email: [admin.email, me, me],
    Password: [admin.password],
    Name: ['Ada'],
    'New password': [password],
    'Confirm new password': [password],
    'Service address': [other.url],
    'App ID': ['acme'],
    'App key': [appKey],
  }
  let oneTimePassword = ''
  const report = page.waitForEvent('download')
  await page.goto(url)
  for (const name of steps) {
    const control = await controlNamed(page, name, name in values)
    if (name === 'Yes, use this service') await expectAccessible(page)
    if (name === 'I have handed it over')
      oneTimePassword = (await page.getByRole('dialog').locator('code').textContent()) ?? ''
    if (name === 'Apply all and test') await applyAll(page)
    else await use(control, () => values[name]?.shift() ?? oneTimePassword)
  }
  await expect(page.getByText('Sandbox', { exact: true })).toHaveCount(0)

  const text = readFileSync(await (await report).path(), 'utf8')
  expect(text).toContain(other.url)
  expect(text).not.toContain(appKey)

  await useEveryOperation(page, url, other)
  for (const operation of operationIds)
    expect([operation, other.calls(operation)]).not.toEqual([operation, 0])
  for (const operation of ['create_extension', 'create_extension_legacy', 'query_suggest'] as const)
    expect(sandbox.calls(operation)).toBe(0)

  await page.goto(`${url}/service`)
  for (const name of afterwards) {
    // Each asks in a dialog whose button has the same name.
    await (await controlNamed(page, name, false)).click()
    await page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await expect(page.getByRole('button', { name: 'Back to the sandbox' })).toBeVisible()
})
