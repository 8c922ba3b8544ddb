import type { Profile } from '../profile.ts'
import { extensionRecord, isSent, pagedData } from '../records.ts'
import { refusal, type LooksRight, type Probe, type Reply } from './probe.ts'
import { changesOf, fail, pass, warn, withChanges, type Outcome } from './step.ts'

/** Operation 8, or operation 9 of an agent. */
export type List = { name: 'idlePage' } | { name: 'unboundPage'; agentUuid: string }

const pageSize = 5

interface Page {
  numbers: string[]
  /** Rows, readable or not. */
  given: number
  total: number | null
}

/** True for paged data with rows. */
export const looksLikePage: LooksRight = ({ data }) =>
  isSent(data) && Array.isArray(data['list']) && data['list'].length > 0

/** Returns the page of a successful answer; null for any other. */
function pageOf({ success, data }: Reply): Page | null {
  const paged = success ? pagedData.read(data) : null
  if (paged === null) return null
  const rows = paged.list ?? []
  const numbers = rows.map((row) => extensionRecord.read(row)?.ext ?? '')
  return { numbers, given: rows.length, total: paged.total }
}

interface Asked {
  /** In the service's own count. */
  page: number
  pageSize?: number
  search?: string
  profile?: Profile
}

async function read(
  probe: Probe,
  list: List,
  { page, pageSize: size = pageSize, search, profile = probe.profile }: Asked,
): Promise<{ reply: Reply; page: Page | null }> {
  const input = { page, pageSize: size, ext: search }
  const reply = await probe.askExtensions(
    (request) =>
      list.name === 'idlePage'
        ? request.idlePage(input)
        : request.unboundPage({ ...input, agentUuid: list.agentUuid }),
    { profile, looksRight: looksLikePage },
  )
  return { reply, page: pageOf(reply) }
}

/** True when most rows are the same: a number may have been taken between two requests. */
function isSame(one: Page, other: Page): boolean {
  const rows = Math.max(one.numbers.length, other.numbers.length)
  return rows === 0 || one.numbers.filter((number) => other.numbers.includes(number)).length * 2 > rows
}

/** Reads pages 1 and 2 of five rows. */
async function twoPages(probe: Probe, list: List, profile: Profile): Promise<Outcome> {
  const { reply, page: one } = await read(probe, list, { page: 1, profile })
  const at = `operations.${list.name}.names.page`
  if (one === null) {
    const [kind, params] = refusal(reply)
    if (reply.success) return fail('invalid', params)
    return fail(kind, params, kind === 'refused' ? at : null)
  }
  if (one.given > pageSize)
    return fail('size-ignored', { rows: one.given }, `operations.${list.name}.names.size`)
  const { page: two } = await read(probe, list, { page: 2, profile })
  if (two !== null && !isSame(one, two))
    return one.total === null ? warn('total-missing') : pass('pages-differ', { total: one.total })
  if (one.given === 0) return warn('no-rows')
  if (one.given < pageSize || one.total === pageSize) return warn('too-few-rows', { rows: one.given })
  return fail('page-ignored', {}, at)
}

/** Other names of the page and its size that services use. */
const names: readonly [page: string, size: string][] = [
  ['currPage', 'pageSize'],
  ['pageNum', 'pageSize'],
  ['pageNo', 'pageSize'],
  ['page', 'pageSize'],
  ['page', 'size'],
  ['page_no', 'page_size'],
]

/** The values to try for the names of a list, without the present ones. */
function otherNames({ operations: { idlePage, unboundPage } }: Profile, { name }: List) {
  const valuesOf = (page: string, size: string, place?: 'body' | 'query') => ({
    [`operations.${name}.names.page`]: page,
    [`operations.${name}.names.size`]: size,
    ...(place === undefined ? {} : { [`operations.${name}.in`]: place }),
  })
  if (name === 'unboundPage') {
    const { page, size } = idlePage.names
    const { names: present } = unboundPage
    return [[page, size] as const, ...names]
      .filter(([one, other]) => one !== present.page || other !== present.size)
      .map(([one, other]) => valuesOf(one, other))
  }
  const places = idlePage.in === 'body' ? (['body', 'query'] as const) : (['query', 'body'] as const)
  return places.flatMap((place) => names.map(([page, size]) => valuesOf(page, size, place)))
}

/** Page A of five rows against page B; where paging is ignored or refused, under the other names. */
export async function pages(probe: Probe, list: List): Promise<Outcome> {
  const present = await twoPages(probe, list, probe.profile)
  const { finding } = present
  const canBeNames = ['refused', 'page-ignored', 'size-ignored'].includes(finding)
  if (!canBeNames) return present
  for (const values of otherNames(probe.profile, list)) {
    const changes = changesOf(probe.profile, values)
    if (changes.length === 0) continue
    const outcome = await twoPages(probe, list, withChanges(probe.profile, changes))
    if (outcome.result === 'fail' || outcome.finding === 'no-rows') continue
    probe.learn('other-names', values)
    return fail('other-names', present.params, changes[0]?.key)
  }
  return present
}

/** Whether the service has rows before its page 1. */
export async function base(probe: Probe, list: List): Promise<Outcome> {
  const key = `operations.${list.name}.firstPage`
  const { page: one } = await read(probe, list, { page: 1 })
  const { page: zero } = await read(probe, list, { page: 0 })
  const isZeroBased = zero !== null && zero.given > 0 && one !== null && !isSame(zero, one)
  const first = isZeroBased ? zero : one
  if (list.name === 'idlePage') probe.facts.idle = first?.numbers ?? []
  if (first === null || first.given === 0) return warn('no-rows')
  const firstPage = isZeroBased ? 0 : 1
  if (firstPage === probe.profile.operations[list.name].firstPage) return pass('first-page', { firstPage })
  probe.learn('first-page', { [key]: firstPage })
  return fail('first-page', { firstPage }, key)
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
    probe.learn('smaller-pages', { [key]: most })
    return fail('smaller-pages', { size: maxSize, most }, key)
  }
  return warn('refused', { size: maxSize }, key)
}

const searchNames = ['ext', 'extension', 'number', 'search', 'keyword', 'startExt']

/** Searches for the beginning of the last number seen, which the first rows do not have. */
export async function search(probe: Probe, list: List): Promise<Outcome> {
  const { idle } = probe.facts
  const key = `operations.${list.name}.names.search`
  const { firstPage, names: present } = probe.profile.operations[list.name]
  const number = idle.at(-1) ?? ''
  const beginning = number.slice(0, -1)
  const start = idle[0]?.startsWith(beginning) === true ? number : beginning
  if (idle.length < 2) return warn('too-few-rows', { rows: idle.length })
  for (const name of [present.search, ...searchNames.filter((each) => each !== present.search)]) {
    const profile = withChanges(probe.profile, [{ key, to: name }])
    const { page } = await read(probe, list, { page: firstPage, search: start, profile })
    if (page === null || page.given === 0 || !page.numbers.every((each) => each.startsWith(start))) continue
    if (name === present.search) return pass('search-matches', { start })
    probe.learn('search-ignored', { [key]: name })
    return fail('search-ignored', { start }, key)
  }
  return warn('search-ignored', { start }, key)
}
