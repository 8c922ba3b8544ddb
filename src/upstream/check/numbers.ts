import { defaultProfile, isOneOf, type Profile } from '../profile.ts'
import { isGiven, isSent, isUuid, label, recordReaders, valueAt, type Sent } from '../records.ts'
import { v5Envelope } from '../envelope.ts'
import { base, beginningOf, largest, pages, search } from './paging.ts'
import { deadToken, isKnownCode, refusal, type Probe } from './probe.ts'
import { companyElsewhere, missesCompany } from './credentials.ts'
import { decidingOf, fail, pass, skipped, warn, type Exchange, type Outcome } from './step.ts'

/** Operation 7; `record` is null unless the answer is about this number. */
async function lookUp(probe: Probe, ext: string, profile: Profile = probe.profile) {
  const isOf = (data: unknown): data is Sent => isSent(data) && String(data['ext']) === ext
  const reply = await probe.askExtensions((request) => request.detail({ ext }), {
    profile,
    looksRight: ({ data }) => isOf(data),
  })
  return { reply, record: reply.success && isOf(reply.data) ? reply.data : null }
}

/** Keeps a record, by allow-list. Learns the value of `bindStatus` of a number that is known to be free, or bound. */
function keep(probe: Probe, record: Sent, state: 'free' | 'bound'): Outcome {
  const { free, bound } = probe.profile.records.bindStatus
  const value = label(record['bindStatus'])
  const ext = String(record['ext'])
  const key = `records.bindStatus.${state}`
  const outcome =
    value === null || value === '' || [...free, ...bound].includes(value)
      ? pass('ok', { ext })
      : probe.learn('binding-unknown', { [key]: [value] }, ['data.bindStatus', value], { ext, value })
  probe.facts.records.push(recordReaders(probe.profile).extension.parse(record))
  return outcome
}

const numberNames = ['ext', 'extension', 'number', 'extNo']

/** Operation 7 for the first idle number, then under other names. */
export async function detail(probe: Probe): Promise<Outcome> {
  const [ext] = probe.facts.idle
  if (ext === undefined) return skipped('no-rows')
  const present = await lookUp(probe, ext)
  if (present.record !== null) return keep(probe, present.record, 'free')
  const [finding, params] = present.reply.success
    ? (['invalid', { code: '' }] as const)
    : refusal(present.reply)
  if (finding !== 'refused' && finding !== 'invalid') return fail(finding, params, null)
  const elsewhere = await companyElsewhere(
    probe,
    present.reply,
    'all',
    async (profile) => (await lookUp(probe, ext, profile)).reply,
  )
  if (elsewhere !== null) {
    const { record } = await lookUp(probe, ext)
    if (record !== null) keep(probe, record, 'free')
    return elsewhere
  }
  const { in: place } = probe.profile.operations.detail
  const otherPlace = place === 'body' ? 'query' : 'body'
  const key = 'operations.detail'
  const others = [
    { [`${key}.agentRequired`]: true },
    { [`${key}.names.company`]: 'companyId' },
    ...[place, otherPlace].flatMap((each) =>
      numberNames.map((name) => ({ [`${key}.names.ext`]: name, [`${key}.in`]: each })),
    ),
  ]
  const named = await probe.tryOthers('other-names', others, params, async (profile) => {
    const { record } = await lookUp(probe, ext, profile)
    return record === null ? null : { record, proof: ['data.ext', ext] }
  })
  if (named === null) return fail(finding, params, `${key}.names.ext`)
  keep(probe, named.record, 'free')
  return named.outcome
}

/** Numbers of the same length that are hardly in use. */
const unlikely = ({
  facts: {
    idle: [first = '1000'],
  },
}: Probe): string[] =>
  ['87', '79', '68'].map((end) => `${'98'.repeat(8).slice(0, Math.max(first.length - 2, 0))}${end}`)

/** Operation 7 for a number that does not exist: the answer must be known, because a create follows it. */
export async function absentNumber(probe: Probe): Promise<Outcome> {
  const { codes } = probe.profile
  let first: { ext: string; code: string | null } | null = null
  for (const ext of unlikely(probe)) {
    const { reply, record } = await lookUp(probe, ext)
    const { success, error, data } = reply
    if (record !== null) continue
    // With an HTTP status of its own, the answer may still have a code.
    const code = success ? null : (error?.returnCode ?? reply.code)
    if (error !== null && error.returnCode === null) return fail(...refusal(reply))
    if (success && isGiven(isSent(data) ? data['ext'] : data)) return fail('invalid', { ext }, null)
    if (success && codes.emptyMeansNotFound) return pass('empty-means-not-found', { ext })
    const params = { ext, code: code ?? '' }
    if (!success && isOneOf(codes.notFound, code)) return pass('not-found-code', params)
    if (!success && (code === null || isKnownCode(probe.profile, code)))
      return fail(...refusal(reply), 'codes.notFound')
    // One answer proves nothing: another number that does not exist must be answered in the same way.
    if (first === null) {
      first = { ext, code }
      continue
    }
    if (first.code !== code) return fail(...refusal(reply), 'codes.notFound')
    if (!success) {
      const values = { 'codes.notFound': [...codes.notFound, code] }
      return probe.learn('not-found-code', values, ['retCode', code ?? ''], params)
    }
    // A service that answers a dead token like this would make every number absent.
    const { idle } = probe.facts
    const dead = await probe.ask(probe.requests().detail({ ext: idle[0] ?? ext }), {
      token: deadToken(probe),
    })
    if (dead.success && !isGiven(isSent(dead.data) ? dead.data['ext'] : dead.data))
      return fail('empty-means-anything', { ext }, null)
    const proof = ['data', JSON.stringify(data)] as const
    return probe.learn('empty-means-not-found', { 'codes.emptyMeansNotFound': true }, proof, { ext })
  }
  return warn('no-absent-number')
}

/** Returns numbers between the idle ones, which are probably bound. */
function numbersBetween(idle: readonly string[], most: number): string[] {
  const numbers: string[] = []
  for (const [at, number] of idle.entries()) {
    const next = String(Number(number) + 1).padStart(number.length, '0')
    if (numbers.length < most && at + 1 < idle.length && next !== idle[at + 1]) numbers.push(next)
  }
  return numbers
}

/** Looks for a bound number, for its agent and its `bindStatus`. */
export async function boundNumber(probe: Probe): Promise<Outcome> {
  const { facts } = probe
  for (const ext of numbersBetween(facts.idle, 3)) {
    const { record } = await lookUp(probe, ext)
    if (record === null) continue
    const agentUuid = record['agentUuid']
    const isBound = typeof agentUuid === 'string' && agentUuid !== ''
    const { free } = probe.profile.records.bindStatus
    if (!isBound || free.includes(label(record['bindStatus']) ?? '')) continue
    facts.agentUuid = agentUuid
    return keep(probe, record, 'bound')
  }
  return skipped('no-bound-number')
}

type Shape = Profile['operations']['searchIdle']['data']
/** Returns what operation 6 answered with; null for no data, or data of no known shape. */
function shapeOf(data: unknown): Shape | null {
  if (Array.isArray(data)) return 'list'
  if (!isSent(data)) return null
  if (Array.isArray(data['list'])) return 'page'
  if ('agentID' in data || 'loginStatus' in data || 'phoneTypes' in data) return 'agent'
  return 'ext' in data ? 'extension' : null
}

/** Operation 6, once more with an agent when it demands one. */
export async function searchIdle(probe: Probe): Promise<Outcome> {
  const { facts } = probe
  const ask = (agentId: string | undefined) =>
    probe.askExtensions((request) => request.searchIdle({ agentId }), {
      looksRight: ({ data }) => shapeOf(data) !== null,
    })
  let reply = await ask(undefined)
  if ((!reply.success || shapeOf(reply.data) === null) && facts.agentUuid !== null)
    reply = await ask(facts.agentUuid)
  if (missesCompany(probe, reply)) {
    const elsewhere = await companyElsewhere(probe, reply, 'all', async (profile) =>
      probe.askExtensions((request) => request.searchIdle({ agentId: undefined }), { profile }),
    )
    if (elsewhere !== null) reply = await ask(undefined)
  }
  if (!reply.success) return fail(...refusal(reply), 'operations.searchIdle.names.agent')
  const shape = shapeOf(reply.data)
  if (shape === null) return warn('no-rows')
  if (isSent(reply.data) && shape === 'agent' && isUuid(String(reply.data['id'])))
    facts.agentUuid ??= String(reply.data['id'])
  const key = 'operations.searchIdle.data'
  if (shape === probe.profile.operations.searchIdle.data) return pass('ok', { shape })
  return probe.learn('other-shape', { [key]: shape }, ['data', shape], { shape })
}

/** Without an agent to ask for, operation 9 is taken to differ as operation 8 does. */
function asIdlePage(probe: Probe): Outcome {
  const values: Record<string, unknown> = {}
  for (const key of ['names.page', 'names.size', 'firstPage', 'list']) {
    const value = valueAt(probe.profile.operations.idlePage, key)
    if (value !== valueAt(defaultProfile.operations.idlePage, key))
      values[`operations.unboundPage.${key}`] = value
  }
  probe.learn('as-idle-page', values, ['operations.idlePage', Object.keys(values).join(', ')])
  return probe.changes.length === 0 ? skipped('no-agent') : warn('as-idle-page')
}

/** Operation 9 of an agent that was seen: the same questions as for operation 8. */
export async function unboundPage(probe: Probe): Promise<Outcome> {
  const { agentUuid } = probe.facts
  if (agentUuid === null || !/^[\w-]+$/.test(agentUuid)) return asIdlePage(probe)
  const list = { name: 'unboundPage', agentUuid } as const
  const decided: { outcome: Outcome; exchange: Exchange | null }[] = []
  for (const question of [pages, base, largest, search]) {
    const begun = probe.exchanges.length
    const outcome = await question(probe, list)
    const sent = probe.exchanges.slice(begun)
    decided.push({ outcome, exchange: decidingOf(outcome, sent) })
    if (outcome.result === 'fail' && probe.changes.length === 0 && question === pages) break
  }
  const worst = (['fail', 'warn'] as const)
    .map((result) => decided.find(({ outcome }) => outcome.result === result))
    .find((each) => each !== undefined)
  const { outcome = pass('ok'), exchange = null } = worst ?? decided[0] ?? {}
  probe.decided = exchange
  return outcome
}

/** Operation 11. */
export async function language(probe: Probe): Promise<Outcome> {
  const [ext] = probe.facts.idle
  if (ext === undefined) return skipped('no-rows')
  const reply = await probe.askExtensions((request) => request.extensionLanguage({ ext }), {
    looksRight: ({ data }) => isSent(data) && ('langCode' in data || 'langCodeTxt' in data),
  })
  if (!reply.success) return warn(...refusal(reply))
  return isSent(reply.data) ? pass('ok') : warn('no-rows')
}

/** The names of operation 12's parameters that services use. */
const suggestNames = ['keyword', 'q', 'query', 'key', 'search', 'text', 'name', 'word', 'prefix']
const suggestPages = [
  ['page_no', 'page_size'],
  ['page', 'size'],
  ['pageNo', 'pageSize'],
] as const

/** Operation 12, with the beginning of an idle number. */
export async function suggestions(probe: Probe): Promise<Outcome> {
  const [ext = '1'] = probe.facts.idle
  const q = ext.slice(0, 2)
  const ask = async (profile = probe.profile) => {
    const request = probe.requests(profile).suggest({ q, page: 1, pageSize: 10 })
    const reply = await probe.ask(request, {
      profile,
      looksRight: ({ items }) => Array.isArray(items) && items.length > 0,
    })
    const { items = null } = reply.success ? v5Envelope.parse(reply.data) : {}
    const keys = Array.isArray(items) ? items.map((item) => String(isSent(item) ? item['key'] : '')) : []
    return { reply, keys: keys.filter((key) => key.includes(q)), rows: keys.length }
  }
  const { reply, keys, rows } = await ask()
  if (keys.length > 0) return pass('rows', { rows })
  const key = 'operations.suggest'
  const named = suggestPages.flatMap(([page, size]) =>
    suggestNames.map((name) => ({
      [`${key}.names.search`]: name,
      [`${key}.names.page`]: page,
      [`${key}.names.size`]: size,
    })),
  )
  const others = [
    ...(reply.isRefusedToken ? [{ [`${key}.credential`]: 'token' }] : []),
    // A service without suggestions answers every name in the same way.
    ...(reply.success && rows === 0 ? named.slice(0, suggestNames.length) : named),
  ]
  const match = await probe.tryOthers('other-names', others, refusal(reply)[1], async (profile) => {
    const answer = await ask(profile)
    return answer.keys.length > 0 ? { proof: ['items', beginningOf(answer.keys)] } : null
  })
  return match?.outcome ?? (reply.success ? pass('no-rows') : warn(...refusal(reply)))
}
