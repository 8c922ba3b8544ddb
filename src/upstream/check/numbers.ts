import { isOneOf, type Profile } from '../profile.ts'
import { isGiven, isSent, isUuid, label, recordReaders, type Sent } from '../records.ts'
import { v5Envelope } from '../envelope.ts'
import { base, largest, pages, search } from './paging.ts'
import { isKnownCode, refusal, type Probe } from './probe.ts'
import { changesOf, fail, pass, skipped, warn, withChanges, type Outcome } from './step.ts'

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
  const isUnknown = isGiven(value) && ![...free, ...bound].includes(value ?? '')
  if (isUnknown) probe.learn('binding-unknown', { [key]: [value] })
  probe.facts.records.push(recordReaders(probe.profile).extension.parse(record))
  return isUnknown ? fail('binding-unknown', { ext, value: value ?? '' }, key) : pass('ok', { ext })
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
  const { in: place } = probe.profile.operations.detail
  const other = place === 'body' ? 'query' : 'body'
  const key = 'operations.detail'
  const others = [
    { [`${key}.agentRequired`]: true },
    { [`${key}.names.company`]: 'companyId' },
    ...[place, other].flatMap((each) =>
      numberNames.map((name) => ({ [`${key}.names.ext`]: name, [`${key}.in`]: each })),
    ),
  ]
  for (const values of others) {
    const changes = changesOf(probe.profile, values)
    const profile = withChanges(probe.profile, changes)
    const { record } = changes.length === 0 ? { record: null } : await lookUp(probe, ext, profile)
    if (record === null) continue
    probe.learn('other-names', values)
    keep(probe, record, 'free')
    return fail('other-names', params, changes[0]?.key)
  }
  return fail(finding, params, `${key}.names.ext`)
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
  for (const ext of unlikely(probe)) {
    const { reply, record } = await lookUp(probe, ext)
    const { success, code, error, data } = reply
    const { codes } = probe.profile
    if (record !== null) continue
    if (error !== null) return fail(...refusal(reply))
    if (success && isGiven(isSent(data) ? data['ext'] : data)) return fail('invalid', { ext }, null)
    if (success) {
      if (codes.emptyMeansNotFound) return pass('empty-means-not-found', { ext })
      probe.learn('empty-means-not-found', { 'codes.emptyMeansNotFound': true })
      return fail('empty-means-not-found', { ext }, 'codes.emptyMeansNotFound')
    }
    const params = { ext, code: code ?? '' }
    if (isOneOf(codes.notFound, code)) return pass('not-found-code', params)
    if (code === null || isKnownCode(probe.profile, code)) return fail(...refusal(reply), 'codes.notFound')
    probe.learn('not-found-code', { 'codes.notFound': [...codes.notFound, code] })
    return fail('not-found-code', params, 'codes.notFound')
  }
  return warn('no-absent-number')
}

/** Returns numbers between the idle ones, which are probably bound. */
function between(idle: readonly string[], most: number): string[] {
  const found: string[] = []
  for (const [at, number] of idle.entries()) {
    const next = String(Number(number) + 1).padStart(number.length, '0')
    if (found.length < most && at + 1 < idle.length && next !== idle[at + 1]) found.push(next)
  }
  return found
}

/** Looks for a bound number, for its agent and its `bindStatus`. */
export async function boundNumber(probe: Probe): Promise<Outcome> {
  const { facts } = probe
  for (const ext of between(facts.idle, 3)) {
    const { record } = await lookUp(probe, ext)
    if (record === null) continue
    const agent = record['agentUuid']
    const isBound = typeof agent === 'string' && agent !== ''
    const { free } = probe.profile.records.bindStatus
    if (!isBound || free.includes(label(record['bindStatus']) ?? '')) continue
    facts.agentUuid = agent
    return keep(probe, record, 'bound')
  }
  return warn('no-bound-number')
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
  if (!reply.success) return fail(...refusal(reply), 'operations.searchIdle.names.agent')
  const shape = shapeOf(reply.data)
  if (shape === null) return warn('no-rows')
  if (isSent(reply.data) && shape === 'agent' && isUuid(String(reply.data['id'])))
    facts.agentUuid ??= String(reply.data['id'])
  const key = 'operations.searchIdle.data'
  if (shape === probe.profile.operations.searchIdle.data) return pass('ok', { shape })
  probe.learn('other-shape', { [key]: shape })
  return fail('other-shape', { shape }, key)
}

/** Operation 9 of an agent that was seen: the same questions as for operation 8. */
export async function unboundPage(probe: Probe): Promise<Outcome> {
  const { agentUuid } = probe.facts
  if (agentUuid === null || !/^[\w-]+$/.test(agentUuid)) return skipped('no-agent')
  const list = { name: 'unboundPage', agentUuid } as const
  const outcomes: Outcome[] = []
  for (const question of [pages, base, largest, search]) {
    const outcome = await question(probe, list)
    outcomes.push(outcome)
    if (outcome.result === 'fail' && outcome.finding !== 'other-names' && question === pages) break
  }
  const worst = (['fail', 'warn'] as const).map((result) => outcomes.find((each) => each.result === result))
  return worst.find((each) => each !== undefined) ?? outcomes[0] ?? pass('ok')
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

/** Operation 12, with the beginning of an idle number. */
export async function suggestions(probe: Probe): Promise<Outcome> {
  const [ext = '1'] = probe.facts.idle
  const request = probe.requests().suggest({ q: ext.slice(0, 2), page: 1, pageSize: 10 })
  const reply = await probe.ask(request, {
    looksRight: ({ items }) => Array.isArray(items) && items.length > 0,
  })
  if (!reply.success) return warn(...refusal(reply))
  const { items } = v5Envelope.parse(reply.data)
  return Array.isArray(items) && items.length > 0 ? pass('rows', { rows: items.length }) : warn('no-rows')
}
