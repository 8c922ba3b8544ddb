import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import * as z from 'zod'
import { idleExtensions } from '#contract/extensions.ts'
import { setUpConsole } from './render-app.tsx'

const { backend, renderApp } = setUpConsole()

type IdlePage = z.output<typeof idleExtensions.answer>

/** Changes the answers about idle pages as another service would give them. */
function changeIdlePages(change: (answer: IdlePage) => IdlePage): void {
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const answer = await backend().fetch(path, init)
    if (!path.startsWith(`${idleExtensions.path}?`) || !answer.ok) return answer
    return Response.json(change(z.parse(idleExtensions.answer, await answer.json())))
  })
}

const pager = () => within(screen.getByRole('navigation', { name: 'Pages' }))

test('counts at least the rows so far without a total, and goes on until a page is not full', async () => {
  changeIdlePages(({ items, page, pageSize, ...answer }) => {
    const rows = page === 3 ? items.slice(0, 7) : items
    return {
      ...answer,
      items: rows,
      page,
      pageSize,
      total: (page - 1) * pageSize + rows.length,
      warnings: [{ code: 'total-missing', detail: '' }],
    }
  })
  const { user } = await renderApp({ path: '/extensions/idle?pageSize=20' })
  await screen.findByText('1–20 of at least 20')
  expect(screen.queryByText(/^of \d/)).toBeNull()
  for (const range of ['21–40 of at least 40', '41–47 of at least 47']) {
    await user.click(pager().getByRole('button', { name: 'Next page' }))
    await pager().findByText(range)
  }
  expect(pager().getByRole('button', { name: 'Next page' })).toHaveProperty('disabled', true)
})

test('says that no row could be read instead of offering to create the first one', async () => {
  changeIdlePages((answer) => ({
    ...answer,
    items: [],
    total: 280,
    warnings: [{ code: 'row-dropped', detail: '20 (+44 20 7946)' }],
  }))
  await renderApp({ path: '/extensions/idle' })
  await screen.findByText('None of the 280 rows could be read')
  expect(screen.queryByText('No free extensions')).toBeNull()
  expect(screen.getByText('20 (+44 20 7946)')).toBeTruthy()
})
