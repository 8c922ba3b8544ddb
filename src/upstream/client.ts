import { LRUCache } from 'lru-cache'
import { readEnvelope, refusalError, v5Envelope, type Verdict } from './envelope.ts'
import { UpstreamError } from './errors.ts'
import { isSameId, isSent, isUuid, type Reader } from './fields.ts'
import { operations, type OperationId, type ServiceName } from './operations.ts'
import {
  checkPage,
  isContradicted,
  isGiven,
  readList,
  readPage,
  readRecord,
  readTotal,
  ResponseWarnings,
  type ReadPage,
} from './pages.ts'
import { isOneOf, type Profile } from './profile.ts'
import {
  bindStatus,
  countryItem,
  extensionLanguage,
  extensionRecord,
  languageItem,
  recordReaders,
  suggestItem,
  timeZoneItem,
  type AgentRecord,
  type ExtensionRecord,
} from './records.ts'
import { requestBuilder, type Request } from './request.ts'
import { Sender, type BreakerState, type HttpAnswer, type Limits, type Network } from './send.ts'
import {
  requestCompanyToken,
  requestToken,
  TokenKeeper,
  type Cooldowns,
  type HeldToken,
  type TokenState,
  type TokenStore,
} from './token.ts'
import type {
  Answer,
  CallOptions,
  CallReport,
  CreateInput,
  CreateOptions,
  DetailOptions,
  IdlePageInput,
  Language,
  NumberedExtension,
  Observation,
  Paged,
  Upstream,
} from './upstream.ts'

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
type Read<Data> = (payload: unknown, warnings: ResponseWarnings) => ({ data: Data } & Shown) | null

interface Outcome {
  verdict: Verdict | null
  status: number
  isRefusedToken: boolean
}

const creates: readonly OperationId[] = ['create_extension', 'create_extension_legacy']
const isForbidden = (status: number): boolean => status === 401 || status === 403
/** Lists whose first rows are remembered, to notice a page that repeats the first one. */
const rememberedLists = 200
/** Later, new numbers may have pushed the first row to the second page. */
const rememberedMs = 30_000
/** The parts of a page are read one after the other, so a page has few. */
const maxParts = 50

/** An extension that was created and not read yet: only its number is certain. */
const onlyNumber = (ext: string): NumberedExtension => ({ ...extensionRecord.parse({}), ext })

/** True for a record that is not bound, and not marked free with an agent. */
const isIdle = ({ bindStatus: state, agentUuid }: NumberedExtension): boolean =>
  state !== bindStatus.bound && (state !== bindStatus.free || !isGiven(agentUuid))

/** True when the record matches the requested uuid or work number. A record with neither may still be the requested agent. */
function isAgent({ id, agentID }: AgentRecord, agentId: string): boolean {
  const named = [id, agentID].filter((name) => name !== null && name !== '')
  return named.length === 0 || named.some((name) => isSameId(name, agentId))
}

/** Returns the largest size of at most `most` that divides a page of `pageSize` rows. */
function partSize(pageSize: number, most: number): number {
  for (let parts = Math.ceil(pageSize / most); parts <= Math.min(pageSize, maxParts); parts++)
    if (pageSize % parts === 0) return pageSize / parts
  return most
}

/**
 * The open API, one method per operation. Each call goes one way: profile and input, request.ts, token.ts, send.ts, envelope.ts,
 * records.ts and pages.ts. Sends nothing before the first call.
 */
export class UpstreamClient implements Upstream {
  readonly #options: UpstreamOptions
  readonly #profile: Profile
  readonly #request
  readonly #records
  readonly #senders: Record<ServiceName, Sender>
  readonly #tokens: { v5: TokenKeeper; company: TokenKeeper | null }
  readonly #number: RegExp
  readonly #firstRows = new LRUCache<string, string>({ max: rememberedLists, ttl: rememberedMs })
  /** Whether the v5 service accepts the token of a generation that the extension service has refused. */
  #acceptedByV5: { generation: number; isAccepted: Promise<boolean> } | null = null
  /** The service has rows on the page before its first one. */
  #isZeroBased = false

  constructor(options: UpstreamOptions) {
    const { profile, url, extensionsUrl, tokenStore: store, cooldowns, network, limits, appId } = options
    this.#options = options
    this.#profile = profile
    this.#request = requestBuilder(profile)
    this.#records = recordReaders(profile)
    this.#number = new RegExp(profile.records.number)
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

  getTimeZones(input: { language: Language }, call?: CallOptions) {
    return this.#reference(this.#request.timeZones(input), timeZoneItem, call)
  }

  getLanguages(input: { language: Language }, call?: CallOptions) {
    return this.#reference(this.#request.languages(input), languageItem, call)
  }

  getCountries(input: { language: Language }, call?: CallOptions) {
    return this.#reference(this.#request.countries(input), countryItem, call)
  }

  #reference<Item extends Record<string, unknown>>(
    request: Request,
    reader: Reader<Item>,
    call?: CallOptions,
  ): Promise<Answer<Item[]>> {
    return this.#execute(request, call, (payload, warnings) => {
      const { items, item } = v5Envelope.parse(payload)
      // A sibling operation of the service returns its list in `item` (docs/upstream-api.md#reference-values).
      return { data: readList(reader, Array.isArray(items) ? items : item, warnings, (record) => record) }
    })
  }

  createExtension(input: CreateInput, call?: CreateOptions): Promise<Answer<null>> {
    return this.#execute(this.#request.createExtension(this.#withCompany(input)), call, () => ({
      data: null,
      extensions: { records: [onlyNumber(input.ext)], absent: [], source: 'created' },
    }))
  }

  createExtensionLegacy(input: CreateInput, call?: CreateOptions): Promise<Answer<NumberedExtension | null>> {
    const request = this.#request.createExtensionLegacy(this.#withCompany(input))
    return this.#execute(request, call, (payload, warnings) => {
      const record = readRecord(this.#records.extension, payload, warnings)
      const isAsked = record?.ext === input.ext
      // The created number is looked up, never taken from an answer about another number.
      if (record !== null && !isAsked) warnings.warn('row-other', '1')
      const data = record === null || !isAsked ? null : this.#numbered(record)
      return {
        data,
        extensions: { records: [data ?? onlyNumber(input.ext)], absent: [], source: 'created' },
      }
    })
  }

  searchIdle(
    input: { agentId?: string | undefined },
    call?: CallOptions,
  ): Promise<Answer<AgentRecord | null>> {
    return this.#execute(this.#request.searchIdle(input), call, (payload, warnings) => {
      const agent = this.#agentIn(payload, warnings)
      if (agent !== null && input.agentId !== undefined && !isAgent(agent, input.agentId))
        warnings.warn('row-other', '1')
      return { data: agent, agent }
    })
  }

  /** Reads operation 6's data in the shape that the profile names: an agent, or the extension that is offered. */
  #agentIn(payload: unknown, warnings: ResponseWarnings): AgentRecord | null {
    const shape = this.#profile.operations.searchIdle.data
    const { agent, extension } = this.#records
    if (payload === null || payload === undefined) return null
    if (shape === 'agent') return readRecord(agent, payload, warnings)
    const list = shape === 'page' && isSent(payload) ? payload['list'] : payload
    const offered: unknown = shape === 'extension' ? payload : Array.isArray(list) ? list[0] : undefined
    const record = offered === undefined ? null : readRecord(extension, offered, warnings)
    return record === null ? null : agent.parse({ ext: record.ext })
  }

  getExtension(
    input: { ext: string; agentId?: string | undefined },
    call?: DetailOptions,
  ): Promise<Answer<NumberedExtension>> {
    const companyId = this.#options.companyId ?? undefined
    return this.#execute(this.#request.detail({ ...input, companyId }), call, (payload, warnings) => {
      if (this.#profile.codes.emptyMeansNotFound && !isGiven(isSent(payload) ? payload['ext'] : payload))
        throw new UpstreamError({
          kind: 'refused',
          operation: 'extension_detail',
          meaning: 'notFound',
          definitelyNotApplied: true,
        })
      const record = readRecord(this.#records.extension, payload, warnings)
      if (call?.keepContradicted !== true && isContradicted(warnings.list)) return null
      // Without its number, the answer may be about another extension.
      const data = record === null ? null : this.#numbered(record)
      if (data === null || data.ext !== input.ext) return null
      const { agentId = '' } = input
      // A work number cannot be compared with a uuid.
      if (isUuid(agentId) && isGiven(data.agentUuid) && !isSameId(data.agentUuid, agentId))
        warnings.warn('row-other', '1')
      return { data, extensions: { records: [data], absent: [], source: 'detail' } }
    })
  }

  searchIdlePage(input: IdlePageInput, call?: CallOptions): Promise<Answer<Paged<NumberedExtension>>> {
    if (this.#isZeroBased) return Promise.reject(this.#zeroBasedError())
    return this.#paged('idlePage', input, call, {
      request: (page, pageSize) => this.#request.idlePage({ ...this.#withCompany(input), page, pageSize }),
      isAsked: isIdle,
    })
  }

  getUnboundPage(
    input: { agentUuid: string; page: number; pageSize: number; ext?: string | undefined },
    call?: CallOptions,
  ): Promise<Answer<Paged<NumberedExtension>>> {
    let bound = 0
    return this.#paged('unboundPage', input, call, {
      request: (page, pageSize) => this.#request.unboundPage({ ...input, page, pageSize }),
      isAsked: ({ agentUuid, bindStatus: state }) => {
        const isOwn = isSameId(agentUuid, input.agentUuid)
        // An agent has one number; the page's other rows are free.
        if (state === bindStatus.bound) return isOwn && ++bound === 1
        return isOwn || !isGiven(agentUuid)
      },
    })
  }

  async getExtensionLanguage({ ext }: { ext: string }, call?: CallOptions) {
    return this.#execute(this.#request.extensionLanguage({ ext }), call, (payload, warnings) => {
      const record = readRecord(extensionLanguage, payload, warnings)
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
    return this.#execute(this.#request.suggest(input), call, (payload, warnings) => {
      const envelope = v5Envelope.parse(payload)
      const requireKey = ({ key }: { key: string | null }) => (key === null ? null : { key })
      const items = readList(suggestItem, envelope.items, warnings, requireKey, {
        most: input.pageSize,
        keyOf: ({ key }) => key,
      })
      const given = Array.isArray(envelope.items) ? envelope.items.length : 0
      checkPage(envelope.page_no, input, warnings)
      const total = readTotal(envelope.total_count, input, { given, rows: items.length }, warnings)
      return { data: { items, page: input.page, pageSize: input.pageSize, total } }
    })
  }

  #withCompany<Input extends { companyId?: string | undefined }>(input: Input): Input {
    return { ...input, companyId: input.companyId ?? this.#options.companyId ?? undefined }
  }

  /** Returns a record whose number can be looked up; null for any other. */
  #numbered(record: ExtensionRecord): NumberedExtension | null {
    const { ext } = record
    return ext !== null && this.#number.test(ext) ? { ...record, ext } : null
  }

  /** Reads a page of operation 8 or 9, in as many parts as the service's page size demands. */
  async #paged(
    name: 'idlePage' | 'unboundPage',
    input: { page: number; pageSize: number; ext?: string | undefined },
    call: CallOptions | undefined,
    {
      request,
      isAsked,
    }: {
      request: (page: number, pageSize: number) => Request
      isAsked: (row: NumberedExtension) => boolean
    },
  ): Promise<Answer<Paged<NumberedExtension>>> {
    const { firstPage, maxSize } = this.#profile.operations[name]
    const { page, pageSize, ext: start = '' } = input
    const size = partSize(pageSize, maxSize)
    const parts = pageSize / size
    const source = name === 'idlePage' ? 'idle' : 'unbound'
    const read = (part: number) => {
      const number = (page - 1) * parts + part + 1
      const asked = request(number - 1 + firstPage, size)
      return this.#execute<ReadPage<NumberedExtension>>(asked, call, (payload, warnings) => {
        const data = readPage(
          this.#records.extension,
          payload,
          { page: number, pageSize: size },
          warnings,
          (record) => this.#numbered(record),
          { keyOf: ({ ext }) => ext, isAsked: (row) => row.ext.startsWith(start) && isAsked(row) },
        )
        if (data === null) return null
        this.#checkPaging(name, asked, number, data)
        return { data, extensions: { records: data.items, absent: [], source } }
      })
    }
    const first = await read(0)
    const { items, total, pageSize: returned } = first.data
    if (parts === 1) return { data: { items, page, pageSize: returned, total }, warnings: first.warnings }
    if (returned < size) throw this.#pagingError(operationOf[name], `operations.${name}.maxSize`)
    const rows = [...items]
    const { warnings } = first
    let last = first.data
    for (let part = 1; part < parts && last.given === size; part++) {
      const next = await read(part)
      last = next.data
      rows.push(...last.items)
      for (const warning of next.warnings)
        if (!warnings.some(({ code, detail }) => code === warning.code && detail === warning.detail))
          warnings.push(warning)
    }
    return { data: { items: rows, page, pageSize, total: Math.max(total, last.total) }, warnings }
  }

  /** Throws `paging` for a page that names another number than the one asked for, or that begins like the first page. */
  #checkPaging(
    name: 'idlePage' | 'unboundPage',
    { operation, path, query, body }: Request,
    number: number,
    { sentPage, items }: ReadPage<NumberedExtension>,
  ): void {
    const { firstPage, names } = this.#profile.operations[name]
    const asked = number - 1 + firstPage
    if (sentPage !== null && sentPage !== asked)
      throw this.#pagingError(
        operation,
        `operations.${name}.${Math.abs(sentPage - asked) === 1 ? 'firstPage' : 'names.page'}`,
      )
    const key = JSON.stringify([path, { ...query, ...body, [names.page]: null }])
    const start = items[0]?.ext
    if (start === undefined) return
    if (number === 1) this.#firstRows.set(key, start)
    else if (this.#firstRows.get(key) === start)
      throw this.#pagingError(operation, `operations.${name}.${number === 2 ? 'firstPage' : 'names.page'}`)
  }

  #pagingError(operation: OperationId, key: string): UpstreamError {
    return new UpstreamError({ kind: 'paging', operation, code: key, definitelyNotApplied: true })
  }

  #zeroBasedError(): UpstreamError {
    return this.#pagingError('search_idle_page', 'operations.idlePage.firstPage')
  }

  /**
   * Asks for the page before the first one. When it has other rows than the first page, every list would begin too late without
   * a word, so this and all later reads of idle pages throw `paging`.
   */
  async checkFirstPage(call: CallOptions): Promise<void> {
    const { firstPage } = this.#profile.operations.idlePage
    if (firstPage === 0) return
    const startOf = (page: number) =>
      this.#execute(
        this.#request.idlePage(this.#withCompany<IdlePageInput>({ page, pageSize: 1 })),
        call,
        (payload, warnings) => {
          const asked = { page: 1, pageSize: 1 }
          const data = readPage(
            this.#records.extension,
            payload,
            asked,
            warnings,
            (record) => this.#numbered(record),
            {},
          )
          return data === null ? null : { data: data.items[0]?.ext }
        },
      )
    const before = await startOf(0).catch((error: unknown) => {
      // A refusal shows that there is no such page.
      if (error instanceof UpstreamError && ['refused', 'invalid', 'not-offered'].includes(error.kind))
        return null
      throw error
    })
    if (before === null || before.data === undefined) return
    this.#isZeroBased = (await startOf(1)).data !== before.data
    if (this.#isZeroBased) throw this.#zeroBasedError()
  }

  /** Executes one operation and reports it. `read` turns the payload into data, or returns null for another shape. */
  #execute<Data>(request: Request, call: Options | undefined, read: Read<Data>): Promise<Answer<Data>> {
    const takeTurn = this.#options.takeTurn ?? ((_isBulk, run) => run())
    return takeTurn(call?.bulk === true, () => this.#run(request, call ?? {}, read))
  }

  async #run<Data>(request: Request, call: Options, read: Read<Data>): Promise<Answer<Data>> {
    const { operation } = request
    const isCreate = creates.includes(operation)
    const warnings = new ResponseWarnings()
    const startedAt = this.#now()
    const begun = performance.now()
    const report = (error: UpstreamError | null, shown: Shown = {}) =>
      this.#options.onCall?.({
        operation,
        startedAt,
        milliseconds: performance.now() - begun,
        error,
        unknownFields: [...warnings.unknownFields],
        extensions: shown.extensions === undefined ? null : { ...shown.extensions, at: startedAt },
        agent: shown.agent ?? null,
      })
    try {
      const payload = await this.#payloadOf(request, { ...call, isCreate }, warnings)
      const result = read(payload, warnings)
      if (result === null)
        throw new UpstreamError({ kind: 'invalid', operation, definitelyNotApplied: !isCreate })
      report(null, isContradicted(warnings.list) ? {} : result)
      return { data: result.data, warnings: warnings.list }
    } catch (error) {
      if (error instanceof UpstreamError) report(error, absenceShown(request, this.#profile, error))
      throw error
    }
  }

  async #reportToken<Result>(work: () => Promise<Result>): Promise<Result> {
    const startedAt = this.#now()
    const begun = performance.now()
    const report = (error: UpstreamError | null) =>
      this.#options.onCall?.({
        operation: 'get_token',
        startedAt,
        milliseconds: performance.now() - begun,
        error,
        unknownFields: [],
        extensions: null,
        agent: null,
      })
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
    const { credential } = this.#profile.auth
    if (service === 'v5') return this.#tokens.v5
    return credential === 'company' ? this.#tokens.company : credential === 'v5' ? this.#tokens.v5 : null
  }

  /** Adds the credential: v5 operations use the header `token`, operation 12 Bearer, the extension operations the profile's way. */
  #withCredential(request: Request, token: string | null): Request {
    const { operation, headers, query } = request
    if (operations[operation].service === 'v5') {
      const credential =
        operation === 'query_suggest' ? { authorization: `Bearer ${token}` } : { token: token ?? '' }
      return { ...request, headers: { ...headers, ...credential } }
    }
    const { credential, header, prefix, alsoTokenHeader, in: place } = this.#profile.auth
    if (credential === 'none') return request
    const value = credential === 'fixed' ? (this.#options.authorization ?? '') : `${prefix}${token}`
    const also = alsoTokenHeader && token !== null ? { token } : {}
    return place === 'query'
      ? { ...request, query: { ...query, [header]: value }, headers: { ...headers, ...also } }
      : { ...request, headers: { ...headers, ...also, [header]: value } }
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
    const answer = await this.#senders[request.service].send(
      this.#withCredential(request, held?.token ?? null),
      { kind: isCreate ? 'create' : 'read', bulk, signal, canSend },
    )
    const { appKey, authorization } = this.#options
    const password = request.query['password'] ?? request.body?.['password']
    const secrets = [appKey, authorization, held?.token, typeof password === 'string' ? password : null]
    const verdict = readEnvelope(this.#profile, { operation, service, isCreate }, answer, secrets, warnings)
    return { verdict, status: answer.status, isRefusedToken: this.#isRefusedToken(service, answer, verdict) }
  }

  #isRefusedToken(service: ServiceName, { status }: HttpAnswer, verdict: Verdict | null): boolean {
    if (service === 'extensions' && isForbidden(status) && verdict?.success !== true) return true
    const { invalid } = this.#profile.token
    return invalid.some((each) =>
      'http' in each
        ? each.http === status
        : verdict?.success === false && isOneOf([each.code], verdict.code),
    )
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
    if (!verdict.success) throw refusalError(this.#profile, operation, verdict)
    if (verdict.contradiction !== null) warnings.warn('success-contradicted', verdict.contradiction)
    return verdict.payload
  }

  /** Asks the v5 service once per token whether it accepts a token that the extension service has refused. */
  #isAcceptedByV5(held: HeldToken): Promise<boolean> {
    if (this.#acceptedByV5?.generation !== held.generation) {
      const isAccepted = this.#attempt(
        this.#request.timeZones({ language: 'en' }),
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

  /** The largest pages that the service returns. */
  get maxPageSize(): { idle: number; unbound: number } {
    const { idlePage, unboundPage } = this.#profile.operations
    return { idle: idlePage.maxSize, unbound: unboundPage.maxSize }
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

const operationOf = { idlePage: 'search_idle_page', unboundPage: 'unbound_page' } as const

/** "Not found" shows that a number is absent, unless the request named an agent, which may be what was not found. */
function absenceShown({ operation, body, query }: Request, profile: Profile, error: UpstreamError): Shown {
  const { ext, agent } = profile.operations.detail.names
  const fields = { ...query, ...body }
  const number = fields[ext]
  if (operation !== 'extension_detail' || error.meaning !== 'notFound' || typeof number !== 'string')
    return {}
  return isGiven(fields[agent]) ? {} : { extensions: { records: [], absent: [number], source: 'detail' } }
}
