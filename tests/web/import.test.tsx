import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useEffect, useMemo } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { describe, expect, test } from 'vitest'
import type { UiLanguage } from '#contract/text.ts'
import { UnsavedWork } from '#web/app/UnsavedWork.tsx'
import { LanguageProvider } from '#web/i18n/Language.tsx'
import { checkRows } from '#web/pages/jobs/check.ts'
import { ImportSheet } from '#web/pages/jobs/import/ImportSheet.tsx'
import type { ImportedRow } from '#web/pages/jobs/import/rows.ts'
import { useSheet } from '#web/pages/jobs/import/use-sheet.ts'
import { agentKey } from '#web/pages/jobs/import/rows.ts'
import { cssVariables, theme } from '#web/app/theme.ts'
import { en, zh } from '../all-messages.ts'
import { cellsOf, exportAs, savedFiles } from './saved-files.ts'
import { workbookFile } from './workbooks.ts'

/** The check of a service that knows every agent and has none of the numbers. */
function freeCheck(rows: readonly ImportedRow[]) {
  const numbers = new Map(
    rows.map(({ ext }) => [
      ext,
      { ext, state: 'absent' as const, extension: null, holder: null, code: null },
    ]),
  )
  const agents = new Map(
    rows.map(({ agentID = '', agentType = '1' }) => [
      agentKey({ agentID, agentType }),
      { agentID, agentType, state: 'none' as const, agentUuid: null, name: null, ext: null, code: null },
    ]),
  )
  const codecs = new Set(rows.map(({ langCodeTxt = '' }) => langCodeTxt))
  const checks = checkRows(rows, { numbers, agents, codecs, stopped: null })
  return { checks, counts: [{ state: 'ready' as const, count: rows.length }] }
}

/** Records the valid rows each time they change. */
function Sheet({ imported }: { imported: (readonly ImportedRow[])[] }) {
  const state = useSheet()
  const { valid } = state.validation
  useEffect(() => {
    const before = imported.at(-1) ?? []
    if (valid.length !== before.length || valid.some((row, at) => row !== before[at])) imported.push(valid)
  }, [valid, imported])
  return <ImportSheet sheet={state} check={useMemo(() => freeCheck(valid), [valid])} />
}

function open(language: UiLanguage = 'en') {
  const imported: (readonly ImportedRow[])[] = []
  const router = createMemoryRouter([
    {
      path: '*',
      element: (
        <UnsavedWork>
          <Sheet imported={imported} />
        </UnsavedWork>
      ),
    },
  ])
  const view = render(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} env="test">
      <LanguageProvider initial={{ language, messages: language === 'en' ? en : zh }}>
        <QueryClientProvider client={new QueryClient()}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </LanguageProvider>
    </MantineProvider>,
  )
  const user = userEvent.setup({ delay: null })
  const paste = async (text: string) => {
    await user.click(screen.getByLabelText(language === 'en' ? 'Or paste cells' : '或粘贴单元格'))
    await user.paste(text)
  }
  const choose = async (file: File) => {
    const input = view.container.querySelector<HTMLInputElement>('input[type=file]')
    if (input === null) throw new Error('no file input')
    await user.upload(input, file)
    // Without the reset, the browser fires no event when the user chooses the same file again after correcting it.
    expect(input.value).toBe('')
  }
  return { ...view, user, paste, choose, imported, last: () => imported.at(-1) ?? [] }
}

const rowsOf = (table: HTMLElement) => within(table).getAllByRole('row').slice(1)
const preview = (name = 'Rows of the sheet') => screen.findByRole('table', { name })
/** Without a choice, only the rows to fix are shown. */
const showAll = () => fireEvent.click(screen.getByRole('radio', { name: /^All \d+$/ }))
const cell = (table: HTMLElement, name: RegExp) => within(table).getByRole('button', { name })
const sheet = [
  'Number\tEmployee ID\tPassword\tNote',
  '0801\t1008\tabc-12345\tfirst',
  '80a1\t1009\tabc-12346\tsecond',
  '0803\t1010\tshort\tthird',
  '0801\t1011\tabc-12347\tfourth',
].join('\r\n')

describe('pasted cells', () => {
  test('are mapped, checked and counted, and only valid rows are handed on', async () => {
    const { paste, last } = open()
    await paste(sheet)
    const table = await preview()
    showAll()
    expect(rowsOf(table)).toHaveLength(4)
    for (const count of ['Rows: 4', 'Ready: 1', 'With errors: 2', 'Duplicate: 1']) screen.getByText(count)
    expect(last()).toEqual([{ line: 2, ext: '0801', agentID: '1008', agentType: '0', password: 'abc-12345' }])
    cell(table, /^Edit Number, line 3: 80a1 Contains the letter a$/)
    cell(table, /^Edit Password, line 4: •+ Use at least 8 characters$/)
    cell(table, /^Edit Number, line 5: 0801 Same number as line 2$/)
  })

  test('show only the password being edited, and leave none in the browser or the URL', async () => {
    const { paste, container, user } = open()
    await paste(sheet)
    const table = await preview()
    const passwords = ['abc-12345', 'abc-12346', 'short', 'abc-12347']
    const shown = () => {
      const inputs = [...container.querySelectorAll('input, textarea, select')]
      const typed = inputs.map((input) => ('value' in input ? String(input.value) : ''))
      return passwords.filter((each) => `${container.innerHTML}\n${typed.join('\n')}`.includes(each))
    }
    expect(shown()).toEqual([])
    await user.click(cell(table, /^Edit Password, line 4/))
    expect(shown()).toEqual(['short'])
    await user.keyboard('{Escape}')
    expect(shown()).toEqual([])
    // The browser keeps a draft of the rows, without the passwords.
    expect(container.textContent).toMatch(/Draft saved today \d\d:\d\d, without the passwords/)
    await user.selectOptions(screen.getByLabelText('Use of Note'), 'Company ID')
    const kept = JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), location.href])
    expect(kept).toContain('columns.extensions')
    expect(passwords.filter((each) => kept.includes(each))).toEqual([])
  })

  test('are one line when all are good', async () => {
    const { paste } = open()
    await paste(Array.from({ length: 300 }, (_, n) => String(8001 + n)).join('\n'))
    await screen.findByText('Ready: 300')
    expect(screen.getByText('Nothing to fix')).toBeTruthy()
    expect(screen.queryByRole('table')).toBeNull()
    showAll()
    expect(rowsOf(await preview()).length).toBeGreaterThan(0)
  })

  test('can also be typed, and include a paste among typed rows', async () => {
    const { user, last } = open()
    await user.click(screen.getByLabelText('Or paste cells'))
    await user.keyboard('0801{Enter}')
    await user.paste('0802')
    expect(screen.queryByRole('table')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Read typed rows' }))
    await screen.findByText('Ready: 2')
    expect(last().map(({ ext }) => ext)).toEqual(['0801', '0802'])
  })

  test('clear the rows of the sheet that they replace', async () => {
    const { paste, imported } = open()
    await paste('0801')
    await screen.findByText('Ready: 1')
    await paste('0802\n0803')
    await screen.findByText('Ready: 2')
    expect(imported.map((rows) => rows.map(({ ext }) => ext))).toEqual([['0801'], [], ['0802', '0803']])
  })

  test('are saved as a workbook when they cannot be created, with all their cells and the reason', async () => {
    const { paste, user } = open()
    await paste(sheet)
    await user.click(cell(await preview(), /^Edit Number, line 3/))
    await user.keyboard('{Control>}a{/Control}8Ob1{Enter}')
    const saved = savedFiles()
    await user.click(screen.getByRole('button', { name: 'Download the left-out rows' }))
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['Pasted cells-left-out.xlsx']))
    expect(await cellsOf(saved[0])).toEqual([
      ['Number', 'Employee ID', 'Password', 'Note', 'Reason'],
      ['8Ob1', '1009', 'abc-12346', 'second', 'Line 3: Number: Contains the letter O'],
      ['0803', '1010', 'short', 'third', 'Line 4: Password: Use at least 8 characters'],
      ['0801', '1011', 'abc-12347', 'fourth', 'Line 5: Same number as line 2'],
    ])
  })

  test('can be corrected in place with the keyboard alone', async () => {
    const { paste, user, last } = open()
    await paste(sheet)
    const table = await preview()
    cell(table, /^Edit Number, line 3/).focus()
    await user.keyboard('{Enter}')
    expect(screen.getByLabelText('Number, line 3')).toBe(document.activeElement)
    await user.keyboard('0802{Enter}')
    const fixed = cell(table, /^Edit Number, line 3: 0802$/)
    await waitFor(() => expect(fixed).toBe(document.activeElement))
    screen.getByText('Ready: 2')
    expect(last().map(({ ext }) => ext)).toEqual(['0801', '0802'])
    await user.keyboard('{Enter}x{Escape}')
    cell(table, /^Edit Number, line 3: 0802$/)
    // Leaving the cell also saves the edit.
    await user.click(cell(table, /^Edit Number, line 5/))
    await user.keyboard('0805')
    await user.click(document.body)
    expect(last().map(({ ext }) => ext)).toEqual(['0801', '0802', '0805'])
  })

  test('make another row the first of its number after an edit', async () => {
    const { paste, user, last } = open()
    await paste(sheet)
    const table = await preview()
    showAll()
    await user.click(cell(table, /^Edit Number, line 2/))
    await user.keyboard('0800{Enter}')
    expect(last().map(({ line, ext }) => [line, ext])).toEqual([
      [2, '0800'],
      [5, '0801'],
    ])
    expect(screen.queryByText(/^Duplicate:/)).toBeNull()
  })

  test('are shown first when they are to fix, and a fixed row stays until these are chosen again', async () => {
    const { paste, user } = open()
    await paste(sheet)
    const table = await preview()
    expect(rowsOf(table)).toHaveLength(3)
    await user.click(cell(table, /^Edit Number, line 3/))
    await user.keyboard('0802{Enter}')
    expect(rowsOf(table)).toHaveLength(3)
    await user.click(screen.getByRole('radio', { name: 'All 4' }))
    expect(rowsOf(table)).toHaveLength(4)
    await user.click(screen.getByRole('radio', { name: 'To fix 2' }))
    expect(rowsOf(table)).toHaveLength(2)
  })

  test('can be deleted with the focus kept in the table, and restored', async () => {
    const { paste, user, last } = open()
    await paste(sheet)
    const table = await preview()
    showAll()
    await user.click(within(table).getByRole('button', { name: 'Delete line 2' }))
    expect(rowsOf(table)).toHaveLength(3)
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Delete line 3')
    expect(last().map(({ line }) => line)).toEqual([5])
    await user.click(screen.getByRole('button', { name: 'Restore 1 deleted row' }))
    expect(rowsOf(table)).toHaveLength(4)
    expect(last().map(({ line }) => line)).toEqual([2])
  })

  test('are refused as a whole when they exceed the rows of a job', async () => {
    const { paste, imported } = open()
    await paste(`ext\n${Array.from({ length: 10_001 }, (_, index) => String(10_000 + index)).join('\n')}`)
    await screen.findByText('10,001 rows: too many for one job')
    expect(screen.queryByRole('table')).toBeNull()
    expect(imported).toEqual([])
  })

  test('are accepted up to ten thousand rows, the limit', async () => {
    const { paste, last } = open()
    await paste(`ext\n${Array.from({ length: 10_000 }, (_, index) => `0${10_000 + index}`).join('\n')}`)
    await screen.findByText('Ready: 10,000')
    expect(last()).toHaveLength(10_000)
    expect(last().at(-1)).toEqual({ line: 10_001, ext: '019999' })
  })
})

describe('the options of a sheet', () => {
  test('change the header, the columns and the type of agent', async () => {
    const { paste, user, last } = open()
    await paste('who,0001\n0801,u-1\n0802,u-2')
    await screen.findByText('Rows: 3')
    await user.selectOptions(screen.getByLabelText('Column names'), 'Row 1')
    await screen.findByText('Rows: 2')
    await user.selectOptions(screen.getByLabelText('Use of 0001'), 'Agent, by work number')
    expect(last()).toEqual([
      { line: 2, ext: '0801', agentID: 'u-1', agentType: '0' },
      { line: 3, ext: '0802', agentID: 'u-2', agentType: '0' },
    ])
  })

  test('map a column to one field only, and require the number', async () => {
    const { paste, user, imported, last } = open()
    await paste('a,b\nx,0801\ny,0802')
    await screen.findByText('Ready: 2')
    await user.selectOptions(screen.getByLabelText('Use of b'), 'Agent (UUID, work number or name)')
    await screen.findByText('Choose the column with the number.')
    expect(imported.at(-1)).toEqual([])
    await user.selectOptions(screen.getByLabelText('Use of b'), 'Number')
    expect(last().map(({ ext }) => ext)).toEqual(['0801', '0802'])
  })

  test('are remembered for the same headers', async () => {
    const first = open()
    await first.paste('Durchwahl,Kürzel\n0801,u-1')
    await screen.findByText('Ready: 1')
    await first.user.selectOptions(
      screen.getByLabelText('Use of Kürzel'),
      'Agent (UUID, work number or name)',
    )
    first.unmount()
    const { paste, last } = open()
    await paste('Kürzel,Durchwahl\nu-2,0802')
    await screen.findByText('Ready: 1')
    expect(last()).toEqual([{ line: 2, ext: '0802', agentID: 'u-2', agentType: '0' }])
    screen.getByText(
      'Kürzel → Agent (UUID, work number or name) · Durchwahl → Number · Remembered from your last import',
    )
  })

  test('wait for the decision about an unused password, which is not shown', async () => {
    const { paste, user, imported, last, container } = open()
    await paste('Extension,Web password,SIP password\n82-04 001,letmein-99,abc-12345\n\u202D8204002,,')
    await screen.findByText('Decide about 1 column before you go on.')
    screen.getByText(/“82-04 001” is read as 8204001 · an invisible character was removed from 1/)
    expect(imported).toEqual([])
    expect(container.innerHTML).not.toMatch(/letmein|abc-12345/)
    await user.click(screen.getByRole('button', { name: 'Don’t use' }))
    await screen.findByText('Ready: 2')
    expect(last()).toEqual([
      { line: 2, ext: '8204001', password: 'abc-12345' },
      { line: 3, ext: '8204002' },
    ])
  })

  test('change the delimiter', async () => {
    const { paste, user, last } = open()
    await paste('0801,a;u-1\n0802,b;u-2')
    await screen.findByText('Ready: 2')
    await user.selectOptions(screen.getByLabelText('Delimiter'), 'Semicolon (;)')
    await screen.findByText('Choose the column with the number.')
    expect(last()).toEqual([])
  })
})

test('creates each row with its agent and password below a line that declares the delimiter', async () => {
  const { paste, last } = open()
  await paste('sep=;\nExtension;Employee ID;SIP password\n8204001;1008;abc,12345')
  await screen.findByText('Ready: 1')
  expect(last()).toEqual([
    { line: 3, ext: '8204001', agentID: '1008', agentType: '0', password: 'abc,12345' },
  ])
})

test('finds the column names below titles, and names the rows and sheets that it passes over', async () => {
  const { choose, last } = open()
  const rows = [
    ['Contact center, December'],
    ['as of', '2026-12-01'],
    ['Phone', '', 'Person'],
    ['Extension', 'SIP password', 'Employee ID'],
    ['0801', 'abc-12345', '1008'],
  ]
  const instructions = { name: 'Read me', rows: [['How to fill in this file'], ['Use one row per phone.']] }
  await choose(
    await workbookFile('team.xlsx', { name: 'Empty', rows: [] }, instructions, { name: 'Phones', rows }),
  )
  await screen.findByText('Ready: 1')
  expect(screen.getByLabelText('Sheet')).toHaveProperty('value', 'Phones')
  screen.getByText('“Empty” is empty, “Read me” has no columns that can be used')
  expect(screen.getByLabelText('Column names')).toHaveProperty('value', '3-3')
  screen.getByText('3 rows above are not used.')
  expect(last()).toMatchObject([{ line: 5, ext: '0801', agentID: '1008', password: 'abc-12345' }])
})

describe('a file', () => {
  test('is read in GBK, and its encoding can be changed', async () => {
    const { choose, user, last } = open()
    // 分机,坐席 in GBK.
    const header = [0xb7, 0xd6, 0xbb, 0xfa, 0x2c, 0xd7, 0xf8, 0xcf, 0xaf]
    const body = new TextEncoder().encode('\r\n0801,u-1\r\n')
    await choose(new File([Uint8Array.from(header), body], 'team.csv', { type: 'text/csv' }))
    await screen.findByText('Ready: 1')
    screen.getByRole('heading', { name: 'team.csv' })
    expect(last()).toMatchObject([{ ext: '0801', agentID: 'u-1' }])
    await user.selectOptions(screen.getByLabelText('Encoding'), 'UTF-8')
    await screen.findByText("Some characters couldn't be read")
    await user.selectOptions(screen.getByLabelText('Encoding'), 'GBK / GB18030')
    await waitFor(() => expect(screen.queryByText("Some characters couldn't be read")).toBeNull())
  })

  test('can be dropped on the zone, and does not replace the page when dropped elsewhere', async () => {
    const { last } = open()
    const file = new File(['ext\n0801\n'], 'dropped.csv')
    const zone = screen.getByText('Drop a spreadsheet here')
    fireEvent.drop(zone, { dataTransfer: { files: [file], getData: () => '' } })
    await screen.findByText('Ready: 1')
    expect(last()).toEqual([{ line: 2, ext: '0801' }])
    const stray = new Event('drop', { bubbles: true, cancelable: true })
    act(() => void document.body.dispatchEvent(stray))
    expect(stray.defaultPrevented).toBe(true)
  })

  test('is refused with advice when it is damaged, old, no spreadsheet, empty or too large', async () => {
    const { choose, imported } = open()
    await choose(new File([Uint8Array.of(0x50, 0x4b, 3, 4)], 'team.csv'))
    await screen.findByText('This workbook is damaged')
    await choose(new File([Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0)], 'team.xlsx'))
    await screen.findByText('This is an old Excel workbook (.xls)')
    await choose(new File(['%PDF-1.7'], 'team.xlsx'))
    await screen.findByText("This file isn't a spreadsheet")
    await choose(new File(['\n\n'], 'none.csv'))
    await screen.findByText('This sheet is empty')
    const large = new File(['0801'], 'large.csv')
    Object.defineProperty(large, 'size', { value: 33 * 1024 * 1024 })
    await choose(large)
    await screen.findByText('This file is larger than 32 MB')
    expect(imported).toEqual([])
  })

  test('replaces an earlier file that is still loading', async () => {
    const { choose, last } = open()
    const slow = new File(['ext\n0801\n'], 'slow.csv')
    let arrive = (_buffer: ArrayBuffer): void => undefined
    slow.arrayBuffer = () =>
      new Promise((resolve) => {
        arrive = resolve
      })
    await choose(slow)
    await choose(new File(['ext\n0802\n'], 'quick.csv'))
    await screen.findByText('Ready: 1')
    await act(async () => arrive(new TextEncoder().encode('ext\n0801\n').buffer))
    screen.getByRole('heading', { name: 'quick.csv' })
    expect(last()).toEqual([{ line: 2, ext: '0802' }])
  })

  test('keeps leading zeros and exact digits as a workbook, and offers its other sheets', async () => {
    const { choose, user, last } = open()
    const team = await workbookFile(
      'team.xlsx',
      {
        name: 'January',
        rows: [
          ['Number', '工号', 'Password'],
          ['0801', 1008, 'abc-12345'],
          [{ raw: '8.02E+3' }, '0009', ''],
          [{ raw: '46082', format: 'date' }, '', ''],
          [{ raw: '1234567890123456789' }, '', ''],
          [{ xml: '<f>A2</f>' }, '', ''],
        ],
      },
      { name: 'February', rows: [['0901'], ['0902']] },
    )
    await choose(team)
    await screen.findByText(/^Ready: /)
    showAll()
    const table = await preview()
    for (const count of ['Rows: 5', 'Ready: 2', 'With errors: 3']) screen.getByText(count)
    expect(last()).toEqual([
      { line: 2, ext: '0801', agentID: '1008', agentType: '0', password: 'abc-12345' },
      { line: 3, ext: '8020', agentID: '0009', agentType: '0' },
    ])
    cell(table, /^Edit Number, line 5: .* Rounded by the spreadsheet program/)
    cell(table, /^Edit Number, line 6: .*The formula has no saved result/)
    await user.click(
      cell(table, /^Edit Number, line 4: 2026-03-01 The spreadsheet program turned this into a date/),
    )
    await user.clear(screen.getByLabelText('Number, line 4'))
    await user.keyboard('0804{Enter}')
    expect(last().map(({ ext }) => ext)).toEqual(['0801', '8020', '0804'])
    expect(screen.queryByLabelText('Encoding')).toBeNull()
    await user.selectOptions(screen.getByLabelText('Sheet'), 'February')
    await waitFor(() => expect(last().map(({ ext }) => ext)).toEqual(['0901', '0902']))
  })

  test('reports an empty sheet, and still offers the other sheets', async () => {
    const { choose, user, last } = open()
    await choose(await workbookFile('team.xlsx', { name: 'A', rows: [['0801']] }, { name: 'B', rows: [] }))
    await screen.findByText('Ready: 1')
    await user.selectOptions(screen.getByLabelText('Sheet'), 'B')
    await screen.findByText('This sheet of the workbook is empty')
    expect(last()).toEqual([])
    await user.selectOptions(screen.getByLabelText('Sheet'), 'A')
    await screen.findByText('Ready: 1')
  })

  test('has a template, as a workbook or a CSV', async () => {
    const { user } = open()
    const saved = savedFiles()
    await exportAs(user, 'Download the template', 'xlsx')
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['extensions-template.xlsx']))
    const [header, example] = await cellsOf(saved.pop())
    expect(header?.[0]).toBe('ext')
    expect(example?.[0]).toContain('0801')
    await exportAs(user, 'Download the template', 'csv')
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['extensions-template.csv']))
    const bytes = new Uint8Array((await saved[0]?.file.arrayBuffer()) ?? new ArrayBuffer())
    expect(bytes.slice(0, 3)).toEqual(Uint8Array.of(0xef, 0xbb, 0xbf))
  })
})

test('shows reasons and counters in Chinese', async () => {
  const { paste, last } = open('zh')
  await paste('分机号\t工号\t密码\n0801\t1008\t短\n0801\t1009\tabc-12345\n0803\t\t')
  const table = await preview('表格各行')
  for (const count of ['总行数：3', '可导入：1', '有错误：1', '重复：1']) screen.getByText(count)
  cell(table, /^编辑密码，第 2 行： •+ 仅限可打印 ASCII 字符，不含空格$/)
  cell(table, /^编辑号码，第 3 行： 0801 与第 2 行号码相同$/)
  expect(last()).toMatchObject([{ line: 4, ext: '0803' }])
})
