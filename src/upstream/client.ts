import { setTimeout as sleep } from 'node:timers/promises'
import { isRefusedToken, readEnvelope, refusalError, v5Envelope, type Verdict } from './envelope.ts'
import { UpstreamError, type UpstreamErrorKind } from './errors.ts'
import { operations, type OperationId, type ServiceName } from './operations.ts'
import { PagedList, readTotal, type PageCall } from './paging.ts'
import type { Profile } from './profile.ts'
import {
  bindStatus,
  countryItem,
  extensionLanguage,
  extensionRecord,
  isGiven,
  isSameId,
  isSent,
  isUuid,
  languageItem,
  readFields,
  readList,
  recordReaders,
  suggestItem,
  timeZoneItem,
  warn,
  type AgentRecord,
  type Answer,
  type Keyed,
  type NumberedExtension,
  type Paged,
  type Reader,
  type Warning,
} from './records.ts'
import {
  requestBuilder,
  withCredential,
  type CreateInput,
  type IdlePageInput,
  type Language,
  type Request,
  type UnboundPageInput,
} from './request.ts'
import {
  callerGone,
  Sender,
  type BreakerState,
  type SendLimits,
  type Network,
  type SendOptions,
} from './send.ts'
import {
  requestCompanyToken,
  requestToken,
  TokenKeeper,
  type Cooldowns,
  type UsableToken,
  type IssuedToken,
  type TokenState,
  type TokenStore,
} from './token.ts'

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
  /** Runs each operation, for example to know which requests wait for one. */
  around?: <Result>(call: () => Promise<Result>) => Promise<Result>
  /** Receives the errors of observers. */
  onFault?: (error: unknown) => void
  /** The clock of the signature. */
  now?: () => number
  /** The clock of the reports, when it is another one. */
  reportedNow?: () => number
  sendLimits?: SendLimits | undefined
  cooldowns?: Cooldowns | undefined
}

export type CallOptions = Pick<SendOptions, 'signal' | 'bulk'>

type CreateOptions = Pick<SendOptions, 'bulk' | 'canSend'>

/** The extensions that one read or create showed. The records hold secrets, which observers must not keep. */
export interface Observation {
  records: readonly NumberedExtension[]
  /** Numbers that the service does not know. */
  absent: readonly string[]
  source: 'idle' | 'unbound' | 'detail' | 'created'
  /** Epoch milliseconds before the call, so that a later change never looks older. */
  at: number
}

/** The report of a finished call, for everything that observes the service: status, metrics, log, numbers, seen values. */
export interface CallReport {
  operation: OperationId
  startedAt: number
  milliseconds: number
  error: UpstreamError | null
  unknownFields: string[]
  /** Null when the call showed no extension. */
  extensions: Observation | null
  agent: AgentRecord | null
}

/** Observes the service's calls. Must not keep the secrets in the report's records. */
type CallListener = (report: CallReport) => void

/** What a call showed, for its report. */
interface Observed {
  extensions?: Omit<Observation, 'at'> | undefined
  agent?: AgentRecord | null
}

type Result<Data> = { data: Data } & Observed

/** Turns a payload into data; returns null for a payload of another shape. */
type Read<Data> = (payload: unknown, warnings: Warning[], answer: unknown) => Result<Data> | null

interface Attempt {
  verdict: Verdict | null
  status: number
  isRefusedToken: boolean
}

/** Wait between two requests with a new token that does not work yet. */
const settleStepMs = 500

/** An extension that was created and not read yet: only its number is certain. */
const onlyNumber = (ext: string): NumberedExtension => ({ ...extensionRecord.parse({}), ext })

const created = (record: NumberedExtension): Observed['extensions'] => ({
  records: [record],
  absent: [],
  source: 'created',
})

/** True when the record matches the requested uuid or work number. A record with neither may still be the requested agent. */
function isAgent({ id, agentID }: AgentRecord, agentId: string): boolean {
  const named = [id, agentID].filter((name) => isGiven(name))
  return named.length === 0 || named.some((name) => isSameId(name, agentId))
}

/**
 * The open API, one method per operation of docs/upstream-api.md (operation 1 belongs to the token keeper). Each call goes one way:
 * profile and input, request.ts, token.ts, send.ts, envelope.ts, records.ts. All throw `UpstreamError`. A read is repeated at most
 * once after a failure; a create is sent once. Sends nothing before the first call.
 */
export class UpstreamClient {
  readonly #options: UpstreamOptions
  readonly #profile: Profile
  readonly #now: () => number
  readonly #reportedNow: () => number
  readonly #listeners: CallListener[] = []
  readonly #request
  readonly #records
  readonly #number: RegExp
  readonly #idlePages: PagedList<IdlePageInput>
  readonly #unboundPages: PagedList<UnboundPageInput>
  readonly #senders: Record<ServiceName, Sender>
  readonly #tokens = new Map<'v5' | 'company', TokenKeeper>()
  /** The extension service refused the last read, so a refused create tells nothing of its own content. */
  #areReadsRefused = false
  /** Whether the v5 service accepts the token of a generation that the extension service has refused. */
  #acceptedByV5: { generation: number; isAccepted: Promise<boolean> } | null = null

  constructor(options: UpstreamOptions) {
    const { profile, url, extensionsUrl, appId, tokenStore: store, cooldowns } = options
    this.#options = options
    this.#profile = profile
    this.#now = options.now ?? Date.now
    this.#reportedNow = options.reportedNow ?? this.#now
    this.#request = requestBuilder(profile, options.companyId ?? undefined)
    this.#records = recordReaders(profile)
    this.#number = new RegExp(profile.records.number)
    const list = { profile, reader: this.#records.extension, call: this.#callPage }
    this.#idlePages = new PagedList({
      ...list,
      name: 'idlePage',
      requestOf: (input: IdlePageInput) => this.#request.idlePage(input),
    })
    this.#unboundPages = new PagedList({
      ...list,
      name: 'unboundPage',
      requestOf: (input: UnboundPageInput) => this.#request.unboundPage(input),
    })
    const v5 = new Sender('v5', url, options)
    const extensions = new Sender('extensions', extensionsUrl, options)
    this.#senders = { v5, extensions }
    const keep = (
      kind: 'v5' | 'company',
      base: string,
      renewAtShare: number,
      ask: () => Promise<IssuedToken>,
    ) => {
      const request = async () => {
        const { data } = await this.#reported('get_token', [], async () => ({ data: await ask() }))
        return data
      }
      const key = `${kind} ${base} ${appId}`
      this.#tokens.set(kind, new TokenKeeper({ key, store, cooldowns, request, renewAtShare }))
    }
    keep('v5', url, 0.8, () => requestToken(v5, options, profile, this.#now()))
    if (profile.auth.credential === 'company')
      keep('company', extensionsUrl, 0.5, () =>
        requestCompanyToken(extensions, options, profile, this.#now()),
      )
  }

  getTimeZones({ language }: { language: Language }, call?: CallOptions) {
    return this.#reference('get_timezone', language, timeZoneItem, 'timezoneid', call)
  }

  getLanguages({ language }: { language: Language }, call?: CallOptions) {
    return this.#reference('get_language', language, languageItem, 'language_code', call)
  }

  getCountries({ language }: { language: Language }, call?: CallOptions) {
    return this.#reference('get_country', language, countryItem, 'countryid', call)
  }

  #reference<Item extends Record<string, string | null>, Code extends keyof Item>(
    operation: 'get_timezone' | 'get_language' | 'get_country',
    language: Language,
    reader: Reader<Item>,
    code: Code,
    call?: CallOptions,
  ): Promise<Answer<Keyed<Item, Code>[]>> {
    return this.#call(this.#request.reference(operation, language), call, (payload, warnings) => {
      const { items, item } = v5Envelope.parse(payload)
      // A sibling operation of the service returns its list in `item` (docs/upstream-api.md#reference-values).
      return { data: readList(reader, code, Array.isArray(items) ? items : item, warnings) }
    })
  }

  createExtension(input: CreateInput, call?: CreateOptions): Promise<Answer<null>> {
    const request = this.#request.createExtension(input)
    return this.#call(request, call, () => ({ data: null, extensions: created(onlyNumber(input.ext)) }))
  }

  createExtensionLegacy(input: CreateInput, call?: CreateOptions): Promise<Answer<NumberedExtension | null>> {
    const request = this.#request.createExtensionLegacy(input)
    return this.#call(request, call, (payload, warnings) => {
      const record = readFields(this.#records.extension, payload, warnings, true)
      // The created number is looked up, never taken from an answer about another number.
      if (record !== null && record.ext !== input.ext) warn(warnings, 'row-other', '1')
      const data = this.#isNumber(record, input.ext) ? record : null
      return { data, extensions: created(data ?? onlyNumber(input.ext)) }
    })
  }

  /** `data` is null when no agent is found. */
  searchIdle(
    input: { agentId?: string | undefined },
    call?: CallOptions,
  ): Promise<Answer<AgentRecord | null>> {
    return this.#call(this.#request.searchIdle(input), call, (payload, warnings) => {
      const agent = this.#agentIn(payload, warnings)
      if (agent !== null && input.agentId !== undefined && !isAgent(agent, input.agentId))
        warn(warnings, 'row-other', '1')
      return { data: agent, agent }
    })
  }

  /** Reads operation 6's data in the shape that the profile names: an agent, or the extension that is offered. */
  #agentIn(payload: unknown, warnings: Warning[]): AgentRecord | null {
    const shape = this.#profile.operations.searchIdle.data
    const { agent, extension } = this.#records
    if (payload === null || payload === undefined) return null
    if (shape === 'agent') return readFields(agent, payload, warnings, true)
    const list = shape === 'page' && isSent(payload) ? Object.values(payload).find(Array.isArray) : payload
    const offered: unknown = shape === 'extension' ? payload : Array.isArray(list) ? list[0] : undefined
    const record = offered === undefined ? null : readFields(extension, offered, warnings, true)
    return record === null ? null : agent.parse({ ext: record.ext })
  }

  getExtension(
    input: { ext: string; agentId?: string | undefined },
    call?: CallOptions,
  ): Promise<Answer<NumberedExtension>> {
    const { ext, agentId = '' } = input
    const read: Read<NumberedExtension> = (payload, warnings) => {
      if (this.#profile.codes.emptyMeansNotFound && !isGiven(isSent(payload) ? payload['ext'] : payload))
        throw new UpstreamError({ kind: 'refused', operation: 'extension_detail', meaning: 'notFound' })
      const data = readFields(this.#records.extension, payload, warnings, true)
      // Without its number, the answer may be about another extension.
      if (!this.#isNumber(data, ext)) return null
      // A work number cannot be compared with a uuid.
      if (isUuid(agentId) && isGiven(data.agentUuid) && !isSameId(data.agentUuid, agentId))
        warn(warnings, 'row-other', '1')
      return { data, extensions: { records: [data], absent: [], source: 'detail' } }
    }
    // With an agent, "not found" may be about the agent.
    return this.#call(this.#request.detail(input), call, read, agentId === '' ? ext : undefined)
  }

  /** True for the record of this number, which can be looked up. */
  #isNumber(record: { ext: string | null } | null, ext: string): record is NumberedExtension {
    return record?.ext === ext && this.#number.test(ext)
  }

  searchIdlePage(input: IdlePageInput, call?: CallOptions): Promise<Answer<Paged<NumberedExtension>>> {
    // Not bound, and not marked free with an agent.
    const isRequested = ({ ext, bindStatus: state, agentUuid }: NumberedExtension) =>
      ext.startsWith(input.ext ?? '') &&
      state !== bindStatus.bound &&
      (state !== bindStatus.free || !isGiven(agentUuid))
    return this.#idlePages.read(input, call, isRequested)
  }

  getUnboundPage(input: UnboundPageInput, call?: CallOptions): Promise<Answer<Paged<NumberedExtension>>> {
    let bound = 0
    const isRequested = ({ ext, agentUuid, bindStatus: state }: NumberedExtension) => {
      if (!ext.startsWith(input.ext ?? '')) return false
      const isOwn = isSameId(agentUuid, input.agentUuid)
      // An agent has one number; the page's other rows are free.
      if (state === bindStatus.bound) return isOwn && ++bound === 1
      return isOwn || !isGiven(agentUuid)
    }
    return this.#unboundPages.read(input, call, isRequested)
  }

  async getExtensionLanguage({ ext }: { ext: string }, call?: CallOptions) {
    return this.#call(this.#request.extensionLanguage({ ext }), call, (payload, warnings) => {
      const record = readFields(extensionLanguage, payload, warnings, true)
      if (record === null || !isSent(payload)) return null
      // The document does not say whether the answer names its number; if it does, it must be the requested number.
      if (record.ext !== ext && isGiven(payload['ext'])) return null
      return { data: { langCode: record.langCode, langCodeTxt: record.langCodeTxt } }
    })
  }

  querySuggest(
    input: { q: string; page: number; pageSize: number },
    call?: CallOptions,
  ): Promise<Answer<Paged<{ key: string }>>> {
    return this.#call(this.#request.suggest(input), call, (payload, warnings) => {
      const { items: list, page_no: sentPage, total_count: sentTotal } = v5Envelope.parse(payload)
      const { page, pageSize } = input
      const items = readList(suggestItem, 'key', list, warnings, { most: pageSize })
      const given = Array.isArray(list) ? list.length : 0
      if (sentPage !== null && sentPage !== page) warn(warnings, 'page-other', String(sentPage))
      const total = readTotal(sentTotal, input, { given, rows: items.length }, warnings)
      return { data: { items, page, pageSize, total } }
    })
  }

  /** Makes the call of a page, and reports its rows as seen. */
  readonly #callPage: PageCall = (request, call, read) =>
    this.#call(request, call, (_payload, warnings, answer) => {
      const page = read(answer, warnings)
      if (page === null) return null
      const source = request.operation === 'search_idle_page' ? 'idle' : 'unbound'
      return { data: page, extensions: { records: page.items, absent: [], source } }
    })

  checkFirstPage(call: CallOptions): Promise<void> {
    return this.#idlePages.checkFirstPage({ page: 1, pageSize: 1 }, call)
  }

  /** Most rows of an idle page that the service returns. */
  get maxIdlePageSize(): number {
    return this.#profile.operations.idlePage.maxSize
  }

  /** Adds an observer of all calls. Its error never reaches a call. */
  listen(listener: CallListener): void {
    this.#listeners.push(listener)
  }

  /**
   * Makes one call: the credential, the request and its envelope, then `read`, and the report.
   * @param absent the number that "not found" shows to be absent
   */
  async #call<Data>(
    request: Request,
    call: SendOptions | undefined,
    read: Read<Data>,
    absent?: string,
  ): Promise<Answer<Data>> {
    const { operation } = request
    const warnings: Warning[] = []
    const work = async () => {
      const { payload, json } = await this.#verdictOf(request, call ?? {}, warnings)
      const result = read(payload, warnings, json)
      if (result !== null) return result
      throw new UpstreamError({ kind: 'invalid', operation })
    }
    const run = () => this.#reported(operation, warnings, work, absent)
    const { data } = await (this.#options.around?.(run) ?? run())
    return { data, warnings }
  }

  async #reported<Data>(
    operation: OperationId,
    warnings: readonly Warning[],
    work: () => Promise<Result<Data>>,
    absent?: string,
  ): Promise<Result<Data>> {
    const startedAt = this.#reportedNow()
    const begun = performance.now()
    const report = (error: UpstreamError | null, { extensions: seen, agent = null }: Observed) => {
      const milliseconds = performance.now() - begun
      const unknownFields = warnings.flatMap(({ code, detail }) => (code === 'unknown-fields' ? detail : []))
      const extensions = seen === undefined ? null : { ...seen, at: startedAt }
      for (const listener of this.#listeners)
        try {
          listener({ operation, startedAt, milliseconds, error, unknownFields, extensions, agent })
        } catch (fault) {
          this.#options.onFault?.(fault)
        }
    }
    try {
      const result = await work()
      report(null, result)
      return result
    } catch (error) {
      // A caller who left says nothing about the service.
      if (error instanceof UpstreamError && error.code !== callerGone)
        report(
          error,
          error.meaning === 'notFound' && absent !== undefined
            ? { extensions: { records: [], absent: [absent], source: 'detail' } }
            : {},
        )
      throw error
    }
  }

  /** Sends a request with its credential. A read with a refused token is sent once more with a new one; a create never is. */
  async #verdictOf(request: Request, call: SendOptions, warnings: Warning[]): Promise<Verdict> {
    const { operation } = request
    const { service, kind } = operations[operation]
    const credential = service === 'v5' ? 'v5' : this.#profile.auth.credential
    const keeper = credential === 'v5' || credential === 'company' ? this.#tokens.get(credential) : undefined
    const obtained = await keeper?.obtain()
    let used = obtained
    let attempt = await this.#attempt(request, obtained, call, warnings)
    // The number of such a create is looked up, whatever the answer says of the token.
    if (kind === 'create' && attempt.verdict?.contradiction != null)
      throw contradicted(operation, attempt.verdict)
    if (attempt.isRefusedToken) {
      const isAccepted =
        service === 'extensions' &&
        credential === 'v5' &&
        obtained !== undefined &&
        (await this.#isAcceptedByV5(obtained))
      if (keeper === undefined || obtained === undefined || isAccepted) {
        if (kind !== 'create') this.#areReadsRefused = true
        // Without an envelope, something before the service refused a create; reads go by the same way with the same token.
        const isBlocked =
          kind === 'create' && !this.#areReadsRefused && attempt.verdict === null && attempt.status === 403
        throw refused(operation, attempt, isBlocked ? 'blocked' : 'extensions-auth')
      }
      if (kind === 'create') keeper.refuse(obtained.generation)
      else {
        const renewed = await keeper.obtain(obtained.generation)
        used = renewed
        if (renewed !== obtained) attempt = await this.#attempt(request, renewed, call, warnings)
        // A new token may work only after a moment; another one would begin the wait again.
        while (attempt.isRefusedToken && keeper.isSettling(renewed.generation)) {
          await sleep(settleStepMs, undefined, { signal: call.signal }).catch(() => undefined)
          attempt = await this.#attempt(request, renewed, call, warnings)
        }
      }
      if (attempt.isRefusedToken) throw refused(operation, attempt, 'token')
    }
    if (used !== undefined) keeper?.settled(used.generation)
    if (service === 'extensions' && kind !== 'create') this.#areReadsRefused = false
    const { verdict, status } = attempt
    if (verdict?.contradiction != null) throw contradicted(operation, verdict)
    if (verdict === null && status === 403) throw refused(operation, attempt, 'restricted')
    if (verdict === null) throw new UpstreamError({ kind: 'invalid', operation })
    if (!verdict.success) {
      const namesAgent = isGiven(request.query['agentID'] ?? request.body?.['agentID'])
      throw refusalError(this.#profile, operation, verdict, namesAgent && kind === 'create')
    }
    return verdict
  }

  async #attempt(
    request: Request,
    usable: UsableToken | undefined,
    call: SendOptions,
    warnings: Warning[],
  ): Promise<Attempt> {
    const { operation } = request
    const { appKey, authorization } = this.#options
    const token = usable?.token ?? null
    // The profile may send a create to the other host; the envelope is that of the operation.
    const answer = await this.#senders[request.service].send(
      withCredential(request, this.#profile, { token, authorization }),
      call,
    )
    const password = request.query['password'] ?? request.body?.['password']
    const secrets = [appKey, authorization, token, typeof password === 'string' ? password : null]
    const verdict = readEnvelope(this.#profile, operation, answer, secrets, warnings)
    const { service } = operations[operation]
    return {
      verdict,
      status: answer.status,
      isRefusedToken: isRefusedToken(this.#profile, service, answer, verdict),
    }
  }

  /** Asks the v5 service once per token whether it accepts a token that the extension service has refused. */
  #isAcceptedByV5(usable: UsableToken): Promise<boolean> {
    if (this.#acceptedByV5?.generation !== usable.generation) {
      const request = this.#request.reference('get_timezone', 'en')
      const isAccepted = this.#attempt(request, usable, {}, []).then(
        ({ verdict }) => verdict?.success === true,
        () => false,
      )
      this.#acceptedByV5 = { generation: usable.generation, isAccepted }
    }
    return this.#acceptedByV5.isAccepted
  }

  /** Runs operation 1 on demand, for each credential in use. */
  async renewTokens(): Promise<void> {
    for (const keeper of this.#tokens.values()) await keeper.renew()
  }

  tokenStates(): Promise<{ kind: 'v5' | 'company'; state: TokenState; now: number; renewing: boolean }[]> {
    return Promise.all([...this.#tokens].map(async ([kind, keeper]) => ({ kind, ...(await keeper.state()) })))
  }

  breakers(): BreakerState[] {
    return Object.values(this.#senders).map((sender) => sender.breaker())
  }

  /** Returns the number of reads under way or queued that users wait for. */
  waitedFor(): number {
    return Object.values(this.#senders).reduce((sum, sender) => sum + sender.waitedFor(), 0)
  }

  async close(): Promise<void> {
    for (const keeper of this.#tokens.values()) keeper.close()
    await Promise.all(Object.values(this.#senders).map((sender) => sender.close()))
  }
}

/** The error of an answer that reports a success and a failure at once, with the service's words. */
const contradicted = (operation: OperationId, { contradiction, message }: Verdict) =>
  new UpstreamError({
    kind: 'invalid',
    operation,
    code: `contradiction: ${contradiction}`,
    serviceMessage: message,
  })

/** The error of a call whose credential was refused. */
const refused = (operation: OperationId, { verdict, status }: Attempt, kind: UpstreamErrorKind) =>
  new UpstreamError({
    kind,
    operation,
    code: verdict?.code ?? `HTTP ${status}`,
    serviceMessage: verdict?.message ?? null,
    definitelyNotApplied: true,
  })

/** The operations alone. */
export type Upstream = Omit<
  UpstreamClient,
  'listen' | 'renewTokens' | 'tokenStates' | 'breakers' | 'waitedFor' | 'close'
>
