import type { Page } from '@playwright/test'
import { ask, expect, test } from './console-test.ts'
import { freeNumbers, reserveAll } from './reservations.ts'
import { reader } from './steps.ts'

const dayMs = 24 * 3_600_000

const importPeople = (admin: Page, rows: { name: string; agentUuid: string; workNumber: string }[]) =>
  admin.evaluate(async (body) => {
    const headers = { 'content-type': 'application/json', 'x-console': '1' }
    await fetch('/api/people/import', { method: 'POST', headers, body })
  }, JSON.stringify({ rows }))

test('a team lead reserves for colleagues who start together, corrects one of them and removes that one', async ({
  page,
  signIn,
}) => {
  await signIn('supervisor', '/team')
  const firstDay = new Date(Date.now() + 7 * dayMs).toISOString().slice(0, 10)
  const by = reader(page)
  const dialog = page.getByRole('dialog')
  const name = dialog.getByRole('textbox', { name: /^Name/ })
  const department = dialog.getByRole('combobox', { name: 'Department' })
  const reserve = dialog.getByRole('button', { name: /^Reserve \d+$/ })
  const done = (who: string) =>
    page.getByRole('dialog', { name: new RegExp(`^\\d+ is reserved for ${who}$`) })
  await by.click(page.getByRole('button', { name: 'New colleague' }))
  await by.write(name, 'Freya Firstday')
  await by.write(department, 'Lighthouse')
  await by.write(dialog.getByRole('textbox', { name: 'First day' }), firstDay)
  await by.click(reserve)
  await expect(done('Freya Firstday')).toBeVisible()
  expect(by.taken()).toBe(5)

  // The next one needs a name only.
  await by.click(dialog.getByRole('button', { name: 'Reserve another' }))
  await expect(department).toHaveValue('Lighthouse')
  await expect(dialog.getByRole('textbox', { name: 'First day' })).toHaveValue(firstDay)
  await expect(name).toHaveValue('')
  await by.write(name, 'Frida Frstday')
  await by.click(reserve)
  await expect(done('Frida Frstday')).toBeVisible()
  expect(by.taken()).toBe(3)
  const [ext = ''] = (await dialog.getByRole('heading').first().textContent())?.match(/^\d+/) ?? []
  await dialog.getByRole('button', { name: 'Done' }).click()

  const main = page.getByRole('main')
  await by.click(main.getByRole('link', { name: 'Frida Frstday' }))
  await by.click(main.getByRole('button', { name: 'Edit', exact: true }))
  await by.write(name, 'Frida Firstday')
  await by.click(dialog.getByRole('button', { name: 'Save' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Frida Firstday' })).toBeVisible()
  expect(by.taken()).toBe(4)

  await by.click(main.getByRole('button', { name: 'Remove', exact: true }))
  await expect(dialog).toContainText(ext)
  await by.click(dialog.getByRole('button', { name: 'Remove' }))
  await expect(dialog).toHaveCount(0)
  expect(by.taken()).toBe(2)
  // The number is free again, and the other colleague keeps hers.
  await page.goto(`/numbers?search=${ext}`)
  await expect(
    page.getByRole('table', { name: 'Numbers' }).getByRole('button', { name: 'Reserve…' }),
  ).toBeVisible()
  await page.goto('/team')
  await expect(main.getByRole('link', { name: 'Freya Firstday' })).toBeVisible()
  await expect(main.getByRole('link', { name: /^Frida/ })).toHaveCount(0)
})

test('a team lead says once who a new colleague is now, or that no account is theirs, in three steps', async ({
  page,
  signIn,
  openAs,
}) => {
  await signIn('supervisor')
  const [first = '', second = ''] = await freeNumbers(page, 2)
  await reserveAll(page, [
    { ext: first, colleague: { name: 'Nele Namesake', kind: 'person' } },
    { ext: second, colleague: { name: 'Jonna Joined', kind: 'person' } },
  ])
  const agentUuid = 'joined-jonna-0001'
  await importPeople(await openAs('admin'), [
    { name: 'Nele Namesake', agentUuid: 'namesake-nele-001', workNumber: '66831' },
    { name: 'Jonna Joined', agentUuid, workNumber: '66832' },
  ])
  await page.goto('/team')
  const by = reader(page)
  const dialog = page.getByRole('dialog')
  const rowOf = (section: string, who: string) =>
    page.getByRole('table', { name: section }).getByRole('row').filter({ hasText: who })
  await by.click(rowOf('Needs something', 'Nele Namesake').getByRole('button', { name: 'Same person?' }))
  await by.click(dialog.getByRole('radio', { name: 'None of them' }))
  await by.click(dialog.getByRole('button', { name: 'Not the same person' }))
  await expect(dialog).toHaveCount(0)
  expect(by.taken()).toBe(3)
  const waiting = rowOf('Waiting', 'Nele Namesake')
  await expect(waiting).toContainText('No account yet')

  await by.click(rowOf('Needs something', 'Jonna Joined').getByRole('button', { name: 'Same person?' }))
  await by.click(dialog.getByRole('radio', { name: /66832/ }))
  await by.click(dialog.getByRole('button', { name: 'Same person', exact: true }))
  await expect(dialog).toHaveCount(0)
  expect(by.taken()).toBe(3)
  await expect(rowOf('Needs something', 'Jonna Joined')).toContainText('binding not requested')
  expect(await ask(page, `/api/reservations?ext=${second}`)).toMatchObject({ items: [{ agentUuid }] })

  // Neither is asked again.
  await page.reload()
  await expect(waiting).toContainText('No account yet')
  await expect(rowOf('Needs something', 'Jonna Joined')).toContainText('66832')
  for (const who of ['Nele Namesake', 'Jonna Joined'])
    await expect(
      page.getByRole('row').filter({ hasText: who }).getByRole('button', { name: 'Same person?' }),
    ).toHaveCount(0)
})

test('a team lead finds a person of the team by pinyin in one step, and passes the list on by its address', async ({
  page,
  signIn,
}) => {
  await signIn('supervisor')
  const [first = '', second = ''] = await freeNumbers(page, 2)
  await reserveAll(page, [
    { ext: first, colleague: { name: '孟晓棠', kind: 'person' } },
    { ext: second, colleague: { name: 'Sybil Elsewhere', kind: 'person' } },
  ])
  await page.goto('/team')
  const by = reader(page)
  const shows = async (tab: Page) => {
    const main = tab.getByRole('main')
    await expect(main.getByRole('link', { name: 'Sybil Elsewhere' })).toHaveCount(0)
    await expect(main.getByRole('link', { name: '孟晓棠' })).toBeVisible()
  }
  await expect(page.getByRole('link', { name: 'Sybil Elsewhere' })).toBeVisible()
  await by.write(
    page.getByRole('textbox', { name: 'Name, pinyin, work number or extension' }),
    'mengxiaotang',
  )
  await shows(page)
  expect(by.taken()).toBe(1)
  await page
    .getByRole('radiogroup', { name: 'Number' })
    .getByText(/^Reserved\b/)
    .click()
  await expect(page).toHaveURL(/\?(?=.*\bq=mengxiaotang\b)(?=.*\bstate=reserved\b)/)
  const tab = await page.context().newPage()
  await tab.goto(page.url())
  await shows(tab)
  await expect(tab.getByRole('textbox', { name: 'Name, pinyin, work number or extension' })).toHaveValue(
    'mengxiaotang',
  )
  await expect(tab.getByRole('radio', { name: /^Reserved\b/ })).toBeChecked()
})

test('a team lead whose *88 number another user took is offered others that end in 88, and none is taken unasked', async ({
  page,
  signIn,
  openAs,
}) => {
  await signIn('supervisor', '/team')
  const admin = await openAs('admin')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'New colleague' }).click()
  await dialog.getByRole('textbox', { name: /^Name/ }).fill('Ruth Runnerup')
  const search = dialog.getByRole('textbox', { name: /^Another number/ })
  await search.fill('*88')
  const offered = dialog.getByRole('radio', { name: /^\d+ free$/ })
  await expect(dialog.getByRole('button', { name: /^Reserve \d*88$/ })).toBeEnabled()
  const [ext = ''] =
    (await dialog.getByRole('button', { name: /^Reserve \d*88$/ }).textContent())?.match(/\d+/) ?? []
  await reserveAll(admin, [{ ext, colleague: { name: 'Wim Winner', kind: 'person' } }])
  const refused = dialog
    .getByRole('alert')
    .filter({ hasText: new RegExp(`${ext} was reserved .+ by Demo Admin `) })
  await expect(async () => {
    // The dialog may have seen the other reservation already.
    if (!(await refused.isVisible()))
      await dialog.getByRole('button', { name: `Reserve ${ext}`, exact: true }).click({ timeout: 1_000 })
    await expect(refused).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expect(dialog.getByRole('button', { name: 'Reserve', exact: true })).toBeDisabled()
  expect(await ask(page, '/api/people?q=Runnerup')).toMatchObject({ total: 0 })
  await expect(search).toHaveValue('*88')
  await expect(offered.first()).toBeVisible()
  await expect(dialog.getByRole('radio', { name: new RegExp(`^${ext} `) })).toHaveCount(0)
  const by = reader(page)
  await by.click(dialog.getByRole('radio', { name: /^\d*88 free$/ }).first())
  await by.click(dialog.getByRole('button', { name: /^Reserve \d*88$/ }))
  await expect(page.getByRole('dialog', { name: /^\d*88 is reserved for Ruth Runnerup$/ })).toBeVisible()
  expect(by.taken()).toBe(2)
})
