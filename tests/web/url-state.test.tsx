import { act, renderHook } from '@testing-library/react'
import { useEffect, useState, type ReactNode } from 'react'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { describe, expect, test } from 'vitest'
import { idleList } from '#web/pages/numbers/idle/idle-filters.tsx'
import { changeParams, parseUrlState } from '#web/lib/url-state.ts'

const read = (search: string) => parseUrlState(idleList.schema, new URLSearchParams(search))
const defaults = read('')

test('reads an empty URL as the first page of the default size', () => {
  expect(defaults).toMatchObject({ page: 1, pageSize: 20 })
  expect(defaults.ext).toBeUndefined()
})

test('reads the parameters of the URL', () => {
  expect(
    read('page=3&pageSize=100&ext=080&timezone=GMT%2B08:00 北京&timezoneid=Asia/Shanghai'),
  ).toMatchObject({
    page: 3,
    pageSize: 100,
    ext: '080',
    timezone: 'GMT+08:00 北京',
    timezoneid: 'Asia/Shanghai',
  })
})

describe('an invalid parameter', () => {
  test.each([
    'page=0',
    'page=-1',
    'page=1.5',
    'page=abc',
    'page=',
    'page=99999999',
    'pageSize=0',
    'pageSize=5000',
  ])('reads as the default: %s', (search) => expect(read(search)).toEqual(defaults))
  test.each([
    'ext=80%2F..',
    'ext=abc',
    'companyId=%3Cscript%3E',
    'timezoneid=../x',
    'columns=%00',
    'agentId=a b',
  ])('reads as unset: %s', (search) => expect(read(search)).toEqual(defaults))
  test('leaves the other parameters intact', () =>
    expect(read('page=abc&ext=80')).toMatchObject({ page: 1, ext: '80' }))
})

describe('changing the URL', () => {
  const change = (search: string, changes: Partial<typeof defaults>) =>
    changeParams(defaults, new URLSearchParams(search), changes).toString()
  test('keeps the other parameters and the page when a filter changes', () =>
    expect(change('page=4&pageSize=50&other=1', { ext: '81' })).toBe('page=4&pageSize=50&other=1&ext=81'))
  test('returns to page 1 when the change resets the page', () =>
    expect(change('page=4&pageSize=50', { page: undefined, ext: '81' })).toBe('pageSize=50&ext=81'))
  test('keeps the filters when the page changes', () =>
    expect(change('ext=81', { page: 2 })).toBe('ext=81&page=2'))
  test('omits defaults', () => expect(change('page=2&pageSize=50', { page: 1, pageSize: 20 })).toBe(''))
  test('removes a filter that is set to nothing', () =>
    expect(change('ext=81&companyId=c', { ext: undefined })).toBe('companyId=c'))
})

describe('the functions that change a list', () => {
  const Router = ({ children }: { children: ReactNode }) => {
    const [router] = useState(() => createBrowserRouter([{ path: '*', element: children }]))
    useEffect(() => () => router.dispose(), [router])
    return <RouterProvider router={router} />
  }
  const renderList = (search: string) => {
    window.history.replaceState(null, '', `/extensions/idle${search}`)
    return renderHook(() => idleList.use(), { wrapper: Router }).result
  }
  type List = ReturnType<typeof idleList.use>

  test('stay the same when the URL changes, since new ones render every row again', () => {
    const result = renderList('?ext=80')
    const functionsOf = (list: List) => [
      list.clearFilters,
      list.removeFilter,
      list.setFilter,
      list.toFirstPage,
      list.goToPage,
      list.setPageSize,
      list.setColumns,
      list.set,
      list.restart,
    ]
    const before = functionsOf(result.current)
    act(() => result.current.goToPage(2))
    expect(result.current.page).toBe(2)
    for (const [index, value] of functionsOf(result.current).entries()) expect(value).toBe(before[index])
  })

  test.each<[string, (list: List) => void]>([
    ['setFilter', ({ setFilter }) => setFilter('timezone', 'Berlin', { replace: false })],
    ['restart', ({ restart }) => restart({ timezone: 'Berlin' })],
  ])('keep, from the first render, a filter that the URL got later: %s', (_, change) => {
    const result = renderList('?ext=80')
    const first = result.current
    act(() => first.setFilter('companyId', 'c', { replace: false }))
    act(() => first.goToPage(3))
    act(() => change(first))
    expect(result.current.filters).toMatchObject({ ext: '80', companyId: 'c', timezone: 'Berlin' })
    expect(result.current.page).toBe(1)
  })
})
