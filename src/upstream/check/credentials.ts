import { v5Envelope } from '../envelope.ts'
import { UpstreamError } from '../errors.ts'
import { isOneOf, type Profile } from '../profile.ts'
import { isSent } from '../records.ts'
import { requestToken } from '../token.ts'
import { looksLikePage } from './paging.ts'
import { isKnownCode, refusal, returnCodeOf, type Probe, type Reply } from './probe.ts'
import { changesOf, fail, pass, warn, withChanges, type Outcome } from './step.ts'

/** The vendor's codes of a refused app id (docs/upstream-api.md#refusal-codes). */
const appIdCodes = ['900004', '900006']
/** "Page & entry no. not provided": says nothing about the credential. */
const pageMissing = '310003'

const reply = (error: UpstreamError): Outcome['params'] => ({
  code: error.code ?? '',
  message: error.serviceMessage ?? '',
})

/** Returns the base URL's setting for an answer of something else than the service. */
const urlOf = ({ kind }: UpstreamError, setting: string): string | null =>
  ['not-offered', 'not-json', 'invalid'].includes(kind) ? setting : null

const timeZones = (probe: Probe, token: string) =>
  probe.ask(probe.requests().reference('get_timezone', 'en'), {
    token,
    looksRight: ({ items, item }) => Array.isArray(items) || Array.isArray(item),
  })

/** Requests a token. A token under an unknown return code is used, because another request could end it. */
async function issueToken(
  probe: Probe,
  profile: Profile,
): Promise<UpstreamError | { token: string; lifeMs: number }> {
  const request = (sender: Parameters<typeof requestToken>[0], by: Profile) =>
    requestToken(sender, probe.input, by, probe.now()).catch((error: unknown) => {
      if (error instanceof UpstreamError) return error
      throw error
    })
  const first = await request(probe.sender('v5'), profile)
  const { latest } = probe
  const code = returnCodeOf(latest?.json)
  const hasToken = isSent(latest?.json) && isSent(latest.json['item']) && 'token' in latest.json['item']
  if (!(first instanceof UpstreamError) || latest === null || !hasToken || code === null) return first
  if (isOneOf(profile.envelopes.v5.success, code) || isKnownCode(profile, code)) return first
  probe.learnSuccessCode('v5', code)
  return request({ send: () => Promise.resolve(latest) }, probe.profile)
}

/** Operation 1, unless the token in use is good. After a refusal, each other case and unit once. */
export async function token(probe: Probe): Promise<Outcome> {
  const { token: inUse = null } = probe.input
  if (inUse !== null) {
    const { success, error } = await timeZones(probe, inUse)
    if (error !== null) return fail(error.kind, reply(error), urlOf(error, 'UPSTREAM_URL'))
    if (success) {
      probe.token = inUse
      return pass('token-in-use')
    }
  }
  const { signCase, createTime } = probe.profile.token
  const otherCase = signCase === 'lower' ? 'upper' : 'lower'
  const otherUnit = createTime === 's' ? 'ms' : 's'
  const issued = await issueToken(probe, probe.profile)
  if (!(issued instanceof UpstreamError)) {
    probe.token = issued.token
    return pass('token-issued', { seconds: issued.lifeMs / 1000 })
  }
  const { kind, code } = issued
  if (kind === 'clock') {
    const seconds = Math.round(Math.abs(probe.facts.clockDifference ?? 0) / 1000)
    return fail('clock', { ...reply(issued), seconds }, 'clock')
  }
  if (kind !== 'credentials' && kind !== 'refused')
    return fail(kind, reply(issued), urlOf(issued, 'UPSTREAM_URL'))
  if (isOneOf(appIdCodes, code)) return fail('app-id-refused', reply(issued), 'UPSTREAM_APP_ID')
  for (const values of [
    { 'token.signCase': otherCase },
    { 'token.createTime': otherUnit },
    { 'token.signCase': otherCase, 'token.createTime': otherUnit },
  ]) {
    const other = await issueToken(probe, withChanges(probe.profile, changesOf(probe.profile, values)))
    if (other instanceof UpstreamError) continue
    probe.token = other.token
    probe.learn('signed-otherwise', values)
    return fail('signed-otherwise', reply(issued), Object.keys(values)[0])
  }
  return fail('key-refused', reply(issued), 'UPSTREAM_APP_KEY')
}

/** Operation 2, the first read with the token. */
export async function v5Read(probe: Probe): Promise<Outcome> {
  const answer = await timeZones(probe, probe.token ?? '')
  if (!answer.success) return fail(...refusal(answer))
  const { items, item } = v5Envelope.parse(answer.data)
  const list = Array.isArray(items) ? items : item
  return Array.isArray(list) && list.length > 0 ? pass('rows', { rows: list.length }) : warn('no-rows')
}

type Auth = Profile['auth']
const usualAuth = { credential: 'v5', prefix: '', alsoTokenHeader: false, in: 'header' } as const
/** The documented ways (docs/upstream-api.md#two-services). */
const ways: readonly Auth[] = [
  { ...usualAuth, header: 'authorization', prefix: 'Bearer ' },
  { ...usualAuth, header: 'token' },
  { ...usualAuth, header: 'authorization' },
  { ...usualAuth, header: 'authorization', prefix: 'Bearer ', alsoTokenHeader: true },
  { ...usualAuth, header: 'token', in: 'query' },
  { ...usualAuth, credential: 'company', header: 'authorization', prefix: 'Bearer ' },
  { ...usualAuth, credential: 'fixed', header: 'authorization' },
  { ...usualAuth, credential: 'none', header: 'authorization' },
]

const idleRequest = (probe: Probe, profile = probe.profile) =>
  probe.requests(profile).idlePage({ page: 1, pageSize: 5 })

const idlePage = (probe: Probe, profile: Profile): Promise<Reply> =>
  probe.askExtensions(() => idleRequest(probe, profile), { profile, looksRight: looksLikePage })

/** Operation 8 with the profile's credential, then in each other documented way once, with the same token. */
export async function authentication(probe: Probe): Promise<Outcome> {
  const { facts } = probe
  const { withoutCredential } = facts
  const { authorization } = probe.input
  /** A refusal that is the same without a credential is one of the credential, or of the request. */
  const isLikeNone = ({ success, code }: Reply) =>
    !success &&
    withoutCredential?.success === false &&
    code === withoutCredential.code &&
    code !== pageMissing
  const isRefused = (answer: Reply) => answer.isRefusedToken || isLikeNone(answer)
  const present = await idlePage(probe, probe.profile)
  facts.withCredential = present
  if (!isRefused(present)) {
    const { error, code } = present
    if (error !== null) return fail(error.kind, { code: code ?? '' }, urlOf(error, 'UPSTREAM_EXTENSIONS_URL'))
    return pass('ok')
  }
  for (const way of ways) {
    if (way.credential === 'fixed' && authorization === null) continue
    // The answer without a credential is known.
    if (way.credential === 'none' && withoutCredential?.success !== true) continue
    const changes = changesOf(probe.profile, {
      'auth.credential': way.credential,
      'auth.header': way.header,
      'auth.prefix': way.prefix,
      'auth.alsoTokenHeader': way.alsoTokenHeader,
      'auth.in': way.in,
    })
    const profile = withChanges(probe.profile, changes)
    if (changes.length === 0) continue
    if (way.credential === 'company' && (await probe.extensionsToken(profile)) === null) continue
    const answer = await idlePage(probe, profile)
    if (isRefused(answer) || answer.error !== null) continue
    facts.withCredential = answer
    probe.learn('other-authentication', Object.fromEntries(changes.map(({ key, to }) => [key, to])))
    return fail('other-authentication', { code: present.code ?? '' }, changes[0]?.key)
  }
  const [, params] = refusal(present)
  // The refusal may concern something else, which later steps look for.
  if (!present.isRefusedToken) return warn('refused', params, 'auth.credential')
  const isFixed = probe.profile.auth.credential === 'fixed'
  return fail('extensions-auth', params, isFixed ? 'UPSTREAM_AUTHORIZATION' : 'auth.credential')
}

/** When operation 8 misses the company, tries the other places for it. */
export async function company(probe: Probe): Promise<Outcome> {
  const { withCredential } = probe.facts
  const isMissed = ({ success, code }: Reply) => !success && isOneOf(probe.profile.codes.companyUnknown, code)
  if (withCredential === null || !isMissed(withCredential)) return pass('ok')
  const [, params] = refusal(withCredential)
  if (probe.input.companyId === null) return fail('company-needed', params, 'UPSTREAM_COMPANY_ID')
  const isMissedWith = async (values: Readonly<Record<string, unknown>>) => {
    const answer = await idlePage(probe, withChanges(probe.profile, changesOf(probe.profile, values)))
    return answer.error !== null || isMissed(answer)
  }
  // A service that answers without a company refuses the given one.
  if (!(await isMissedWith({ 'companyId.in': [] })))
    return fail('company-refused', params, 'UPSTREAM_COMPANY_ID')
  for (const values of [
    { 'companyId.in': ['query', 'header'] },
    { 'companyId.in': ['body'] },
    { 'companyId.in': ['header'], 'companyId.name': 'Company-Id' },
  ]) {
    if (await isMissedWith(values)) continue
    probe.learn('company-elsewhere', values)
    return fail('company-elsewhere', params, 'companyId.in')
  }
  return fail('company-refused', params, 'UPSTREAM_COMPANY_ID')
}

/** What each service answers to an invented token must be known, because the console then gets a new one. */
export async function refusedToken(probe: Probe): Promise<Outcome> {
  const { withoutCredential } = probe.facts
  const strange = '0'.repeat(probe.token?.length ?? 32)
  const { credential } = probe.profile.auth
  const answers = [await timeZones(probe, strange)]
  if ((credential === 'v5' || credential === 'company') && withoutCredential?.success !== true)
    answers.push(await probe.ask(idleRequest(probe), { token: strange }))
  const unknown = answers.filter(({ success, isRefusedToken }) => !success && !isRefusedToken)
  const codes = unknown.flatMap(({ code, error }) =>
    error !== null || code === null || code === pageMissing || isKnownCode(probe.profile, code) ? [] : [code],
  )
  const params = { code: answers.map(({ code }) => code ?? '').join(' ') }
  if (codes.length > 0) {
    const invalid = [...new Set(codes)].map((code) => ({ code }))
    probe.learn('token-refusal-unknown', { 'token.invalid': [...probe.profile.token.invalid, ...invalid] })
    return fail('token-refusal-unknown', params, 'token.invalid')
  }
  if (unknown.length > 0) return warn('token-refusal-unknown', params, 'token.invalid')
  return answers.some(({ success }) => success)
    ? warn('token-not-checked')
    : pass('token-refusal-known', params)
}
