import { v5Envelope } from '../envelope.ts'
import { UpstreamError } from '../errors.ts'
import { isOneOf, type Profile } from '../profile.ts'
import { isSent } from '../records.ts'
import { requestToken } from '../token.ts'
import { looksLikePage } from './paging.ts'
import { deadToken, isKnownCode, refusal, returnCodeOf, type Probe, type Reply } from './probe.ts'
import { fail, pass, warn, withChanges, type Outcome } from './step.ts'

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

/** The forms of a signature, the likeliest first. */
const signatures = (['s', 'ms'] as const).flatMap((unit) =>
  (['lower', 'upper'] as const).map((letters) => ({ 'token.signCase': letters, 'token.createTime': unit })),
)

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
  const signed = await probe.tryOthers('signed-otherwise', signatures, reply(issued), async (profile) => {
    const answer = await issueToken(probe, profile)
    if (answer instanceof UpstreamError) return null
    return { token: answer.token, proof: ['expires_in', String(answer.lifeMs / 1000)] }
  })
  if (signed === null) return fail('key-refused', reply(issued), 'UPSTREAM_APP_KEY')
  probe.token = signed.token
  return signed.outcome
}

/** A token that works only after a while is waited for, as the console does. */
const lateMs = [1_000, 1_500]

/** Operation 2, the first read with the token. */
export async function v5Read(probe: Probe): Promise<Outcome> {
  let answer = await timeZones(probe, probe.token ?? '')
  for (const ms of lateMs) {
    if (!answer.isRefusedToken) break
    await probe.wait(ms)
    answer = await timeZones(probe, probe.token ?? '')
  }
  if (!answer.success) return fail(...refusal(answer))
  const { items, item } = v5Envelope.parse(answer.data)
  const list = Array.isArray(items) ? items : item
  return Array.isArray(list) && list.length > 0 ? pass('rows', { rows: list.length }) : warn('no-rows')
}

type Auth = Profile['auth']
const usualAuth = {
  credential: 'v5',
  header: 'authorization',
  prefix: '',
  alsoTokenHeader: false,
  in: 'header',
} as const
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
const codeProof = ({ code }: Reply) => ['retCode', code ?? ''] as const

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
  const { code } = present
  const isExplained =
    present.success || code === pageMissing || (code !== null && isKnownCode(probe.profile, code))
  if (!isRefused(present) && isExplained) return pass('ok')
  const others = ways
    // The answer without a credential is known.
    .filter(({ credential }) => credential !== 'none' || withoutCredential?.success === true)
    .filter(({ credential }) => credential !== 'fixed' || authorization !== null)
    .map((way) => Object.fromEntries(Object.entries(way).map(([name, value]) => [`auth.${name}`, value])))
  const better = await probe.tryOthers(
    'other-authentication',
    others,
    { code: code ?? '' },
    async (profile) => {
      const isCompany = profile.auth.credential === 'company'
      if (isCompany && (await probe.extensionsToken(profile)) === null) return null
      const answer = await idlePage(probe, profile)
      // A refusal that names no cause may concern something else, so another way must do better than another refusal.
      const isBetter = isRefused(present) ? !isRefused(answer) && answer.error === null : answer.success
      return isBetter ? { answer, proof: codeProof(answer) } : null
    },
  )
  if (better !== null) {
    facts.withCredential = better.answer
    return better.outcome
  }
  const [, params] = refusal(present)
  const { error } = present
  if (error !== null) return fail(error.kind, params, urlOf(error, 'UPSTREAM_EXTENSIONS_URL'))
  if (!isRefused(present)) return pass('ok')
  // The refusal may concern something else, which later steps look for.
  if (!present.isRefusedToken) return warn('refused', params, 'auth.credential')
  const isFixed = probe.profile.auth.credential === 'fixed'
  return fail('extensions-auth', params, isFixed ? 'UPSTREAM_AUTHORIZATION' : 'auth.credential')
}

/** True for a refusal because of the company: by its code, or by its words. */
export const missesCompany = (probe: Probe, { success, code, message }: Reply): boolean =>
  !success && (isOneOf(probe.profile.codes.companyUnknown, code) || companyWords.test(message ?? ''))
const companyWords = /company|tenant|corp(oration)?[ _-]?id|enterprise|企业|公司|租户/i
/** A name of a parameter in the words of a refusal. */
const companyName = /\b(?:x-)?(?:company|tenant|corp|enterprise)[_-]?(?:id|uuid|code)\b/i

/** Where a service may want the company, first under the name that its refusal gives. */
function* companyPlaces({ profile }: Probe, { message }: Reply, operations: 'specified' | 'all') {
  const named = companyName.exec(message ?? '')?.[0]
  const names = [...(named === undefined ? [] : [named]), profile.companyId.name, 'companyId', 'Company-Id']
  for (const name of new Set(names))
    for (const places of [profile.companyId.in, ['header'], ['query'], ['body']])
      yield { 'companyId.operations': operations, 'companyId.name': name, 'companyId.in': places }
}

/** Looks for the place of the company with which the service answers. */
export async function companyElsewhere(
  probe: Probe,
  refused: Reply,
  operations: 'specified' | 'all',
  ask: (profile: Profile) => Promise<Reply>,
): Promise<Outcome | null> {
  if (probe.input.companyId === null || !missesCompany(probe, refused)) return null
  const places = companyPlaces(probe, refused, operations)
  const match = await probe.tryOthers('company-elsewhere', places, refusal(refused)[1], async (profile) => {
    const answer = await ask(profile)
    return answer.error !== null || missesCompany(probe, answer) ? null : { proof: codeProof(refused) }
  })
  return match?.outcome ?? null
}

/** When operation 8 misses the company, tries the other places for it. */
export async function company(probe: Probe): Promise<Outcome> {
  const { withCredential } = probe.facts
  if (withCredential === null || !missesCompany(probe, withCredential)) return pass('ok')
  const [, params] = refusal(withCredential)
  if (probe.input.companyId === null) return fail('company-needed', params, 'UPSTREAM_COMPANY_ID')
  const ask = (profile: Profile) => idlePage(probe, profile)
  // A service that answers without a company refuses the given one.
  const without = await ask(
    withChanges(probe.profile, [
      { key: 'companyId.in', to: [] },
      { key: 'companyId.operations', to: 'specified' },
    ]),
  )
  if (without.error === null && !missesCompany(probe, without))
    return fail('company-refused', params, 'UPSTREAM_COMPANY_ID')
  const elsewhere = await companyElsewhere(probe, withCredential, probe.profile.companyId.operations, ask)
  return elsewhere ?? fail('company-refused', params, 'UPSTREAM_COMPANY_ID')
}

/** What each service answers to an invented token must be known, because the console then gets a new one. */
export async function refusedToken(probe: Probe): Promise<Outcome> {
  const { withoutCredential } = probe.facts
  const strange = deadToken(probe)
  const { credential } = probe.profile.auth
  const answers = [await timeZones(probe, strange)]
  if ((credential === 'v5' || credential === 'company') && withoutCredential?.success !== true)
    answers.push(await probe.ask(idleRequest(probe), { token: strange }))
  const unknown = answers.filter(({ success, isRefusedToken }) => !success && !isRefusedToken)
  const refusals = unknown.flatMap(({ code, error }): Profile['token']['invalid'] => {
    // The page for signing in, at another address.
    const redirect = /^HTTP (3\d\d)$/.exec(code ?? '')?.[1]
    if (redirect !== undefined) return [{ http: Number(redirect) }]
    const hasCode = error === null && code !== null && code !== pageMissing
    return hasCode && !isKnownCode(probe.profile, code) ? [{ code }] : []
  })
  const params = { code: answers.map(({ code }) => code ?? '').join(' ') }
  const [first] = refusals
  if (first !== undefined) {
    const others = refusals.filter((each, n) => n === 0 || JSON.stringify(each) !== JSON.stringify(first))
    const evidence =
      'http' in first ? (['HTTP', String(first.http)] as const) : (['code', first.code] as const)
    const invalid = [...probe.profile.token.invalid, ...others]
    return probe.learn('token-refusal-unknown', { 'token.invalid': invalid }, evidence, params)
  }
  if (unknown.length > 0) return warn('token-refusal-unknown', params, 'token.invalid')
  return answers.some(({ success }) => success)
    ? pass('token-not-checked')
    : pass('token-refusal-known', params)
}
