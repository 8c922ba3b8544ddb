import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { changeCodeNames, type CodeChange } from '#contract/codes.ts'
import { heldAnswers } from './held-answers.ts'
import { address, enter, heading, setUpConsole } from './render-app.tsx'
import { cellsOf, exportAs, savedFiles } from './saved-files.ts'
import { workbookFile, type TestCell } from './workbooks.ts'

const { backend, renderApp } = setUpConsole()

const post = async (path: string, body: object) =>
  (
    await backend().fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-console': '1' },
      body: JSON.stringify(body),
    })
  ).status
const rename = (change: Partial<CodeChange>) =>
  post(changeCodeNames.path, {
    changes: [
      {
        field: 'extension.status',
        value: '1',
        version: 0,
        name: { en: 'In use', zh: '使用中', note: '' },
        ...change,
      },
    ],
  })
const table = () => screen.findByRole('table', { name: 'Names for values' })
const rowOf = (code: string) =>
  waitFor(async () => {
    const rows = within(await table()).getAllByRole('row')
    const row = rows.find(({ textContent }) => textContent?.includes(code))
    if (row === undefined) throw new Error(`no row for ${code}`)
    return within(row)
  })

describe('the code dictionary', () => {
  test('denies access to supervisors', async () => {
    await renderApp({ path: '/service/names', as: 'supervisor' })
    expect(await screen.findByText("Your role can't open this page")).toBeTruthy()
  })

  test('leaves out the column of notes while the rows load, as all columns are wider than the page', async () => {
    await backend().signInAs('admin')
    await backend().fetch('/api/extensions/1000')
    const names = heldAnswers(backend(), (method, path) => method === 'GET' && path.startsWith('/api/codes'))
    await renderApp({ path: '/service/names' })
    const columns = async () =>
      within(await table())
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent)
    expect(await columns()).not.toContain('Note')
    expect((await table()).getAttribute('aria-busy')).toBe('true')
    names.release()
    await rowOf('1 extension.status')
    expect(await columns()).not.toContain('Note')
  })

  test('lists observed codes, and shows a given name beside the raw value in both languages', async () => {
    await backend().signInAs('admin')
    await backend().fetch('/api/extensions/1000')
    const { user } = await renderApp({ path: '/service/names' })
    await heading('Names for values')
    const row = await rowOf('1 extension.status')
    row.getByText('Unnamed')
    await user.click(row.getByRole('button', { name: 'Name extension.status 1' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await dialog.findByText('Enter a name in at least one language, 60 characters or fewer.')
    await enter(user, dialog.getByRole('textbox', { name: 'English name' }), 'In use')
    await enter(user, dialog.getByRole('textbox', { name: 'Chinese name' }), '使用中')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    ;(await rowOf('1 extension.status')).getByText('Named')

    for (const [language, region, text] of [
      ['en', 'Service record', 'Status status1In use'],
      ['zh', '服务记录', '状态 status1使用中'],
    ] as const) {
      const view = await renderApp({ path: '/extensions/1000#language', language })
      const state = await screen.findByRole('region', { name: region })
      await waitFor(() => expect(within(state).getByText('status').closest('div')?.textContent).toBe(text))
      view.unmount()
    }
  })

  test('reports a conflicting change, shows it, and continues from the latest version', async () => {
    await backend().signInAs('admin')
    await rename({ value: '5', name: { en: 'Five', zh: '五', note: '' } })
    const { user } = await renderApp({ path: '/service/names?q=five' })
    await user.click((await rowOf('5 extension.status')).getByRole('button', { name: /^Change/ }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(await rename({ value: '5', version: 1, name: { en: 'Cinq', zh: '伍', note: '' } })).toBe(200)
    await enter(user, dialog.getByRole('textbox', { name: 'English name' }), ' o’clock')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await dialog.findByText('Someone else has changed this')
    await dialog.findByText('Its name is now Cinq / 伍, set by ada@example.com.')
    expect(dialog.getByRole('textbox', { name: 'English name' })).toHaveProperty('value', 'Five o’clock')
    await user.click(dialog.getByRole('button', { name: 'Use the latest version' }))
    expect(dialog.getByRole('textbox', { name: 'English name' })).toHaveProperty('value', 'Cinq')
    await user.click(dialog.getByRole('button', { name: 'Remove name' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('filters in the URL, and names a value that was never observed', async () => {
    const { user } = await renderApp({ path: '/service/names' })
    await table()
    await user.click(screen.getByRole('radio', { name: 'Unnamed' }))
    await waitFor(() => expect(address()).toBe('/service/names?show=unnamed'))
    await enter(user, screen.getByRole('textbox', { name: 'Search value, name or note' }), 'nowhere')
    await screen.findByText('No results for these filters')
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    await waitFor(() => expect(address()).toBe('/service/names'))
    await user.click(screen.getByRole('button', { name: 'Name a value' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('combobox', { name: 'Field' }))
    await user.click(await dialog.findByRole('option', { name: 'agent.callStatus' }))
    await user.type(dialog.getByRole('textbox', { name: 'Value' }), '-7')
    await enter(user, dialog.getByRole('textbox', { name: 'Chinese name' }), '通话中')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    ;(await rowOf('-7 agent.callStatus')).getByText('never seen')
  })

  test('previews an imported file before applying it', async () => {
    const { user } = await renderApp({ path: '/service/names' })
    await table()
    await user.click(screen.getByRole('button', { name: 'Import' }))
    const dialog = within(await screen.findByRole('dialog'))
    const input = document.querySelector('input[type=file]')
    if (!(input instanceof HTMLInputElement)) throw new Error('no file input')
    await user.upload(input, new File(['hello'], 'a.csv', { type: 'text/csv' }))
    await dialog.findByRole('alert')
    // Without the reset, the browser fires no event when the user chooses the same file again after correcting it.
    expect(input.value).toBe('')
    const csv = 'field,value,en,zh\nextension.extType,1,SIP phone,话机\nextension.extType,x,,\n'
    await user.upload(input, new File([csv], 'codes.csv', { type: 'text/csv' }))
    await dialog.findByText('1 new, 0 changed, 0 unchanged, 1 unusable')
    dialog.getByText('Line 3: A value is a whole number of up to 15 digits')
    await user.click(dialog.getByRole('button', { name: 'Edit Value, line 3: x' }))
    await user.keyboard('{Control>}a{/Control}2{Enter}')
    await dialog.findByText('Line 3: Give a name in at least one language, 60 characters or fewer')
    await user.click(dialog.getByRole('button', { name: 'Apply 1 change' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    ;(await rowOf('1 extension.extType')).getByText('SIP phone')

    // A workbook in which the spreadsheet program turned a code into a date.
    await user.click(screen.getByRole('button', { name: 'Import' }))
    const third = within(await screen.findByRole('dialog'))
    const workbook = document.querySelector('input[type=file]')
    if (!(workbook instanceof HTMLInputElement)) throw new Error('no file input')
    const rows: TestCell[][] = [
      ['zh', 'field', 'value', 'en'],
      ['忙', 'extension.extType', 2, 'Busy'],
      ['忙', 'extension.extType', { raw: '46082', format: 'date' }, 'Busy'],
    ]
    await user.upload(workbook, await workbookFile('codes.xlsx', { name: 'Codes', rows }))
    await third.findByText('1 new, 0 changed, 0 unchanged, 1 unusable')
    third.getByText(/^Line 3: Excel turned this into a date/)
    await user.keyboard('{Escape}')
    const question = within(await screen.findByRole('dialog', { name: 'Discard what you entered?' }))
    await user.click(question.getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

    // A CSV as a Chinese spreadsheet program saves it: 分机 in GBK.
    await user.click(screen.getByRole('button', { name: 'Import' }))
    const again = within(await screen.findByRole('dialog'))
    const chooser = document.querySelector('input[type=file]')
    if (!(chooser instanceof HTMLInputElement)) throw new Error('no file input')
    const before = 'field,value,en,zh\nextension.extType,1,SIP phone,'
    await user.upload(chooser, new File([before, new Uint8Array([0xb7, 0xd6, 0xbb, 0xfa])], 'codes.csv'))
    const gbk = await again.findByRole('button', { name: 'Use GBK / GB18030' })
    within(gbk.closest('li') ?? gbk).getByText('分机')
    await user.click(gbk)
    await again.findByText('0 new, 1 changed, 0 unchanged, 0 unusable')
    within(again.getByRole('table')).getByText('分机')
    expect(again.getByLabelText('Use of zh')).toHaveProperty('value', 'zh')
  })

  test('exports as a workbook or as JSON', async () => {
    const saved = savedFiles()
    const { user } = await renderApp({ path: '/service/names' })
    await table()
    await exportAs(user, 'Export', 'xlsx')
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['codes.xlsx']))
    const cells = await cellsOf(saved[0])
    expect(cells[0]).toEqual(['field', 'value', 'en', 'zh', 'note'])
    expect(cells.some(([field, value]) => field === 'extension.extType' && value === '1')).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Export' }))
    await user.click(await screen.findByRole('menuitem', { name: 'JSON' }))
    expect(saved[1]?.name).toBe('codes.json')
  })
})

test('requests the dictionary only when a raw value is on screen', async () => {
  const asked = () => backend().requests.filter(({ path }) => path === '/api/codes').length
  const first = await renderApp({ path: '/extensions/idle' })
  await screen.findAllByRole('link', { name: '1004' })
  expect(asked()).toBe(0)
  first.unmount()
  await renderApp({ path: '/extensions/idle?columns=ext,status,enabled' })
  await screen.findAllByRole('link', { name: '1004' })
  await waitFor(() => expect(asked()).toBe(1))
})
