import { setTimeout as sleep } from 'node:timers/promises'
import type { UpstreamOptions } from '../client.ts'
import { isRefusedToken, readEnvelope, successStatus, type Verdict } from '../envelope.ts'
import { UpstreamError } from '../errors.ts'
import { operations, type ServiceName } from '../operations.ts'
import { hasMeaning, isOneOf, type Profile } from '../profile.ts'
import { isSent, type ExtensionRecord } from '../records.ts'
import { requestBuilder, withCredential, type Request } from '../request.ts'
import { limitsOf, Sender, type HttpAnswer } from '../send.ts'
import { requestCompanyToken } from '../token.ts'
import { exchangeOf } from './exchange.ts'
import {
  changesOf,
  fail,
  withChanges,
  type Exchange,
  type Evidence,
  type Finding,
  type Outcome,
  type Proposal,
} from './step.ts'

/** The service to check. */
export type CheckInput = Pick<
  UpstreamOptions,
  'profile' | 'url' | 'extensionsUrl' | 'appId' | 'appKey' | 'companyId' | 'authorization' | 'network'
> & {
  /** A v5 token in use, which the check tries before it gets a new one; a new one could end it. */
  token?: string | null
}

export interface CheckOptions {
  signal?: AbortSignal | undefined
  /** To each of the two base URLs; at most the profile's own. */
  requestsPerSecond?: number
  now?: () => number
}

const mostRequests = 120
const usualRequestsPerSecond = 2

/** The check has sent all the requests that it may send. */
export class TooManyRequests extends Error {
  override readonly name = 'TooManyRequests'
}

/** The answer to one request of the check. */
export interface Reply {
  success: boolean
  /** The return code; without an envelope, the HTTP status or a word for the failure. */
  code: string | null
  message: string | null
  /** The v5 envelope, or the `data` of the extension service; undefined without an envelope. */
  data: unknown
  /** The whole answer. */
  json: unknown
  /** What kept the answer from being read; null when it has an envelope. */
  error: UpstreamError | null
  isRefusedToken: boolean
  /** The service's clock minus ours, ms; null when the answer doesn't tell the time. */
  clockDifference: number | null
}

/** What a reply that is no success means for its step. */
export const refusal = ({
  error,
  code,
  message,
}: Reply): [finding: Finding, params: { code: string; message: string }] => [
  error?.kind ?? 'refused',
  { code: code ?? '', message: message ?? '' },
]

/** What earlier steps found, for later ones. */
interface Facts {
  clockDifference: number | null
  /** The answer of operation 8 to a request without a credential. */
  withoutCredential: Reply | null
  /** Its answer with the credential. */
  withCredential: Reply | null
  /** The idle numbers seen, in the service's order. */
  idle: string[]
  /** Records of details; the first is idle. */
  records: ExtensionRecord[]
  /** A bound agent's uuid. */
  agentUuid: string | null
}

/** A field of an answer and its value, as evidence. */
export type Proof = readonly [field: string, value: string]
const maxValueLength = 60
/** Values of the profile by key. */
type Values = Readonly<Record<string, unknown>>

/** True for an answer whose data is what the operation returns, so that its unknown return code means success. */
export type LooksRight = (json: Readonly<Record<string, unknown>>) => boolean
/** An unknown return code stays unknown. */
const looksWrong: LooksRight = () => false

/**
 * Sends the requests of a check through the pipe, writes them down, and collects what they teach: `profile` is the given one
 * with all changes so far.
 */
export class Probe {
  readonly input: CheckInput
  profile: Profile
  /** The exchange that decided the present step, unless its outcome says which. */
  decided: Exchange | null = null
  /** Of the present step. */
  exchanges: Exchange[] = []
  changes: (Proposal & { finding: Finding })[] = []
  readonly facts: Facts = {
    clockDifference: null,
    withoutCredential: null,
    withCredential: null,
    idle: [],
    records: [],
    agentUuid: null,
  }
  /** The v5 token, once there is one. */
  token: string | null = null
  readonly now: () => number
  readonly #senders: Record<ServiceName, Sender>
  readonly #signal: AbortSignal | undefined
  readonly #succeeded: Record<ServiceName, Set<string>> = { v5: new Set(), extensions: new Set() }
  #companyToken: { token: string | null; error: UpstreamError | null } | null = null
  #sent = 0
  /** The latest answer, as it arrived. */
  latest: HttpAnswer | null = null

  constructor(
    input: CheckInput,
    { signal, requestsPerSecond = usualRequestsPerSecond, now = Date.now }: CheckOptions,
  ) {
    const { profile, url, extensionsUrl, network = {} } = input
    this.input = input
    this.profile = profile
    this.now = now
    this.#signal = signal
    const rate = Math.min(requestsPerSecond, profile.limits.requestsPerSecond ?? Infinity)
    const options = {
      profile: { ...profile, limits: { ...profile.limits, requestsPerSecond: rate } },
      sendLimits: { ...limitsOf(profile), repeatMs: { shortest: 0, longest: 0 } },
      network,
    }
    const v5 = new Sender('v5', url, options)
    this.#senders = {
      v5,
      extensions: url === extensionsUrl ? v5 : new Sender('extensions', extensionsUrl, options),
    }
  }

  get #secrets(): (string | null)[] {
    const { appKey, authorization } = this.input
    return [appKey, authorization, this.token, this.input.token ?? null, this.#companyToken?.token ?? null]
  }

  /**
   * Proposes other values for keys of the profile; all later requests use them. Returns the outcome with the given profile.
   * @param field of the latest answer
   */
  learn(finding: Finding, values: Values, [field, value]: Proof, params: Outcome['params'] = {}): Outcome {
    const changes = changesOf(this.profile, values)
    this.profile = withChanges(this.profile, changes)
    const { operation = 'get_token' } = this.exchanges.at(-1) ?? {}
    const evidence: Evidence = { operation, field, value: value.slice(0, maxValueLength) }
    this.changes.push(...changes.map((change) => ({ ...change, finding, evidence })))
    return fail(finding, params, changes[0]?.key ?? null)
  }

  /** Proposes the first values of the table with which the service answers as it should, by what `find` shows. */
  async tryOthers<Match extends { proof: Proof }>(
    finding: Finding,
    table: Iterable<Values>,
    params: Outcome['params'],
    find: (profile: Profile) => Promise<Match | null>,
  ): Promise<(Match & { outcome: Outcome }) | null> {
    for (const values of table) {
      const changes = changesOf(this.profile, values)
      const match = changes.length === 0 ? null : await find(withChanges(this.profile, changes))
      if (match !== null) return { ...match, outcome: this.learn(finding, values, match.proof, params) }
    }
    return null
  }

  /** Builds requests, with the service's company. */
  requests(profile = this.profile) {
    return requestBuilder(profile, this.input.companyId ?? undefined)
  }

  /** A sender like the pipe's own, for token.ts. Throws `TooManyRequests`, and the signal's reason. */
  sender(service: ServiceName): Pick<Sender, 'send'> {
    return { send: (request) => this.#send(service, request) }
  }

  async #send(service: ServiceName, request: Request): Promise<HttpAnswer> {
    const begun = performance.now()
    const write = (answer: { status: number | null; code: string | null; json?: unknown }) =>
      this.exchanges.push(
        exchangeOf(request, { ...answer, milliseconds: performance.now() - begun }, this.#secrets),
      )
    // Counts the repeats too.
    const canSend = () => this.#sent < mostRequests && ++this.#sent > 0
    this.latest = null
    this.#signal?.throwIfAborted()
    if (this.#sent >= mostRequests) throw new TooManyRequests()
    try {
      const answer = await this.#senders[service].send(request, { signal: this.#signal, canSend })
      const { json, status } = answer
      this.latest = answer
      write({ status, code: returnCodeOf(json) ?? `HTTP ${status}`, json })
      return answer
    } catch (error) {
      this.#signal?.throwIfAborted()
      if (error instanceof UpstreamError) {
        const [, status] = /^HTTP (\d{3})$/.exec(error.code ?? '') ?? []
        write({ status: status === undefined ? null : Number(status), code: error.code ?? error.kind })
      }
      throw error
    }
  }

  /**
   * Sends a read and reads its envelope. A success under an unknown return code is learned from an answer that looks right.
   * @param profile how the credential is sent, while a step tries other ways
   * @param token null: without a credential
   */
  async ask(
    request: Request,
    {
      profile = this.profile,
      token = this.token,
      looksRight = looksWrong,
    }: { profile?: Profile; token?: string | null; looksRight?: LooksRight } = {},
  ): Promise<Reply> {
    const { authorization } = this.input
    const isFixed =
      profile.auth.credential === 'fixed' && operations[request.operation].service === 'extensions'
    const sent =
      token === null && !isFixed ? request : withCredential(request, profile, { token, authorization })
    return this.#replyTo(request, sent, looksRight)
  }

  /** Sends a read without a credential. */
  askWithout(request: Request): Promise<Reply> {
    return this.#replyTo(request, request, looksWrong)
  }

  async #replyTo(request: Request, sent: Request, looksRight: LooksRight): Promise<Reply> {
    const { operation, service } = request
    try {
      const answer = await this.sender(service).send(sent)
      const read = () => readEnvelope(this.profile, operation, answer, this.#secrets, [])
      let verdict = read()
      if (verdict?.success !== true && isSent(answer.json) && looksRight(answer.json)) {
        this.#learnSuccess(operations[operation].service, verdict, answer.json)
        verdict = read()
      }
      if (verdict?.success === true && verdict.code !== null)
        this.#succeeded[operations[operation].service].add(verdict.code)
      return {
        success: verdict?.success === true,
        code: verdict === null ? `HTTP ${answer.status}` : verdict.code || null,
        message: verdict?.message ?? null,
        data: verdict?.payload,
        json: verdict?.json ?? answer.json,
        error:
          verdict === null
            ? new UpstreamError({ kind: 'invalid', operation, code: `HTTP ${answer.status}` })
            : verdict.contradiction === null
              ? null
              : new UpstreamError({ kind: 'invalid', operation, code: verdict.contradiction }),
        isRefusedToken: isRefusedToken(this.profile, operations[operation].service, answer, verdict),
        clockDifference: answer.date === null ? null : answer.date - this.now(),
      }
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      const nothing = {
        message: error.serviceMessage,
        data: undefined,
        json: undefined,
        clockDifference: null,
      }
      return { ...nothing, success: false, isRefusedToken: false, code: error.code, error }
    }
  }

  /** Learns the return code of an answer that looks like a success, unless the code has another meaning. */
  #learnSuccess(
    service: ServiceName,
    verdict: Verdict | null,
    json: Readonly<Record<string, unknown>>,
  ): void {
    const code = returnCodeOf(json)
    if (code !== null && !isKnownCode(this.profile, code)) this.learnSuccessCode(service, code)
    else if (verdict === null && service === 'extensions' && successStatus.test(String(json['status'])))
      this.learn('success-code', { 'envelopes.extensions.withoutCode': 'status' }, [
        'status',
        String(json['status']),
      ])
  }

  /** Codes of this run's earlier successes stay. */
  learnSuccessCode(service: ServiceName, code: string): void {
    const seen = this.profile.envelopes[service].success.filter((each) =>
      [...this.#succeeded[service]].some((succeeded) => isOneOf([each], succeeded)),
    )
    const field = service === 'v5' ? 'ret_code' : 'retCode'
    this.learn('success-code', { [`envelopes.${service}.success`]: [...seen, code] }, [field, code])
  }

  /** Returns the token of the extension operations: the company token is requested once, when a profile wants it. */
  async extensionsToken({ auth: { credential } }: Profile = this.profile): Promise<string | null> {
    if (credential !== 'company') return this.token
    if (this.#companyToken === null) {
      this.#companyToken = await requestCompanyToken(
        this.sender('extensions'),
        this.input,
        this.profile,
        this.now(),
      ).then(
        ({ token }) => ({ token, error: null }),
        (error: unknown) => {
          if (!(error instanceof UpstreamError)) throw error
          return { token: null, error }
        },
      )
    }
    return this.#companyToken.token
  }

  /** Sends an extension operation with the credential of the profile; returns null without its token. */
  async askExtensions(
    build: (request: ReturnType<typeof requestBuilder>) => Request,
    { profile = this.profile, looksRight = looksWrong }: { profile?: Profile; looksRight?: LooksRight } = {},
  ): Promise<Reply> {
    const token = await this.extensionsToken(profile)
    return this.ask(build(this.requests(profile)), { profile, token, looksRight })
  }

  /** Waits without sending. */
  wait(milliseconds: number): Promise<void> {
    return sleep(milliseconds, undefined, { signal: this.#signal })
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.#senders).map((sender) => sender.close()))
  }
}

/** A token that no service has issued. */
export const deadToken = ({ token }: Probe): string => '0'.repeat(token?.length ?? 32)

/** Returns the return code of either envelope. */
export function returnCodeOf(json: unknown): string | null {
  const code = isSent(json) ? (json['retCode'] ?? json['ret_code']) : null
  return (typeof code === 'string' && code !== '') || typeof code === 'number' ? String(code) : null
}

/** True for a code to which the profile gives a meaning. */
export const isKnownCode = (profile: Profile, code: string): boolean =>
  hasMeaning(profile, code) ||
  profile.token.invalid.some((each) => 'code' in each && isOneOf([each.code], code))
