import {
  companyTokenExpiresInUnitMs,
  credentialCodes,
  successCode,
  tokenInvalidHttpStatus,
} from './assumptions.ts'
import { contradictionOf, meaningOfRefusal } from './envelopes.ts'
import { UpstreamError } from './errors.ts'
import { companyTokenResponseType, signCompanyToken, signGetToken } from './signature.ts'
import { withoutSecrets } from './sent-secrets.ts'
import { createTokenKeeper, type Cooldowns, type IssuedToken, type TokenKeeper } from './token-keeper.ts'
import type { Send } from './transport.ts'
import type { CallReport, TokenStore } from './upstream.ts'
import { extensionEnvelope, issuedToken, v5Envelope } from './wire.ts'

interface TokensOptions {
  appId: string
  appKey: string
  store: TokenStore
  now: () => number
  onCall: (report: CallReport) => void
  cooldowns: Cooldowns | undefined
}

const isCredentialCode = (code: string | null) => credentialCodes.some((known) => known === code)

function refusal(
  code: string | null,
  message: string | null,
  sent: { sign: string; appKey: string },
): UpstreamError {
  const secrets = [sent.sign, sent.appKey]
  return new UpstreamError({
    ...(isCredentialCode(code) ? { kind: 'credentials' } : meaningOfRefusal(code)),
    operation: 'get_token',
    code: withoutSecrets(code, secrets),
    serviceMessage: withoutSecrets(message, secrets),
    definitelyNotApplied: true,
  })
}

/** A larger difference between the clocks, ms, explains a refused signature. */
const clockGapMs = 120_000

const getTokenCall = { operation: 'get_token', kind: 'token' } as const

const unreadable = () =>
  new UpstreamError({ kind: 'invalid', operation: 'get_token', definitelyNotApplied: true })

const credentialsRefused = () =>
  new UpstreamError({
    kind: 'credentials',
    operation: 'get_token',
    code: `HTTP ${tokenInvalidHttpStatus}`,
    definitelyNotApplied: true,
  })

/**
 * Creates the token keepers: operation 1 (docs/upstream-api.md) and, for the voice service, POST /tokens/company
 * (docs/upstream-api.md#company-token). Calls are reported as get_token.
 */
export function createTokens(
  options: TokensOptions,
  v5: { url: string; send: Send },
  company: { url: string; send: Send } | null,
): { v5: TokenKeeper; company: TokenKeeper | null } {
  const { appId, appKey } = options

  const reported = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const startedAt = options.now()
    const begun = performance.now()
    const report = (error: UpstreamError | null) =>
      options.onCall({
        operation: 'get_token',
        startedAt,
        milliseconds: performance.now() - begun,
        error,
        unknownFields: [],
      })
    try {
      const result = await work()
      report(null)
      return result
    } catch (error) {
      report(error instanceof UpstreamError ? error : unreadable())
      throw error
    }
  }

  /** Returns the refusal as `clock`, with the service's time as message, when the clocks differ; otherwise unchanged. */
  function asClockError(refused: UpstreamError, date: number | null | undefined): UpstreamError {
    if (refused.kind !== 'credentials' || date == null || Math.abs(date - options.now()) < clockGapMs)
      return refused
    return new UpstreamError({
      kind: 'clock',
      operation: 'get_token',
      code: refused.code,
      serviceMessage: new Date(date).toISOString(),
      definitelyNotApplied: true,
    })
  }

  async function getToken(): Promise<IssuedToken> {
    const createTime = String(Math.floor(options.now() / 1000))
    const sign = signGetToken(appId, createTime, appKey)
    const answer = await v5.send({
      ...getTokenCall,
      method: 'GET',
      path: '/api/get_token',
      query: {
        appid: appId,
        create_time: createTime,
        sign,
      },
    })
    const { json, status, date } = answer
    const envelope = v5Envelope.read(json)
    if (envelope === null || envelope.ret_code === null)
      throw status === tokenInvalidHttpStatus ? credentialsRefused() : unreadable()
    if (envelope.ret_code !== successCode)
      throw asClockError(refusal(envelope.ret_code, envelope.ret_msg, { sign, appKey }), date)
    const issued = issuedToken(envelope.item, 'token')
    if (issued === null || contradictionOf(answer, { success: true, code: successCode }) !== null)
      throw unreadable()
    return { ...issued, unitMs: 1000 }
  }

  async function getCompanyToken(send: Send): Promise<IssuedToken> {
    const currentTime = String(options.now())
    const sign = signCompanyToken(appId, currentTime, appKey)
    const answer = await send({
      ...getTokenCall,
      method: 'POST',
      path: '/tokens/company',
      body: {
        responseType: companyTokenResponseType,
        appId,
        currentTime,
        sign,
      },
    })
    const { json, status, date } = answer
    // A success has no envelope (docs/upstream-api.md#company-token); a refusal has one.
    const issued = issuedToken(json, 'access_token')
    if (issued !== null && contradictionOf(answer, { success: true, code: null }) !== null) throw unreadable()
    if (issued !== null) return { ...issued, unitMs: companyTokenExpiresInUnitMs }
    const [refused, refusedAsV5] = [extensionEnvelope.read(json), v5Envelope.read(json)]
    if (status === tokenInvalidHttpStatus) throw credentialsRefused()
    if (refused === null || refusedAsV5 === null) throw unreadable()
    const code = refused.retCode ?? refusedAsV5.ret_code
    throw asClockError(refusal(code, refused.retMsg ?? refusedAsV5.ret_msg, { sign, appKey }), date)
  }

  return {
    v5: createTokenKeeper({
      key: `v5 ${v5.url} ${appId}`,
      store: options.store,
      cooldowns: options.cooldowns,
      request: () => reported(getToken),
      renewAtShare: 0.8,
    }),
    company:
      company === null
        ? null
        : createTokenKeeper({
            key: `company ${company.url} ${appId}`,
            store: options.store,
            cooldowns: options.cooldowns,
            request: () => reported(() => getCompanyToken(company.send)),
            renewAtShare: 0.5,
          }),
  }
}
