import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod'
import type { UiLanguage } from '#contract/text.ts'
import { heldAnswers } from './held-answers.ts'
import { boundAgent } from './known-people.ts'
import { address, heading, setUpConsole } from './render-app.tsx'
import { cellsOf as savedCells, exportAs, savedFiles } from './saved-files.ts'
import { workbookFile } from './workbooks.ts'

const { backend, renderApp } = setUpConsole()

/** The number of look-ups that the network lets through before it fails. */
let lookUpsLeft = Number.POSITIVE_INFINITY
beforeEach(() => {
  lookUpsLeft = Number.POSITIVE_INFINITY
  vi.stubGlobal('fetch', (path: string, init: RequestInit = {}) => {
    if (path === '/api/jobs/preview' && lookUpsLeft-- <= 0)
      return Promise.reject(new TypeError('Failed to fetch'))
    return backend().fetch(path, init)
  })
})
afterEach(() => vi.stubGlobal('fetch', backend().fetch))

async function open(search = '', language: UiLanguage = 'en') {
  const view = await renderApp({ path: `/jobs/reconcile${search}`, language })
  await heading(language === 'en' ? 'Create numbers' : '创建号码')
  const paste = async (lines: readonly string[]) => {
    await view.user.click(await screen.findByLabelText(language === 'en' ? 'Or paste cells' : '或粘贴单元格'))
    await view.user.paste(lines.join('\n'))
  }
  return { ...view, paste }
}

const table = () => screen.findByRole('table', { name: 'Sheet and service compared' })
const cellsOf = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent)
const rowsOf = async () =>
  within(await table())
    .getAllByRole('row')
    .slice(1)
    .map(cellsOf)
const share = (name: RegExp) => screen.findByRole('button', { name })
const button = (name: string | RegExp) => screen.findByRole('button', { name })

/**
 * Returns a sheet with every outcome. Seeded: 1000 is bound with Opus, 1004 is free with Opus; 990001 and numbers
 * that start with it answer HTTP 500.
 */
async function mixedSheet() {
  const { uuid } = await boundAgent(backend())
  return [
    'Number\tAgent uuid\tCodec\tPassword',
    `1000\t${uuid}\tOpus\tsecret-of-1000`,
    `1004\t${uuid}\tG.711 alaw\tsecret-of-1004`,
    '0801\t\tOpus\tsecret-of-0801',
    '0802\t\tOpus\tshort',
    '9900011\t\tOpus\t',
    '80a1\t\t\t',
    '\t\tOpus\t',
    '1000\t\t\t',
  ]
}

describe('comparing rows with the service', () => {
  test('shows missing, different, matching, failed and incomparable rows', async () => {
    const { paste, container } = await open()
    const { uuid, name } = await boundAgent(backend())
    await paste(await mixedSheet())
    await screen.findByText('5 of 5 numbers looked up')
    for (const name of [/^Not in the service 2$/, /^Differs 1$/, /^Matches 1$/, /^Could not be looked up 1$/])
      await share(name)
    await share(/^Error in the row 3$/)
    const rows = await rowsOf()
    expect(rows.map((cells) => cells.slice(0, 4))).toEqual([
      ['1000', '2', 'Matches', 'Same: Agent, Language (codec)'],
      ['1004', '3', 'Differs', 'Agent, Language (codec)'],
      ['0801', '4', 'Not in the service', ''],
      ['0802', '5', 'Not in the service', "Can't be created: Password: Use at least 8 characters"],
      ['9900011', '6', 'Could not be looked up', 'The phone platform reported an internal error'],
      ['80a1', '7', 'Error in the row', 'Contains the letter a'],
      ['–not given', '8', 'Error in the row', 'Enter a number'],
      ['1000', '9', 'Error in the row', 'Same number as line 2'],
    ])
    expect(rows[0]?.slice(4)).toEqual([uuid, `${uuid} · ${name}`, 'Opus', 'Opus'])
    expect(rows[1]?.slice(4)).toEqual([uuid, 'Not bound', 'G.711 alaw', 'Opus'])
    expect(container.innerHTML).not.toContain('secret-of')
    await screen.findByText(
      /2 not in the service, 1 different, 0 not compared, 1 matching, 1 could not be looked up/,
      {
        selector: 'p',
      },
    )
    screen.getByText('Differences can only be fixed in the service')
  })

  test('compares a row with an error once it is corrected', async () => {
    const { paste, user } = await open()
    await paste(['Number\tCodec', '1OOO\tOpus', '0801\t'])
    await screen.findByText("1 row has errors and can't be created from this sheet")
    screen.getByText('Line 2: Number: Contains the letter O')
    await user.click(screen.getByRole('button', { name: 'Use 1000' }))
    await share(/^Matches 1$/)
    expect(screen.queryByText(/^Line 2/)).toBeNull()
  })

  test('links a number in service to its page in a new tab', async () => {
    const { paste } = await open()
    await paste(['1000'])
    const link = await within(await table()).findByRole('link', { name: '1000' })
    expect(link.getAttribute('href')).toBe('/extensions/1000')
    expect(link.getAttribute('target')).toBe('_blank')
  })

  test('compares the agent by work number and by name with the one who has the number', async () => {
    const { paste } = await open()
    const { uuid, name } = await boundAgent(backend())
    await backend().fetch('/api/people/import', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-console': '1' },
      body: JSON.stringify({ rows: [{ agentUuid: uuid, workNumber: '70001', name }] }),
    })
    // The service may have shown another work number later.
    const known = await backend().fetch(`/api/people/${uuid}`)
    const { workNumber } = z.object({ workNumber: z.string() }).parse(await known.json())
    expect(workNumber).toMatch(/^\d+$/)
    await paste(['Number\tAgent ID\tName', `1000\t${workNumber}\t${name}`])
    await screen.findByText('1 of 1 number looked up')
    expect((await rowsOf())[0]?.slice(2, 4)).toEqual(['Matches', 'Same: Agent, Name'])
    await paste(['Number\tAgent ID\tName', '1000\t70002\tBob', `1004\t${workNumber}\t`])
    await screen.findByText('2 of 2 numbers looked up')
    const [other, free] = await rowsOf()
    expect(other?.slice(2, 4)).toEqual(['Differs', 'Agent, Name'])
    // Both values are shown.
    expect(other?.slice(4)).toEqual(['70002', `${workNumber} · ${name}`, 'Bob', name])
    expect(free?.slice(2, 4)).toEqual(['Differs', 'Agent'])
  })

  test('leaves nothing to do when every row matches', async () => {
    const { paste } = await open()
    await paste(['1000', '1004'])
    await screen.findByRole('heading', { name: 'All 2 rows match in what was compared' })
    screen.getByText('Compared: Number. Not in this sheet: Agent, Name, Language (codec), Company ID.')
    await screen.findByText('No numbers are missing in the service.')
    expect(screen.queryByRole('button', { name: /^Create/ })).toBeNull()
  })

  test('reports a sheet without rows, and explains the page without a sheet', async () => {
    const { paste } = await open()
    await screen.findByRole('heading', { name: 'No sheet yet' })
    await paste(['Number\tAgent'])
    expect(
      await screen.findByRole('heading', { name: 'The sheet has no rows below the column names' }),
    ).toBeTruthy()
  })
})

describe('the filter', () => {
  test('is the pressed button, and is kept in the URL', async () => {
    const { paste, user } = await open()
    await paste(await mixedSheet())
    await screen.findByText('5 of 5 numbers looked up')
    await user.click(await share(/^Differs/))
    expect(address()).toBe('/jobs/reconcile?show=differs')
    expect((await rowsOf()).map(([ext]) => ext)).toEqual(['1004'])
    await button('Download 1 row')
    await user.click(await share(/^Differs/))
    expect(address()).toBe('/jobs/reconcile')
    expect(await rowsOf()).toHaveLength(8)
  })

  test('can be cleared when it hides every row', async () => {
    const { paste, user } = await open('?show=missing')
    await paste(['1000'])
    await user.click(await button('Clear filters'))
    expect(await rowsOf()).toHaveLength(1)
  })
})

describe('look-ups', () => {
  test('leave their rows unknown with the reason when they fail, and can be retried', async () => {
    const { paste, user } = await open()
    lookUpsLeft = 0
    await paste(['1000', '1004'])
    const again = await button('Try these again')
    expect(again.closest('[role=alert]')?.textContent).toContain("The console's server isn't responding")
    await share(/^Could not be looked up 2$/)
    lookUpsLeft = Number.POSITIVE_INFINITY
    await user.click(again)
    await share(/^Matches 2$/)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('find numbers created since then when repeated', async () => {
    const { paste, user } = await open()
    await paste(['8821'])
    await share(/^Not in the service 1$/)
    await backend().fetch('/api/extensions', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-console': '1',
        'idempotency-key': '0d8f6f1e-9f0c-4b43-9a77-3a4d1f8c8821',
      },
      body: JSON.stringify({ ext: '8821' }),
    })
    await user.click(await button('Refresh all'))
    expect(await share(/^Matches 1$/)).toBeTruthy()
  })

  test('can be stopped and continued', async () => {
    const { paste, user } = await open()
    const { release } = heldAnswers(backend(), (_method, path) => path === '/api/jobs/preview')
    await paste(['1000'])
    await button('Cancel')
    await backend().waitForIdle()
    await user.click(await button('Cancel'))
    await share(/^Not looked up yet 1$/)
    await user.click(await button('Continue'))
    await button('Cancel')
    release()
    expect(await share(/^Matches 1$/)).toBeTruthy()
  })
})

test('downloads the shown rows', async () => {
  const saved = savedFiles()
  const { paste, user } = await open('?show=missing')
  await paste(['Number\tPassword', '0801\tsecret-of-0801', '1004\t'])
  await exportAs(user, 'Download 1 row', 'csv')
  await waitFor(() => expect(saved).toHaveLength(1))
  const text = (await saved[0]?.file.text()) ?? ''
  expect(text).toContain('0801,,,,,,2,Not in the service,')
  expect(text).not.toContain('secret')
  expect(text).not.toContain('1004')
  await exportAs(user, 'Download 1 row', 'xlsx')
  await waitFor(() => expect(saved).toHaveLength(2))
  expect(saved[1]?.name).toBe('reconcile-missing.xlsx')
  expect((await savedCells(saved[1]))[1]).toEqual(['0801', '', '', '', '', '', '2', 'Not in the service'])
})

test('compares a workbook sheet by sheet', async () => {
  const { user, container } = await open()
  const input = container.querySelector<HTMLInputElement>('input[type=file]')
  if (input === null) throw new Error('no file input')
  const team = await workbookFile(
    'team.xlsx',
    { name: 'North', rows: [['Number'], ['1000'], [1004]] },
    { name: 'South', rows: [['Number'], ['0801'], [{ raw: '46082', format: 'date' }]] },
  )
  await user.upload(input, team)
  await screen.findByText('2 of 2 numbers looked up')
  await share(/^Matches 2$/)
  await user.selectOptions(screen.getByLabelText('Sheet'), 'South')
  await screen.findByText('1 of 1 number looked up')
  expect((await rowsOf()).map((cells) => cells.slice(0, 4))).toEqual([
    ['0801', '2', 'Not in the service', ''],
    [
      '2026-03-01',
      '3',
      'Error in the row',
      expect.stringContaining('The spreadsheet program turned this into a date'),
    ],
  ])
})

describe('missing numbers', () => {
  test('are planned and created with their passwords, without existing numbers or rows with errors', async () => {
    const { paste, user } = await open()
    await paste([
      'Number\tCodec\tPassword',
      '1000\tOpus\t',
      '0811\tOpus\tsecret-of-0811',
      '0812\tOpus\tshort',
    ])
    await screen.findByText('1 more is missing but has errors in its row. Correct it above.')
    await user.click(await button('Create 1 missing number'))
    const plan = await screen.findByRole('region', { name: 'Create missing numbers' })
    expect(document.activeElement?.textContent).toBe('Create missing numbers')
    expect(within(plan).getByPlaceholderText('Missing from Pasted cells')).toBeTruthy()
    await user.click(within(plan).getByRole('button', { name: /^Create 1\b|^Start/ }))
    await waitFor(() => expect(address()).toMatch(/^\/jobs\/[0-9a-f-]{36}$/))
    await waitFor(async () => {
      const answer = await backend().fetch('/api/extensions/0811')
      expect(answer.status).toBe(200)
    })
    expect((await backend().fetch('/api/extensions/0812')).status).toBe(404)
  })

  test('lead back from the plan to the same comparison', async () => {
    const { paste, user } = await open()
    await paste(['0815', '1000'])
    const create = await button('Create 1 missing number')
    await user.click(create)
    expect(screen.queryByRole('table', { name: 'Sheet and service compared' })).toBeNull()
    await user.click(await button('Back to the comparison'))
    expect(await rowsOf()).toHaveLength(2)
    expect(document.activeElement).toBe(create)
  })
})

test('shows the page in Chinese', async () => {
  const { paste } = await open('', 'zh')
  await paste(['号码\t姓名', '1000\t查无此人', '0816\t查无此人'])
  await screen.findByText('已查询 2 / 2 个号码')
  await screen.findByText(/^已比较：号码、姓名。/)
  await button('创建缺少的 1 个号码')
  const shown = await screen.findByRole('table', { name: '表格与服务对照' })
  expect(within(shown).getByText('未开通')).toBeTruthy()
  expect(within(shown).getByText('不一致')).toBeTruthy()
})
