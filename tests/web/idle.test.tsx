import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { openReservations } from '#contract/reservations.ts'
import { heldAnswers } from './held-answers.ts'
import { boundAgent, reserveElsewhere } from './known-people.ts'
import { address, enter, heading, setUpConsole } from './render-app.tsx'
import { cellsOf, exportAs, savedFiles } from './saved-files.ts'

const { backend, renderApp } = setUpConsole()

const table = () => screen.findByRole('table', { name: 'Idle extensions' })
const numbers = async () => [...(await table()).querySelectorAll('a[href]')].map((link) => link.textContent)
const asked = () => backend().requests.filter(({ path }) => path === '/api/extensions/idle')

describe('the list of idle extensions', () => {
  test('exports the whole filtered list as a workbook', async () => {
    const saved = savedFiles()
    const { user } = await renderApp({ path: '/extensions/idle?ext=10' })
    await waitFor(async () => expect(await numbers()).toHaveLength(20))
    await exportAs(user, 'Export', 'xlsx')
    await screen.findByText(/^Saved idle\.xlsx: \d+ rows\.$/)
    const [header, ...rows] = await cellsOf(saved[0])
    expect(header?.slice(0, 3)).toEqual(['ext', 'langCodeTxt', 'companyId'])
    expect(rows.length).toBeGreaterThan(20)
    expect(rows.every(([ext]) => ext?.startsWith('10'))).toBe(true)
    expect(backend().requests).toContainEqual(
      expect.objectContaining({ path: '/api/extensions/idle/export.csv', search: '?ext=10' }),
    )
  })

  test('shows a page, the total and a document title, prefetches the next page, which follows the first, and keeps it in the URL', async () => {
    const { user } = await renderApp({ path: '/extensions/idle' })
    await heading('Numbers')
    await waitFor(async () => expect(await numbers()).toHaveLength(20))
    expect(document.title).toBe('Numbers · Extension Console')
    expect(screen.getByText(/^1–20 of \d+$/)).toBeTruthy()
    const first = await numbers()
    await waitFor(() => expect(asked().map(({ search }) => search)).toContain('?page=2&pageSize=20'))
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    await waitFor(() => expect(address()).toBe('/extensions/idle?page=2'))
    await waitFor(async () => expect(await numbers()).not.toEqual(first))
    expect(new Set([...first, ...(await numbers())]).size).toBe(40)
  })

  test('shows the same rows for a shared link, and sends the start of the number', async () => {
    await renderApp({ path: '/extensions/idle?ext=%E2%80%AA１２%E2%80%AC&pageSize=50' })
    await waitFor(async () => expect((await numbers()).length).toBeGreaterThan(0))
    expect((await numbers()).every((number) => number?.startsWith('12'))).toBe(true)
    expect(screen.getByLabelText('Number starts with')).toHaveProperty('value', '12')
    expect(asked()[0]?.search).toBe('?ext=12&page=1&pageSize=50')
  })

  test('searches when typing pauses, and rejects letters at once', async () => {
    const { user } = await renderApp({ path: '/extensions/idle?page=2' })
    await table()
    await enter(user, screen.getByLabelText('Number starts with'), '10x')
    expect(await screen.findByText('Contains the letter x')).toBeTruthy()
    await user.keyboard('{Backspace}')
    await waitFor(() => expect(address()).toBe('/extensions/idle?ext=10'))
  })

  test('shows a filter as a pill that can be removed', async () => {
    const { user } = await renderApp({ path: '/extensions/idle?operatorUserId=op-1' })
    const pills = await screen.findByRole('region', { name: 'Active filters' })
    await user.click(within(pills).getByRole('button', { name: 'Remove filter Operator user ID: op-1' }))
    await waitFor(() => expect(address()).toBe('/extensions/idle'))
  })

  test('reports an empty result, and clears the filters', async () => {
    const { user } = await renderApp({ path: '/extensions/idle?ext=777777' })
    await screen.findByRole('heading', { name: 'No results for these filters' })
    await user.click(screen.getAllByRole('button', { name: 'Clear filters' })[0] ?? document.body)
    await waitFor(async () => expect(await numbers()).toHaveLength(20))
  })

  test('reports a page past the end of the filtered list, and leads back to its rows', async () => {
    const { user } = await renderApp({ path: '/extensions/idle?ext=12&page=9' })
    await screen.findByRole('heading', { name: 'This page is past the end of the list' })
    await user.click(screen.getAllByRole('button', { name: 'First page' })[0] ?? document.body)
    await waitFor(async () => expect((await numbers()).length).toBeGreaterThan(0))
    expect(address()).toBe('/extensions/idle?ext=12')
  })

  test('offers time zones by name, and sends the ID', async () => {
    const { user } = await renderApp({ path: '/extensions/idle' })
    await table()
    await user.click(screen.getByRole('button', { name: 'Filters' }))
    const panel = await screen.findByRole('region', { name: 'Filters' })
    const picker = await within(panel).findByRole('combobox', { name: 'Time zone ID' })
    await user.click(picker)
    await enter(user, picker, 'Asia/Shanghai')
    await user.click(await screen.findByRole('option', { name: /^GMT\+08:00/ }))
    await waitFor(() => expect(address()).toBe('/extensions/idle?timezoneid=Asia/Shanghai'))
  })

  test('adds a chosen column, and keeps it in the URL', async () => {
    const { user } = await renderApp({ path: '/extensions/idle' })
    await table()
    await user.click(await screen.findByRole('button', { name: 'View' }))
    await user.click(await screen.findByRole('checkbox', { name: 'Company ID' }))
    expect(await within(await table()).findByRole('columnheader', { name: 'Company ID' })).toBeTruthy()
    expect(new URLSearchParams(window.location.search).get('columns')?.split(',')).toContain('companyId')
  })

  test('shows a supervisor no agent record', async () => {
    await renderApp({ path: '/extensions/idle?record=open', as: 'supervisor' })
    const card = await screen.findByRole('region', { name: 'First free number' })
    await within(card).findByRole('link')
    expect(within(card).queryByRole('button', { name: /agent record/ })).toBeNull()
    expect(within(card).queryByText('agentID')).toBeNull()
  })

  test('requests the first idle number for an agent by name, or by a typed work number', async () => {
    const { uuid, name } = await boundAgent(backend())
    const { user } = await renderApp({ path: '/extensions/idle' })
    const card = within(await screen.findByRole('region', { name: 'First free number' }))
    const field = await card.findByRole('combobox', { name: /^For agent/ })
    await user.click(field)
    await user.keyboard(name)
    await user.click(await screen.findByRole('option', { name: new RegExp(`${name}.*1000`) }))
    await waitFor(() => expect(address()).toBe(`/extensions/idle?agentId=${uuid}`))
    await user.clear(field)
    await user.keyboard('op-77')
    await user.click(await screen.findByRole('option', { name: 'op-77' }))
    await waitFor(() => expect(address()).toBe('/extensions/idle?agentId=op-77'))
  })

  test('switches to Chinese without a reload, and remembers the choice', async () => {
    const { user } = await renderApp({ path: '/extensions/idle' })
    await heading('Numbers')
    await user.click(screen.getByRole('button', { name: '中文' }))
    await heading('号码')
    await waitFor(() => expect(document.documentElement.lang).toBe('zh-CN'))
    expect(localStorage.getItem('extension-console.language')).toBe('"zh"')
  })
})

describe('the list of idle extensions with errors', () => {
  test('shows an error of the service with its code, a request ID and a retry', async () => {
    await renderApp({ path: '/extensions/idle?ext=990006' })
    const state = await screen.findByRole('alert')
    expect(within(state).getByRole('heading', { name: /restricted/ })).toBeTruthy()
    expect(within(state).getByText(/330144/)).toBeTruthy()
    expect(within(state).getByText(/^Request [\w-]{8,}/)).toBeTruthy()
    expect(within(state).getByRole('button', { name: 'Try again' })).toBeTruthy()
  })

  test('prefetches the next page only once while the BFF is down', async () => {
    const { user } = await renderApp({ path: '/extensions/idle' })
    const asked = (page: number) =>
      backend().requests.filter(({ search }) => search.startsWith(`?page=${page}&`)).length
    await waitFor(() => expect(asked(2)).toBe(1))
    backend().setDown(true)
    await user.click(await screen.findByRole('button', { name: 'Next page' }))
    await waitFor(() => expect(asked(3)).toBe(1))
    await backend().waitForIdle()
    expect(asked(3)).toBe(1)
  })

  test('shows a banner while the BFF is down, keeps the rows, and refreshes them on retry', async () => {
    const { user } = await renderApp({ path: '/extensions/idle' })
    await waitFor(async () => expect((await numbers()).length).toBeGreaterThan(0))
    backend().setDown(true)
    await user.type(screen.getByLabelText('Number starts with'), '12')
    await screen.findByText(/The console's server isn't responding\./)
    // Every request sent so far must fail before the backend is up again.
    await backend().waitForIdle()
    backend().setDown(false)
    await user.click(screen.getAllByRole('button', { name: 'Try again' })[0] ?? document.body)
    await waitFor(() => expect(screen.queryByText(/The console's server isn't responding\./)).toBeNull())
    await waitFor(async () =>
      expect((await numbers()).every((number) => number?.startsWith('12'))).toBe(true),
    )
  })

  test('reports a failed refresh in the banner and above the rows, without a toast, and refreshes after a second outage within seconds', async () => {
    const { user, client } = await renderApp({ path: '/extensions/idle' })
    await waitFor(async () => expect((await numbers()).length).toBeGreaterThan(0))
    const banner = /The console's server isn't responding\. What you see/
    const tryAgain = () => screen.getAllByRole('button', { name: 'Try again' })[0] ?? document.body
    backend().setDown(true)
    await client.invalidateQueries()
    await screen.findByText(/^As of/)
    await screen.findByText(banner)
    await backend().waitForIdle()
    expect(screen.queryByText('Could not refresh')).toBeNull()
    backend().setDown(false)
    await user.click(tryAgain())
    await waitFor(() => expect(screen.queryByText(banner)).toBeNull())
    await backend().waitForIdle()

    backend().setDown(true)
    await user.type(screen.getByLabelText('Number starts with'), '12')
    await screen.findByRole('heading', { name: "The console's server isn't responding" })
    await backend().waitForIdle()
    backend().setDown(false)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      fireEvent.click(tryAgain())
      const refreshed = async () => {
        await vi.advanceTimersByTimeAsync(200)
        expect(screen.getByRole('table', { name: 'Idle extensions' }).textContent).toMatch(/\D12\d/)
      }
      await vi.waitFor(refreshed, { interval: 20, timeout: 60_000 })
    } finally {
      vi.useRealTimers()
    }
  })
})

test('calls no reserved number free before the reservations are read', async () => {
  await backend().signInAs('admin')
  const first = z
    .object({ items: z.array(z.object({ ext: z.string() })) })
    .parse(await (await backend().fetch('/api/extensions/idle?page=1&pageSize=20')).json())
  const ext = first.items[0]?.ext ?? ''
  await reserveElsewhere(backend(), ext)
  const reservations = heldAnswers(backend(), (_method, path) => path === openReservations.path)
  await renderApp({ path: '/extensions/idle' })
  const row = () => screen.queryByRole('link', { name: new RegExp(ext) })?.closest('tr')
  // The page has its rows, because it reads the next ones, and time to show them.
  await waitFor(() => expect(asked().map(({ search }) => search)).toContain('?page=2&pageSize=20'))
  await act(() => new Promise((resolve) => setTimeout(resolve, 200)))
  expect(row()).toBeUndefined()
  reservations.release()
  await waitFor(() => expect(row()?.textContent).toContain('Reserved'))
})
