import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod'
import { listNumbers, readFresh } from '#contract/numbers.ts'
import { heldAnswers } from './held-answers.ts'
import { address, enter, heading, setUpConsole } from './render-app.tsx'
import { cellsOf, exportAs, savedFiles } from './saved-files.ts'

const { backend, renderApp } = setUpConsole()

const table = () => screen.findByRole('table', { name: 'Numbers' })
const rows = async () => [...(await table()).querySelectorAll<HTMLElement>('tbody tr')]
const searchLabel = '1010, *88, 20??, 5 in a row, person or label'
const button = (name: string | RegExp) => screen.getByRole('button', { name })

/** Requests a list, and waits until the inventory has recorded its numbers. */
async function observe(path = '/api/extensions/idle?pageSize=100') {
  await backend().signInAs('supervisor')
  await backend().fetch(path)
  await backend().fetch('/api/numbers/fresh?numbers=1000')
}

describe('numbers', () => {
  test('filters by number and state in the URL, and pages in both directions', async () => {
    await observe()
    // On a busy machine, the console looks up the gaps during the test: no number may be new between the two pages.
    for (const from of [1000, 1020, 1040]) {
      const numbers = Array.from({ length: 20 }, (_, index) => from + index).join()
      expect((await backend().fetch(`/api/numbers/fresh?numbers=${numbers}`)).status).toBe(200)
    }
    const { user } = await renderApp({ path: '/numbers?pageSize=20', as: 'supervisor' })
    await waitFor(async () => expect(await rows()).toHaveLength(20))
    const number = async () => (await rows())[0]?.querySelector('a')?.textContent ?? ''
    // Rows have no number while they are loading.
    await waitFor(async () => expect(await number()).not.toBe(''))
    const first = await number()
    // The buttons belong to the previous page until the requested page is loaded.
    const press = async (name: string) => {
      await waitFor(() => expect(button(name)).toHaveProperty('disabled', false))
      await user.click(button(name))
    }
    await press('Next page')
    await waitFor(async () => expect(['', first]).not.toContain(await number()))
    expect(address()).toMatch(/page=2/)
    await press('Previous page')
    await waitFor(async () => expect(await number()).toBe(first))
    await press('Last page')
    await waitFor(() => expect(address()).toMatch(/^\/numbers\?pageSize=20&page=\d+$/))
    await press('First page')
    await waitFor(() => expect(address()).toBe('/numbers?pageSize=20'))

    await user.click(await screen.findByRole('link', { name: /^Reserved.* 0$/ }))
    await screen.findByText('No results for these filters')
    expect(address()).toBe('/numbers?pageSize=20&state=reserved')
    await user.click(screen.getAllByRole('button', { name: 'Clear filters' })[0] ?? document.body)
    await user.click(await screen.findByRole('button', { name: 'Number' }))
    await waitFor(() => expect(address()).toBe('/numbers?pageSize=20&order=desc'))
    await enter(user, screen.getByRole('textbox', { name: searchLabel }), '*88')
    await waitFor(() => expect(address()).toBe('/numbers?pageSize=20&order=desc&search=*88'))
    await waitFor(async () => expect(await number()).toMatch(/88$/))
    // Only the open tab has a count of what the search finds.
    const tabs = within(screen.getByRole('navigation', { name: 'Numbers by state' }))
    await waitFor(async () =>
      expect(
        tabs.getAllByRole('link').map(({ textContent }) => textContent.trim().replace('≥ ', '')),
      ).toEqual([
        // While the console reads the service, there may be more.
        `All ${(await rows()).length}`,
        'Free',
        'Reserved',
        'Bound',
        'Unavailable',
        ...tabs
          .queryAllByRole('link', { name: /^(Unknown|Gone)/ })
          .map(({ textContent }) => textContent.trim()),
        'Pools',
      ]),
    )
  })

  test('keeps a selection across pages, counts and copies it, says that the browser refused to copy, and clears it with another filter', async () => {
    await observe()
    const { user } = await renderApp({ path: '/numbers?pageSize=20', as: 'supervisor' })
    const boxes = () => [
      ...document.querySelectorAll<HTMLElement>('[type=checkbox][aria-label^="Select extension "]'),
    ]
    await waitFor(() => expect(boxes()).toHaveLength(20))
    await user.click(boxes()[0] ?? document.body)
    await screen.findByText('1 selected')
    await user.click(button('Next page'))
    await waitFor(() => expect(address()).toMatch(/page=2/))
    await waitFor(() => expect(boxes().filter((box) => box.matches(':checked'))).toHaveLength(0))
    await user.click(screen.getByRole('checkbox', { name: 'Select all numbers on this page' }))
    await screen.findByText('21 selected')
    await user.click(await screen.findByRole('button', { name: /^Select all \d+$/ }))
    const summary = (await screen.findByText(/^All \d+ matching selected$/)).textContent
    const total = Number(/\d+/.exec(summary)?.[0])
    const ext = /\d+/.exec(boxes()[3]?.getAttribute('aria-label') ?? '')?.[0]
    await user.click(boxes()[3] ?? document.body)
    // The inventory grows during the test.
    const selected = (await screen.findByText(/^\d+ selected$/)).textContent
    expect(Number.parseInt(selected, 10)).toBeGreaterThanOrEqual(total - 1)
    await user.click(button('First page'))
    await waitFor(() => expect(address()).not.toMatch(/page=2/))
    await waitFor(() => expect(boxes().filter((box) => box.matches(':checked'))).toHaveLength(20))
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await user.click(button('Copy numbers'))
    await waitFor(() => expect(write).toHaveBeenCalledTimes(1))
    const copied = write.mock.calls[0]?.[0].split('\n') ?? []
    expect(copied.length).toBeGreaterThanOrEqual(total - 1)
    expect(copied).not.toContain(ext)
    write.mockRejectedValue(new DOMException('', 'NotAllowedError'))
    await user.click(button('Copy numbers'))
    await screen.findByText(/Your browser didn't allow copying/)
    expect(screen.queryByText(/unexpected response/)).toBeNull()
    write.mockRestore()
    await enter(user, screen.getByRole('textbox', { name: searchLabel }), '10')
    await waitFor(() => expect(address()).toContain('search=10'))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull())
  })

  test('shows how many rows an export holds, and updates the count of the list', async () => {
    const saved = savedFiles()
    const create = async (ext: string) => {
      const headers = {
        'idempotency-key': 'e'.repeat(20) + ext,
        'content-type': 'application/json',
        'x-console': '1',
      }
      const body = JSON.stringify({ ext })
      const answer = await backend().fetch('/api/extensions', { method: 'POST', headers, body })
      expect(answer.status).toBe(200)
      // This request is answered once the inventory has recorded the number.
      await backend().fetch(`/api/numbers/fresh?numbers=${ext}`)
    }
    await backend().signInAs('admin')
    await create('99001')
    await create('99002')
    // Until everything was looked up, lists and files say that they may be incomplete.
    await waitFor(async () => {
      expect(await (await backend().fetch('/api/numbers/status')).text()).toContain('"boundScan":null')
    })
    const { user } = await renderApp({ path: '/numbers?search=990' })
    await screen.findByText(/^1–2 of 2$/)
    await create('99003')
    await exportAs(user, 'Export', 'plain')
    await screen.findByText('Saved numbers.csv: 3 rows.')
    const csv = await saved[0]?.file.text()
    expect(csv?.trim().split('\r\n')).toHaveLength(4)
    await screen.findAllByText(/^1–3 of 3$/)
    await exportAs(user, 'Export', 'xlsx')
    await screen.findByText('Saved numbers.xlsx: 3 rows.')
    expect((await cellsOf(saved[1])).map(([ext]) => ext)).toEqual(['ext', '99001', '99002', '99003'])
  })

  test('names a holder with work number and department, and looks up a number that was never seen', async () => {
    await observe()
    const { items } = listNumbers.answer.parse(
      await (await backend().fetch('/api/numbers?search=1000')).json(),
    )
    const { agentUuid = null, agentName = null } = items[0] ?? {}
    await backend().signInAs('admin')
    await backend().fetch('/api/people/import', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-console': '1' },
      body: JSON.stringify({
        rows: [{ agentUuid, workNumber: '66001', name: agentName, department: 'Sales' }],
      }),
    })
    const { user } = await renderApp({ path: '/numbers?search=1000', as: 'supervisor' })
    const holder = { name: `${agentName} · Work no. 66001 · Sales` }
    await within(await table()).findByRole('link', holder)
    await user.click(button('Show 1000 beside the list'))
    const beside = within(await screen.findByRole('complementary', { name: 'Number 1000' }))
    await beside.findByRole('link', holder)
    // Not since the console first saw it, but since the service bound it.
    expect(beside.getByText('In this state since').closest('div')?.textContent).toMatch(/years? ago$/)
    await user.click(beside.getByRole('button', { name: 'Close' }))
    const field = screen.getByRole('textbox', { name: searchLabel })
    await user.clear(field)
    await enter(user, field, '99999999')
    await user.click(await screen.findByRole('button', { name: 'Look up 99999999 on the phone platform' }))
    expect(await screen.findByText("The phone platform doesn't have 99999999 either.")).toBeTruthy()
  })

  test('saves, shares, opens and removes a view', async () => {
    await observe()
    const { user } = await renderApp({ path: '/numbers?search=10&state=free', as: 'supervisor' })
    await table()
    await user.click(button('Saved views'))
    await user.click(await screen.findByRole('menuitem', { name: 'Save this view' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    dialog.getByText('Enter a name of 60 characters or fewer')
    await enter(user, dialog.getByRole('textbox', { name: 'Name' }), 'Free tens')
    await user.click(dialog.getByRole('checkbox', { name: 'Show to all users' }))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await screen.findByRole('button', { name: 'Free tens' })
    await user.click(screen.getByRole('link', { name: 'Numbers' }))
    await waitFor(() => expect(address()).toBe('/numbers'))
    await user.click(button('Saved views'))
    await user.click(await screen.findByRole('menuitem', { name: /Free tens/ }))
    await waitFor(() => expect(address()).toBe('/numbers?search=10&state=free'))
    await user.click(button('Free tens'))
    await user.click(await screen.findByRole('menuitem', { name: 'Remove “Free tens”' }))
    await screen.findByRole('button', { name: 'Saved views' })
  })
})

describe('refreshing a selection', () => {
  const selectAll = async () => {
    await observe()
    const { user } = await renderApp({ path: '/numbers?pageSize=20&search=100', as: 'supervisor' })
    await user.click(await screen.findByRole('checkbox', { name: 'Select extension 1000' }))
    await user.click(await screen.findByRole('button', { name: /^Select all \d+$/ }))
    await screen.findByText(/^All \d+ matching selected$/)
    return user
  }
  const reads = () => backend().requests.filter(({ path }) => path === '/api/numbers/fresh')

  test('reports that either of its requests failed, can be retried, and says how many numbers could not be refreshed', async () => {
    onTestFinished(() => {
      vi.stubGlobal('fetch', backend().fetch)
    })
    const user = await selectAll()
    const refreshWithout = async (lost: string) => {
      vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
        if (path.startsWith(lost)) throw new TypeError('Failed to fetch')
        return backend().fetch(path, init)
      })
      await user.click(button('Refresh selected'))
      await screen.findByText("The console's server isn't responding")
      vi.stubGlobal('fetch', backend().fetch)
    }
    await refreshWithout('/api/numbers/numbers')
    await user.click(button('Refresh selected'))
    await screen.findByText(/^\d+ numbers refreshed$/)
    expect(screen.queryByText("The console's server isn't responding")).toBeNull()
    await refreshWithout('/api/numbers/fresh')
    // The service reports an error for every number but one.
    vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
      const answer = await backend().fetch(path, init)
      if (!path.startsWith('/api/numbers/fresh')) return answer
      const { items } = readFresh.answer.parse(await answer.json())
      return Response.json({
        items: items.map((each) => (each.ext === '1000' ? each : { ...each, problem: 'upstream-internal' })),
      })
    })
    await user.click(button('Refresh selected'))
    await screen.findByText(/^1 of \d+ numbers refreshed$/)
    expect(screen.queryByText("The console's server isn't responding")).toBeNull()
  })

  test('stops when the page is left, and the selection ends', async () => {
    const user = await selectAll()
    const { release } = heldAnswers(backend(), (_method, path) => path.startsWith('/api/numbers/fresh'))
    await user.click(button('Refresh selected'))
    await waitFor(() => expect(reads()).toHaveLength(1))
    await user.click(screen.getByRole('link', { name: 'People' }))
    await heading('People')
    release()
    await backend().waitForIdle()
    expect(reads()).toHaveLength(1)
    act(() => window.history.back())
    await table()
    expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull()
  })
})

test('says since when a number is in its state, and when it was first seen where it may have been so before', async () => {
  await observe()
  await backend().fetch('/api/numbers/fresh?numbers=1001')
  await renderApp({ path: '/numbers?search=100', as: 'supervisor' })
  const timeOf = async (state: string) => {
    const row = (await rows()).find((each) => each.textContent.includes(state))
    return row?.querySelectorAll('td')[3]?.textContent
  }
  await waitFor(async () => expect(await timeOf('Free')).toMatch(/^first seen \w{3} \d+, \d\d:\d\d$/))
  // The service says since when a number is bound.
  expect(await timeOf('Bound')).toMatch(/^\d+ \w+ ago$/)
})

test('says what the service answered about a number also when the list changes at once', async () => {
  await observe()
  await backend().fetch('/api/numbers/fresh?numbers=1005')
  const { user } = await renderApp({ path: '/numbers?search=10', as: 'supervisor' })
  const row = await screen.findByRole('button', { name: 'Refresh extension 1005' })
  const log = screen.getByRole('log')
  const { release } = heldAnswers(backend(), (_method, path) => path.startsWith('/api/numbers?'))
  await user.click(await screen.findByRole('link', { name: /^Free/ }))
  await user.click(row)
  await waitFor(() => expect(log.lastElementChild?.textContent).toMatch(/^1005: /))
  release()
  await waitFor(() => expect(log.lastElementChild?.textContent).toMatch(/^\d+–\d+ of \d+$/))
  expect(log.textContent).toContain('1005: ')
})

test('says what the service answered about a number whose row is no longer listed', async () => {
  await observe()
  await backend().fetch('/api/numbers/fresh?numbers=1005')
  const { user } = await renderApp({ path: '/numbers?search=1005', as: 'supervisor' })
  const row = await screen.findByRole('button', { name: 'Refresh extension 1005' })
  const { release } = heldAnswers(backend(), (_method, path) => path.startsWith('/api/numbers/fresh'))
  await user.click(row)
  await user.click(await screen.findByRole('link', { name: /^Free/ }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Refresh extension 1005' })).toBeNull())
  release()
  const log = screen.getByRole('log')
  await waitFor(() => expect(log.lastElementChild?.textContent).toMatch(/^1005: /))
})

test('keeps a typed agent name while the list without the chosen agent loads', async () => {
  await observe()
  for (let ext = 1001; ext <= 1007; ext++) await backend().fetch(`/api/numbers/fresh?numbers=${ext}`)
  const agents = z.object({ items: z.array(z.object({ agentUuid: z.string(), name: z.string() })) })
  const answer: unknown = await (await backend().fetch('/api/people?state=number')).json()
  const [one, ...others] = agents.parse(answer).items
  const other = others.at(-1)
  const { user } = await renderApp({ path: `/numbers?agentUuid=${one?.agentUuid}`, as: 'supervisor' })
  const field = await screen.findByRole('combobox', { name: 'Person' })
  await waitFor(() => expect(field).toHaveProperty('value', one?.name))
  await user.tripleClick(field)
  await user.keyboard(other?.name ?? '')
  const offered = await screen.findByRole('option', { name: new RegExp(other?.name ?? '') })
  expect(field).toHaveProperty('value', other?.name)
  await user.click(offered)
  await waitFor(() => expect(address()).toBe(`/numbers?agentUuid=${other?.agentUuid}`))
})

test('finds the agent of a work number that the directory does not know', async () => {
  const { user } = await renderApp({ path: '/numbers?search=100', as: 'supervisor' })
  await user.click(await screen.findByRole('button', { name: 'Filters' }))
  await enter(user, await screen.findByRole('combobox', { name: 'Person' }), '1035')
  await user.click(await screen.findByRole('option', { name: 'Look up 1035 in the phone platform' }))
  await waitFor(() => expect(address()).toMatch(/^\/numbers\?search=100&agentUuid=[0-9a-f]{32}$/))
})

test('says that more people match than the picker lists', async () => {
  await backend().signInAs('admin')
  const rows = Array.from({ length: 12 }, (_, n) => ({ name: 'Sam Many', agentUuid: `sam-many-${n}0000` }))
  await backend().fetch('/api/people/import', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-console': '1' },
    body: JSON.stringify({ rows }),
  })
  const { user } = await renderApp({ path: '/numbers?search=100', as: 'supervisor' })
  await user.click(await screen.findByRole('button', { name: 'Filters' }))
  await enter(user, await screen.findByRole('combobox', { name: 'Person' }), 'Sam Many')
  await screen.findByText('2 more match. Type more of the name, or the work number.')
  expect(screen.getAllByRole('option', { name: /^Sam Many/ })).toHaveLength(10)
})

test('shows the reserved state in the list, the filter, the idle list and on the number’s page', async () => {
  await observe()
  const { items } = listNumbers.answer.parse(
    await (await backend().fetch('/api/numbers?state=free&pageSize=1')).json(),
  )
  const ext = items[0]?.ext ?? ''
  await backend().fetch('/api/reservations', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-console': '1', 'idempotency-key': 'a-reserved-state' },
    body: JSON.stringify({ items: [{ ext, agentUuid: '9348ee74c2cefd4740db23a3b5bf4a0d' }] }),
  })
  const view = await renderApp({ path: '/numbers?state=reserved', as: 'supervisor' })
  await waitFor(async () => expect(await rows()).toHaveLength(1))
  const [row] = await rows()
  await waitFor(() => expect(row?.textContent).toContain(ext))
  expect(within(row ?? document.body).getByText('Reserved')).toBeTruthy()
  await within(row ?? document.body).findByRole('button', { name: `Extend or move ${ext}` })
  expect(await screen.findByRole('link', { name: /^Reserved.* 1$/, current: 'page' })).toBeTruthy()
  view.unmount()

  const idle = await renderApp({ path: `/extensions/idle?ext=${ext}`, as: 'supervisor' })
  await screen.findByText(/^1 of them is reserved\./)
  await within(await screen.findByRole('table', { name: 'Idle extensions' })).findByText('Reserved')
  idle.unmount()
  const { user } = await renderApp({ path: `/extensions/${ext}`, as: 'supervisor' })
  await heading(`Extension ${ext}`)
  await screen.findByText('Reserved')
  await user.click(await screen.findByRole('button', { name: `Extend or move ${ext}` }))
  await screen.findByRole('dialog', { name: `Extend or move ${ext}` })
})

test('reads the history of a number after the number itself, which may record its holder', async () => {
  const number = heldAnswers(backend(), (_method, path) => path === '/api/numbers/fresh?numbers=1100')
  await renderApp({ path: '/numbers?number=1100', as: 'supervisor' })
  const beside = within(await screen.findByRole('complementary', { name: 'Number 1100' }))
  await table()
  expect(backend().requests.filter(({ path }) => path.endsWith('/history'))).toEqual([])
  number.release()
  await within(await beside.findByRole('list', { name: 'Bindings over time' })).findByRole('link')
})

test('offers a supervisor no columns of the service’s raw fields', async () => {
  await observe()
  const { user, unmount } = await renderApp({ path: '/numbers?search=1000', as: 'supervisor' })
  await user.click(await screen.findByRole('button', { name: 'View' }))
  await screen.findByRole('checkbox', { name: 'Language (codec)' })
  for (const name of ['Domain', 'Agent UUID']) expect(screen.queryByRole('checkbox', { name })).toBeNull()
  unmount()
  const asAdmin = await renderApp({ path: '/numbers?search=1000' })
  await asAdmin.user.click(await screen.findByRole('button', { name: 'View' }))
  await screen.findByRole('checkbox', { name: 'Agent UUID' })
})

test('keeps order and page size on another tab and on the next visit, but not in a saved view', async () => {
  await observe()
  const { user, unmount } = await renderApp({ path: '/numbers', as: 'supervisor' })
  await user.click(await screen.findByRole('button', { name: 'Number' }))
  await waitFor(() => expect(address()).toBe('/numbers?order=desc'))
  await user.click(screen.getByRole('link', { name: /^Free/ }))
  await waitFor(() => expect(address()).toBe('/numbers?order=desc&state=free'))
  await user.click(button('Saved views'))
  await user.click(await screen.findByRole('menuitem', { name: 'Save this view' }))
  const dialog = within(await screen.findByRole('dialog'))
  await enter(user, dialog.getByRole('textbox', { name: 'Name' }), 'Free ones')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByRole('button', { name: 'Free ones' })
  const views = await (await backend().fetch('/api/views?page=numbers')).json()
  expect(views).toMatchObject({ items: [{ name: 'Free ones', query: 'state=free' }] })
  unmount()

  await renderApp({ path: '/numbers', as: 'supervisor' })
  await rows()
  expect(backend().requests).toContainEqual(
    expect.objectContaining({ path: '/api/numbers', search: expect.stringContaining('order=desc') }),
  )
})

test('sorts by every column', async () => {
  await observe()
  const columns =
    'ext,state,agent,stateSince,langCodeTxt,labels,domain,agentUuid,bindStatus,status,enabled,extType,bindTime,creationTime,firstSeenAt,next'
  const { user } = await renderApp({ path: `/numbers?search=1000&columns=${columns}`, as: 'admin' })
  await rows()
  const headers = within(await table()).getAllByRole('columnheader')
  expect(headers).toHaveLength(columns.split(',').length)
  for (const header of headers.slice(0, -1)) within(header).getByRole('button')
  await user.click(button('Labels'))
  await waitFor(() => expect(address()).toContain('sort=labels'))
  await waitFor(() =>
    expect(screen.getByRole('columnheader', { name: /^Labels/ }).ariaSort).toBe('ascending'),
  )
})

test('counts a search and a tab that are chosen at once', async () => {
  await observe()
  const { user } = await renderApp({ path: '/numbers', as: 'supervisor' })
  await rows()
  await user.type(screen.getByRole('textbox', { name: searchLabel }), '10')
  await user.click(screen.getByRole('link', { name: /^Free/ }))
  await waitFor(() => expect(address()).toBe('/numbers?search=10&state=free'))
  // The tab shows the state, so the search alone has a chip.
  const chips = within(await screen.findByRole('region', { name: 'Active filters' }))
  expect(chips.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Search: 10',
    'Clear filters',
  ])
  await user.click(chips.getByRole('button', { name: 'Remove filter Search: 10' }))
  await waitFor(() => expect(address()).toBe('/numbers?state=free'))
  expect(screen.getByRole('textbox', { name: searchLabel })).toHaveProperty('value', '')
})

test('looks for runs under the other filters, and keeps them with their chips', async () => {
  await renderApp({ path: '/numbers?search=2+in+a+row&label=Front', as: 'supervisor' })
  const chips = within(await screen.findByRole('region', { name: 'Active filters' }))
  expect(chips.getByRole('button', { name: 'Remove filter Label: Front' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Filters' })).toBeTruthy()
  await screen.findByText(/^No run of 2 free numbers\./)
  expect(backend().requests).toContainEqual(
    expect.objectContaining({ path: '/api/numbers/runs', search: '?label=Front&search=2+in+a+row' }),
  )
})

test('says how to search for numbers when a text finds nothing', async () => {
  await renderApp({ path: '/numbers?search=five+together', as: 'supervisor' })
  expect(
    await screen.findByText(/^No person or label has this name\. For numbers, type 1010, \*88/),
  ).toBeTruthy()
})

test('shows twenty runs, and more when they are asked for', async () => {
  const items = Array.from({ length: 45 }, (_, index) => {
    const from = 70_000 + 10 * index
    return { from: String(from), to: String(from + 1), length: 2 }
  })
  onTestFinished(() => void vi.stubGlobal('fetch', backend().fetch))
  vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
    path.startsWith('/api/numbers/runs?')
      ? Promise.resolve(Response.json({ items, total: items.length }))
      : backend().fetch(path, init),
  )
  const { user } = await renderApp({ path: '/numbers?search=2+in+a+row', as: 'supervisor' })
  await screen.findByText(/^45 runs of 2 or more/)
  const more = await screen.findByRole('button', { name: 'Show 20 more runs' })
  const runs = within(screen.getByRole('table', { name: 'Runs of free numbers' }))
  const shown = () => runs.getAllByRole('row').length - 1
  expect(shown()).toBe(20)
  await user.click(more)
  await user.click(screen.getByRole('button', { name: 'Show 5 more runs' }))
  expect(shown()).toBe(45)
})

test('speaks of one run as one', async () => {
  onTestFinished(() => void vi.stubGlobal('fetch', backend().fetch))
  vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
    path.startsWith('/api/numbers/runs?')
      ? Promise.resolve(Response.json({ items: [{ from: '7000', to: '7004', length: 5 }], total: 1 }))
      : backend().fetch(path, init),
  )
  await renderApp({ path: '/numbers?search=5+in+a+row', as: 'supervisor' })
  expect(await screen.findByText(/^1 run of 5 or more/)).toBeTruthy()
})

test('shows a number beside the list, with its next step, and runs of free numbers', async () => {
  await observe()
  const { user } = await renderApp({ path: '/numbers?search=100&state=free', as: 'supervisor' })
  await waitFor(() => expect(address()).toBe('/numbers?search=100&state=free'))
  await user.click(
    (await screen.findAllByRole('button', { name: /^Show \d+ beside the list$/ }))[0] ?? document.body,
  )
  const panel = within(await screen.findByRole('complementary', { name: /^Number 100\d$/ }))
  expect(address()).toMatch(/&number=100\d$/)
  const ext = /\d+$/.exec(address())?.[0]
  await user.click(await panel.findByRole('button', { name: 'Reserve…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Reserve a number' }))
  expect(await dialog.findByRole('radio', { name: `${ext} your choice`, checked: true })).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await user.click(panel.getByRole('button', { name: 'Close' }))
  const field = screen.getByRole('textbox', { name: searchLabel })
  await user.clear(field)
  await enter(user, field, '2 in a row')
  await user.click(
    (await screen.findAllByRole('button', { name: /^Select 2 from \d+$/ }))[0] ?? document.body,
  )
  await screen.findByText('2 selected')
  // The runs are no list whose every match could be selected.
  expect(screen.queryByRole('button', { name: /^Select all/ })).toBeNull()
  await user.click(
    within(screen.getByRole('region', { name: 'Selection' })).getByRole('button', { name: 'Reserve' }),
  )
  await heading('Reserve in bulk')
  const [from = '', to = ''] = /numbers=(\d+),(\d+)$/.exec(address())?.slice(1) ?? []
  expect(Number(to)).toBe(Number(from) + 1)
  expect(screen.getByRole('textbox', { name: 'Numbers' })).toHaveProperty('value', `${from},${to}`)
})
