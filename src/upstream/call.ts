import { isRefusedToken, readEnvelope, refusalError, type Verdict } from './envelope.ts'
import { UpstreamError } from './errors.ts'
import { operations, type OperationId, type ServiceName } from './operations.ts'
import { isContradicted, isGiven, ResponseWarnings } from './pages.ts'
import type { Profile } from './profile.ts'
import type { AgentRecord } from './records.ts'
import { requestBuilder, withCredential, type Request } from './request.ts'
import { callerGone, Sender, type BreakerState, type Limits, type Network } from './send.ts'
import {
  requestCompanyToken,
  requestToken,
  TokenKeeper,
  type Cooldowns,
  type HeldToken,
  type TokenState,
  type TokenStore,
} from './token.ts'
import type { Answer, CallOptions, CallReport, CreateOptions, Observation } from './upstream.ts'

export interface UpstreamOptions {
  profile: Profile
  /** Base URL of the v5 operations; a path prefix is kept. */
  url: string
  /** Base URL of `/exts…` and `/api/exts/_add`. */
  extensionsUrl: string
  appId: string
  appKey: string
  /** Sent when an operation takes a company and the caller gives none. */
  companyId: string | null
  /** The value of the credential `fixed`, with its prefix. */
  authorization: string | null
  tokenStore: TokenStore
  network?: Network
  onCall?: (report: CallReport) => void
  /** Runs each operation, after a wait for its turn when necessary. An error that it throws instead is passed on. */
  takeTurn?: <Result>(isBulk: boolean, call: () => Promise<Result>) => Promise<Result>
  now?: () => number
  limits?: Limits | undefined
  cooldowns?: Cooldowns | undefined
}

type Options = CallOptions & CreateOptions
/** What a call showed, for its report. */
interface Shown {
  extensions?: Pick<Observation, 'records' | 'absent' | 'source'>
  agent?: AgentRecord | null
}
export type Read<Data> = (payload: unknown, warnings: ResponseWarnings) => ({ data: Data } & Shown) | null

interface Outcome {
  verdict: Verdict | null
  status: number
  isRefusedToken: boolean
}

const creates: readonly OperationId[] = ['create_extension', 'create_extension_legacy']

/** Makes the calls of the open API: the credential, one request and its envelope, one repeat with a new token, the report. */
export class Caller {
  protected readonly profile: Profile
  protected readonly request
  readonly #options: UpstreamOptions
  readonly #senders: Record<ServiceName, Sender>
  readonly #tokens: { v5: TokenKeeper; company: TokenKeeper | null }
  /** Whether the v5 service accepts the token of a generation that the extension service has refused. */
  #acceptedByV5: { generation: number; isAccepted: Promise<boolean> } | null = null

  constructor(options: UpstreamOptions) {
    const { profile, url, extensionsUrl, tokenStore: store, cooldowns, network, limits, appId } = options
    this.#options = options
    this.profile = profile
    this.request = requestBuilder(profile)
    const sending = {
      profile,
      ...(limits === undefined ? {} : { limits }),
      ...(network === undefined ? {} : { network }),
    }
    this.#senders = {
      v5: new Sender('v5', url, sending),
      extensions: new Sender('extensions', extensionsUrl, sending),
    }
    this.#tokens = {
      v5: new TokenKeeper({
        key: `v5 ${url} ${appId}`,
        store,
        cooldowns,
        request: () => this.#reportToken(() => requestToken(this.#senders.v5, options, profile, this.#now())),
        renewAtShare: 0.8,
      }),
      company:
        profile.auth.credential === 'company'
          ? new TokenKeeper({
              key: `company ${extensionsUrl} ${appId}`,
              store,
              cooldowns,
              request: () =>
                this.#reportToken(() =>
                  requestCompanyToken(this.#senders.extensions, options, profile, this.#now()),
                ),
              renewAtShare: 0.5,
            })
          : null,
    }
  }

  #now(): number {
    return (this.#options.now ?? Date.now)()
  }

  /** Executes one operation and reports it. `read` turns the payload into data, or returns null for another shape. */
  protected execute<Data>(
    request: Request,
    call: Options | undefined,
    read: Read<Data>,
  ): Promise<Answer<Data>> {
    const takeTurn = this.#options.takeTurn ?? ((_isBulk, run) => run())
    return takeTurn(call?.bulk === true, () => this.#run(request, call ?? {}, read))
  }

  async #run<Data>(request: Request, call: Options, read: Read<Data>): Promise<Answer<Data>> {
    const { operation } = request
    const isCreate = creates.includes(operation)
    const warnings = new ResponseWarnings()
    const report = this.#reportOf(operation, warnings)
    try {
      const payload = await this.#payloadOf(request, { ...call, isCreate }, warnings)
      const result = read(payload, warnings)
      if (result === null)
        throw new UpstreamError({ kind: 'invalid', operation, definitelyNotApplied: !isCreate })
      report(null, isContradicted(warnings.list) ? {} : result)
      return { data: result.data, warnings: warnings.list }
    } catch (error) {
      // A caller who left says nothing about the service.
      if (error instanceof UpstreamError && error.code !== callerGone)
        report(error, absenceShown(request, this.profile, error))
      throw error
    }
  }

  /** Starts the report of a call. The function that it returns sends it, once the call has ended. */
  #reportOf(operation: OperationId, warnings: ResponseWarnings) {
    const startedAt = this.#now()
    const begun = performance.now()
    return (error: UpstreamError | null, shown: Shown = {}) =>
      this.#options.onCall?.({
        operation,
        startedAt,
        milliseconds: performance.now() - begun,
        error,
        unknownFields: [...warnings.unknownFields],
        extensions: shown.extensions === undefined ? null : { ...shown.extensions, at: startedAt },
        agent: shown.agent ?? null,
      })
  }

  async #reportToken<Result>(work: () => Promise<Result>): Promise<Result> {
    const report = this.#reportOf('get_token', new ResponseWarnings())
    try {
      const result = await work()
      report(null)
      return result
    } catch (error) {
      if (error instanceof UpstreamError) report(error)
      throw error
    }
  }

  #keeperOf(service: ServiceName): TokenKeeper | null {
    const { credential } = this.profile.auth
    if (service === 'v5') return this.#tokens.v5
    return credential === 'company' ? this.#tokens.company : credential === 'v5' ? this.#tokens.v5 : null
  }

  async #attempt(
    request: Request,
    held: HeldToken | null,
    { isCreate, bulk, signal, canSend }: Options & { isCreate: boolean },
    warnings: ResponseWarnings,
  ): Promise<Outcome> {
    const { operation } = request
    // The profile may send a create to the other host; the envelope is that of the operation.
    const { service } = operations[operation]
    const { appKey, authorization } = this.#options
    const answer = await this.#senders[request.service].send(
      withCredential(request, this.profile, { token: held?.token ?? null, authorization }),
      { kind: isCreate ? 'create' : 'read', bulk, signal, canSend },
    )
    const password = request.query['password'] ?? request.body?.['password']
    const secrets = [appKey, authorization, held?.token, typeof password === 'string' ? password : null]
    const verdict = readEnvelope(this.profile, { operation, service, isCreate }, answer, secrets, warnings)
    return {
      verdict,
      status: answer.status,
      isRefusedToken: isRefusedToken(this.profile, service, answer, verdict),
    }
  }

  /** Makes one call with its credential. A read with a refused token is sent once more with a new one; a create never is. */
  async #payloadOf(
    request: Request,
    options: Options & { isCreate: boolean },
    warnings: ResponseWarnings,
  ): Promise<unknown> {
    const { operation } = request
    const { service } = operations[operation]
    const { isCreate } = options
    const keeper = this.#keeperOf(service)
    const held = keeper === null ? null : await keeper.obtain()
    let outcome = await this.#attempt(request, held, options, warnings)
    const refuse = ({ verdict, status }: Outcome, kind: 'token' | 'extensions-auth') =>
      new UpstreamError({
        kind,
        operation,
        code: verdict?.code ?? `HTTP ${status}`,
        serviceMessage: verdict?.message ?? null,
        definitelyNotApplied: true,
      })
    if (outcome.isRefusedToken) {
      if (keeper === null || held === null) throw refuse(outcome, 'extensions-auth')
      const isV5Token = keeper === this.#tokens.v5
      if (service === 'extensions' && isV5Token && (await this.#isAcceptedByV5(held)))
        throw refuse(outcome, 'extensions-auth')
      if (isCreate) {
        keeper.refuse(held.generation)
        throw refuse(outcome, 'token')
      }
      outcome = await this.#attempt(request, await keeper.obtain(held.generation), options, warnings)
      if (outcome.isRefusedToken) throw refuse(outcome, 'token')
    }
    const { verdict, status } = outcome
    if (verdict === null && status === 403)
      throw new UpstreamError({ kind: 'restricted', operation, code: 'HTTP 403', definitelyNotApplied: true })
    if (verdict === null)
      throw new UpstreamError({ kind: 'invalid', operation, definitelyNotApplied: !isCreate })
    const namesAgent = isCreate && isGiven(request.query['agentID'] ?? request.body?.['agentID'])
    if (!verdict.success) throw refusalError(this.profile, operation, verdict, namesAgent)
    if (verdict.contradiction !== null) warnings.warn('success-contradicted', verdict.contradiction)
    return verdict.payload
  }

  /** Asks the v5 service once per token whether it accepts a token that the extension service has refused. */
  #isAcceptedByV5(held: HeldToken): Promise<boolean> {
    if (this.#acceptedByV5?.generation !== held.generation) {
      const isAccepted = this.#attempt(
        this.request.timeZones({ language: 'en' }),
        held,
        { isCreate: false },
        new ResponseWarnings(),
      ).then(
        ({ verdict }) => verdict?.success === true,
        () => false,
      )
      this.#acceptedByV5 = { generation: held.generation, isAccepted }
    }
    return this.#acceptedByV5.isAccepted
  }

  #keepers() {
    const { v5, company } = this.#tokens
    return [
      { kind: 'v5' as const, keeper: v5 },
      ...(company === null ? [] : [{ kind: 'company' as const, keeper: company }]),
    ]
  }

  /** Runs operation 1 on demand, for each credential in use. */
  async renewTokens(): Promise<void> {
    for (const { keeper } of this.#keepers()) await keeper.renew()
  }

  tokenStates(): Promise<{ kind: 'v5' | 'company'; state: TokenState; now: number; renewing: boolean }[]> {
    return Promise.all(this.#keepers().map(async ({ kind, keeper }) => ({ kind, ...(await keeper.state()) })))
  }

  breakers(): BreakerState[] {
    return Object.values(this.#senders).map((sender) => sender.breaker())
  }

  /** Returns the number of reads under way or queued that users wait for. */
  waitedFor(): number {
    return Object.values(this.#senders).reduce((sum, sender) => sum + sender.waitedFor(), 0)
  }

  async close(): Promise<void> {
    for (const { keeper } of this.#keepers()) keeper.close()
    await Promise.all(Object.values(this.#senders).map((sender) => sender.close()))
  }
}

/** "Not found" shows that a number is absent, unless the request named an agent, which may be what was not found. */
function absenceShown({ operation, body, query }: Request, profile: Profile, error: UpstreamError): Shown {
  const { ext, agent } = profile.operations.detail.names
  const fields = { ...query, ...body }
  const number = fields[ext]
  if (operation !== 'extension_detail' || error.meaning !== 'notFound' || typeof number !== 'string')
    return {}
  return isGiven(fields[agent]) ? {} : { extensions: { records: [], absent: [number], source: 'detail' } }
}
