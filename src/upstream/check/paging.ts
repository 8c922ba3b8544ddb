import type { Profile } from '../profile.ts'
import { pagedAt } from '../paging.ts'
import { extensionRecord, isSent, isSnakeCase, valueAt } from '../records.ts'
import { refusal, type LooksRight, type Probe, type Reply } from './probe.ts'
import { fail, pass, skipped, warn, type Outcome } from './step.ts'

/** Operation 8, or operation 9 of an agent. */
export type List = { name: 'idlePage' } | { name: 'unboundPage'; agentUuid: string }

const pageSize = 5

interface Page {
  numbers: string[]
  /** Numbers arrive as JSON integers, which have no leading zeros. */
  areIntegers: boolean
  /** Rows, readable or not. */
  given: number
  total: number | null
}

/** The first of some numbers, as evidence. */
export const beginningOf = (numbers: readonly string[]): string => numbers.slice(0, 3).join(', ')

const isList = (value: unknown): value is unknown[] =>
  Array.isArray(value) && value.length > 0 && value.every((row) => isSent(row))

/** Returns the path of the list in an answer: of the first array of objects, the least deep one. */
function listPathOf(json: unknown): string | null {
  let paths = ['data']
  for (let depth = 0; depth < 4; depth++) {
    const listPath = paths.find((path) => isList(valueAt(json, path)))
    if (listPath !== undefined) return listPath
    paths = paths.flatMap((path) => {
      const value = valueAt(json, path)
      return isSent(value) ? Object.keys(value).map((name) => `${path}.${name}`) : []
    })
  }
  return null
}

/** True for an answer with rows. */
export const looksLikePage: LooksRight = (json) => listPathOf(json) !== null

/** Returns the page of a successful answer; null for any other, and for one without its list. */
function pageOf({ success, json }: Reply, path: string): Page | null {
  const paged = success ? pagedAt(json, path) : null
  if (paged?.list == null) return null
  const numbers = paged.list.map((row) => extensionRecord.read(row)?.ext ?? '')
  const areIntegers = paged.list.some((row) => isSent(row) && typeof row['ext'] === 'number')
  return { numbers, areIntegers, given: paged.list.length, total: paged.total }
}

interface PageRequest {
  /** In the service's own count. */
  page: number
  pageSize?: number
  search?: string
  profile?: Profile
}

async function read(
  probe: Probe,
  list: List,
  { page, pageSize: size = pageSize, search, profile = probe.profile }: PageRequest,
): Promise<{ reply: Reply; page: Page | null }> {
  const input = { page, pageSize: size, ext: search }
  const reply = await probe.askExtensions(
    (request) =>
      list.name === 'idlePage'
        ? request.idlePage(input)
        : request.unboundPage({ ...input, agentUuid: list.agentUuid }),
    { profile, looksRight: looksLikePage },
  )
  const path = profile.operations[list.name].list
  return { reply, page: pageOf(reply, path) ?? pageOf(reply, listPathOf(reply.json) ?? path) }
}

/** Learns where the list is in an answer, and how its rows' fields are written. */
function learnList(probe: Probe, { name }: List, { success, json }: Reply): void {
  const present = probe.profile.operations[name].list
  const path = !success || isList(valueAt(json, present)) ? present : (listPathOf(json) ?? present)
  const list = valueAt(json, path)
  const rows = isList(list) ? list : []
  probe.learn('list-elsewhere', { [`operations.${name}.list`]: path }, [path, `× ${rows.length}`])
  const [row] = rows
  const names = isSent(row) ? Object.keys(row).filter((each) => isSnakeCase(each)) : []
  const [first] = names
  if (first !== undefined) probe.learn('other-names', { 'records.names': 'snake_case' }, [path, first])
}

/** True when most rows are the same: a number may have been taken between two requests. */
function isSame(a: Page, b: Page): boolean {
  const rows = Math.max(a.numbers.length, b.numbers.length)
  return rows === 0 || a.numbers.filter((number) => b.numbers.includes(number)).length * 2 > rows
}

/** Reads pages 1 and 2 of five rows. */
async function twoPages(probe: Probe, list: List, profile: Profile): Promise<[Outcome, Reply]> {
  const { reply, page } = await read(probe, list, { page: 1, profile })
  return [await afterFirst(probe, list, profile, { reply, page }), reply]
}

async function afterFirst(
  probe: Probe,
  list: List,
  profile: Profile,
  { reply, page: first }: { reply: Reply; page: Page | null },
): Promise<Outcome> {
  const at = `operations.${list.name}.names.page`
  if (first === null) {
    const [kind, params] = refusal(reply)
    if (reply.success) return fail('no-list', params, `operations.${list.name}.list`)
    return fail(kind, params, kind === 'refused' ? at : null)
  }
  if (first.given > pageSize)
    return fail('size-ignored', { rows: first.given }, `operations.${list.name}.names.size`)
  if (list.name === 'idlePage') probe.facts.idle = first.numbers
  const { page: second } = await read(probe, list, { page: 2, profile })
  if (second !== null && !isSame(first, second))
    return first.total === null ? warn('total-missing') : pass('pages-differ', { total: first.total })
  if (first.given === 0) return warn('no-rows')
  if (first.given < pageSize || first.total === pageSize)
    return skipped('too-few-rows', { rows: first.given })
  return fail('page-ignored', {}, at)
}

/** Names of the page and its size that services use. */
const names: readonly [page: string, size: string][] = [
  ['currPage', 'pageSize'],
  ['current', 'size'],
  ['pageNum', 'pageSize'],
  ['pageNo', 'pageSize'],
  ['page', 'pageSize'],
  ['page', 'size'],
  ['pageIndex', 'pageSize'],
  ['pageNumber', 'pageSize'],
  ['page_no', 'page_size'],
  ['page', 'limit'],
  ['currentPage', 'pageSize'],
  ['pageNo', 'size'],
]

/** The values to try for the names of a list. */
function otherNames({ operations: { idlePage } }: Profile, { name }: List) {
  const valuesOf = (page: string, size: string, place?: 'body' | 'query') => ({
    [`operations.${name}.names.page`]: page,
    [`operations.${name}.names.size`]: size,
    ...(place === undefined ? {} : { [`operations.${name}.in`]: place }),
  })
  if (name === 'unboundPage')
    return [[idlePage.names.page, idlePage.names.size] as const, ...names].map(([page, size]) =>
      valuesOf(page, size),
    )
  const places = idlePage.in === 'body' ? (['body', 'query'] as const) : (['query', 'body'] as const)
  return places.flatMap((place) => names.map(([page, size]) => valuesOf(page, size, place)))
}

/** Page A of five rows against page B; where paging is ignored or refused, under the other names. */
export async function pages(probe: Probe, list: List): Promise<Outcome> {
  const [present, reply] = await twoPages(probe, list, probe.profile)
  if (!['refused', 'page-ignored', 'size-ignored'].includes(present.finding)) {
    learnList(probe, list, reply)
    return present
  }
  const table = otherNames(probe.profile, list)
  const match = await probe.tryOthers('other-names', table, present.params, async (profile) => {
    const [{ result, finding, params }, answer] = await twoPages(probe, list, profile)
    const proof = ['total', String(params['total'] ?? '')] as const
    return result === 'fail' || finding === 'no-rows' ? null : { answer, proof }
  })
  if (match === null) return present
  learnList(probe, list, match.answer)
  return match.outcome
}

/** Asks for the order of the numbers. */
async function sort(probe: Probe, list: List): Promise<Outcome> {
  const table = [{ 'operations.idlePage.sorted': true }]
  const sorted = await probe.tryOthers('order-changes', table, {}, async (profile) => {
    const { page: first } = await read(probe, list, { page: 1, profile })
    const { page: again } = await read(probe, list, { page: 1, profile })
    if (first === null || again === null || !isSame(first, again)) return null
    return { numbers: first.numbers, proof: ['data', beginningOf(first.numbers)] }
  })
  if (sorted === null) return warn('order-changes')
  probe.facts.idle = sorted.numbers
  return base(probe, list)
}

/** Whether the service has rows before its page 1, unless the rows of a page change with each request. */
export async function base(probe: Probe, list: List): Promise<Outcome> {
  const key = `operations.${list.name}.firstPage`
  const { page: first } = await read(probe, list, { page: 1 })
  const { idle } = probe.facts
  if (list.name === 'idlePage' && first !== null && !isSame(first, { ...first, numbers: idle }))
    return sort(probe, list)
  const { page: before } = await read(probe, list, { page: 0 })
  const isZeroBased = before !== null && before.given > 0 && first !== null && !isSame(before, first)
  if (isZeroBased && list.name === 'unboundPage') {
    const { page: again } = await read(probe, list, { page: 1 })
    if (again === null || !isSame(first, again)) return warn('order-changes')
  }
  const start = isZeroBased ? before : first
  if (list.name === 'idlePage') probe.facts.idle = start?.numbers ?? []
  if (start === null || start.given === 0) return warn('no-rows')
  const firstPage = isZeroBased ? 0 : 1
  if (firstPage === probe.profile.operations[list.name].firstPage)
    return start.areIntegers ? warn('integer-numbers') : pass('first-page', { firstPage })
  const proof = ['page 0', beginningOf(start.numbers)] as const
  return probe.learn('first-page', { [key]: firstPage }, proof, { firstPage })
}

/** The largest page: the profile's `maxSize` must arrive whole, because larger lists are read in pages of this size. */
export async function largest(probe: Probe, list: List): Promise<Outcome> {
  const key = `operations.${list.name}.maxSize`
  const { firstPage, maxSize } = probe.profile.operations[list.name]
  for (const size of [maxSize, 500, 200, 100, 50, 20].filter((each) => each <= maxSize)) {
    const { page } = await read(probe, list, { page: firstPage, pageSize: size })
    if (page === null) continue
    if (list.name === 'idlePage') probe.facts.idle = page.numbers
    const rows = page.given
    const isSmaller = rows > 0 && rows < Math.min(size, page.total ?? 0)
    const most = isSmaller ? rows : size
    if (most === maxSize) return pass('page-size', { size: maxSize, rows })
    const proof = [`rows of ${size}`, String(rows)] as const
    return probe.learn('smaller-pages', { [key]: most }, proof, { size: maxSize, most })
  }
  return warn('refused', { size: maxSize }, key)
}

const searchNames = ['ext', 'extension', 'number', 'search', 'keyword', 'startExt']

/** Searches for the beginning of the last number seen, which the first rows do not have. */
export async function search(probe: Probe, list: List): Promise<Outcome> {
  const { idle } = probe.facts
  const key = `operations.${list.name}.names.search`
  const { firstPage } = probe.profile.operations[list.name]
  const number = idle.at(-1) ?? ''
  const beginning = number.slice(0, -1)
  const start = idle[0]?.startsWith(beginning) === true ? number : beginning
  if (idle.length < 2) return skipped('too-few-rows', { rows: idle.length })
  const matching = async (profile: Profile) => {
    const { page } = await read(probe, list, { page: firstPage, search: start, profile })
    if (page === null || page.given === 0 || !page.numbers.every((each) => each.includes(start))) return null
    const isStart = page.numbers.every((each) => each.startsWith(start))
    return { isStart, proof: ['data', beginningOf(page.numbers)] as const }
  }
  const present = await matching(probe.profile)
  if (present !== null)
    return present.isStart ? pass('search-matches', { start }) : warn('search-contains', { start })
  const table = searchNames.map((name) => ({ [key]: name }))
  const match = await probe.tryOthers('search-ignored', table, { start }, matching)
  return match?.outcome ?? warn('search-ignored', { start }, key)
}
