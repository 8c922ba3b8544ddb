import { describe, expect, test } from 'vitest'
import { idleList } from '#web/extensions/idle/idle-state.ts'
import { changedParams, parseUrlState } from '#web/lib/url-state.ts'

const read = (search: string) => parseUrlState(idleList.schema, new URLSearchParams(search))
const defaults = read('')

test('an empty URL is the first page of the usual size', () => {
  expect(defaults).toMatchObject({ page: 1, pageSize: 20 })
  expect(defaults.ext).toBeUndefined()
})

test('what the URL says is read', () => {
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

describe('rubbish reads as the default', () => {
  test.each([
    'page=0',
    'page=-1',
    'page=1.5',
    'page=abc',
    'page=',
    'page=99999999',
    'pageSize=0',
    'pageSize=5000',
  ])('%s', (search) => expect(read(search)).toEqual(defaults))
  test.each([
    'ext=80%2F..',
    'ext=abc',
    'companyId=%3Cscript%3E',
    'timezoneid=../x',
    'columns=%00',
    'agentId=a b',
  ])('%s', (search) => expect(read(search)).toEqual(defaults))
  test('and spoils nothing beside it', () =>
    expect(read('page=abc&ext=80')).toMatchObject({ page: 1, ext: '80' }))
})

describe('changing it', () => {
  const change = (search: string, changes: Partial<typeof defaults>) =>
    changedParams(defaults, new URLSearchParams(search), changes).toString()
  test('a filter keeps the rest, the page too', () =>
    expect(change('page=4&pageSize=50&other=1', { ext: '81' })).toBe('page=4&pageSize=50&other=1&ext=81'))
  test('the page goes back to 1 where the change says so', () =>
    expect(change('page=4&pageSize=50', { page: undefined, ext: '81' })).toBe('pageSize=50&ext=81'))
  test('a page keeps the filters', () => expect(change('ext=81', { page: 2 })).toBe('ext=81&page=2'))
  test('defaults are left out', () =>
    expect(change('page=2&pageSize=50', { page: 1, pageSize: 20 })).toBe(''))
  test('nothing takes a filter off', () =>
    expect(change('ext=81&companyId=c', { ext: undefined })).toBe('companyId=c'))
})
