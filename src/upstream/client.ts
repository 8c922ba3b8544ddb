import { LRUCache } from 'lru-cache'
import { Caller, type UpstreamOptions } from './call.ts'
import { v5Envelope } from './envelope.ts'
import { UpstreamError } from './errors.ts'
import { isSameId, isSent, isUuid, type Reader } from './fields.ts'
import type { OperationId } from './operations.ts'
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
import type { Request } from './request.ts'
import type {
  Answer,
  CallOptions,
  Coded,
  CreateInput,
  CreateOptions,
  DetailOptions,
  IdlePageInput,
  Language,
  NumberedExtension,
  Paged,
} from './upstream.ts'

/** Lists whose first rows are remembered, to notice a page that repeats the first one. */
const rememberedLists = 200
/** Later, new numbers may have pushed the first row to the second page. */
const rememberedMs = 30_000
/** The parts of a page are read one after the other, so a page has few. */
const maxParts = 50

/** An extension that was created and not read yet: only its number is certain. */
const onlyNumber = (ext: string): NumberedExtension => ({ ...extensionRecord.parse({}), ext })

const hasNumber = (record: ExtensionRecord): record is NumberedExtension => record.ext !== null

const isCoded = <Item extends object, Code extends keyof Item>(
  row: Item,
  code: Code,
): row is Coded<Item, Code> => row[code] !== null

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
 * The open API, one method per operation of docs/upstream-api.md (operation 1 belongs to the token keeper). Each call goes one way:
 * profile and input, request.ts, call.ts with token.ts, send.ts and envelope.ts, then records.ts and pages.ts. All throw
 * `UpstreamError`. A read is repeated at most once after a failure; a create is sent once. Sends nothing before the first call.
 */
export class UpstreamClient extends Caller {
  readonly #companyId: string | undefined
  readonly #records
  readonly #number: RegExp
  readonly #firstRows = new LRUCache<string, string>({ max: rememberedLists, ttl: rememberedMs })
  /** The service has rows on the page before its first one. */
  #isZeroBased = false

  constructor(options: UpstreamOptions) {
    super(options)
    const { profile } = options
    this.#companyId = options.companyId ?? undefined
    this.#records = recordReaders(profile)
    this.#number = new RegExp(profile.records.number)
  }

  getTimeZones(input: { language: Language }, call?: CallOptions) {
    return this.#reference(this.request.timeZones(input), timeZoneItem, 'timezoneid', call)
  }

  getLanguages(input: { language: Language }, call?: CallOptions) {
    return this.#reference(this.request.languages(input), languageItem, 'language_code', call)
  }

  getCountries(input: { language: Language }, call?: CallOptions) {
    return this.#reference(this.request.countries(input), countryItem, 'countryid', call)
  }

  #reference<Item extends Record<string, string | null>, Code extends keyof Item>(
    request: Request,
    reader: Reader<Item>,
    code: Code,
    call?: CallOptions,
  ): Promise<Answer<Coded<Item, Code>[]>> {
    return this.execute(request, call, (payload, warnings) => {
      const { items, item } = v5Envelope.parse(payload)
      // A sibling operation of the service returns its list in `item` (docs/upstream-api.md#reference-values).
      const list = Array.isArray(items) ? items : item
      return { data: readList(reader, list, warnings, (row) => (isCoded(row, code) ? row : null)) }
    })
  }

  createExtension(input: CreateInput, call?: CreateOptions): Promise<Answer<null>> {
    return this.execute(this.request.createExtension(this.#withCompany(input)), call, () => ({
      data: null,
      extensions: { records: [onlyNumber(input.ext)], absent: [], source: 'created' },
    }))
  }

  createExtensionLegacy(input: CreateInput, call?: CreateOptions): Promise<Answer<NumberedExtension | null>> {
    const request = this.request.createExtensionLegacy(this.#withCompany(input))
    return this.execute(request, call, (payload, warnings) => {
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

  /** `data` is null when no agent is found. */
  searchIdle(
    input: { agentId?: string | undefined },
    call?: CallOptions,
  ): Promise<Answer<AgentRecord | null>> {
    return this.execute(this.request.searchIdle(input), call, (payload, warnings) => {
      const agent = this.#agentIn(payload, warnings)
      if (agent !== null && input.agentId !== undefined && !isAgent(agent, input.agentId))
        warnings.warn('row-other', '1')
      return { data: agent, agent }
    })
  }

  /** Reads operation 6's data in the shape that the profile names: an agent, or the extension that is offered. */
  #agentIn(payload: unknown, warnings: ResponseWarnings): AgentRecord | null {
    const shape = this.profile.operations.searchIdle.data
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
    const companyId = this.#companyId
    return this.execute(this.request.detail({ ...input, companyId }), call, (payload, warnings) => {
      if (this.profile.codes.emptyMeansNotFound && !isGiven(isSent(payload) ? payload['ext'] : payload))
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
      request: (page, pageSize) => this.request.idlePage({ ...this.#withCompany(input), page, pageSize }),
      isAsked: isIdle,
    })
  }

  getUnboundPage(
    input: { agentUuid: string; page: number; pageSize: number; ext?: string | undefined },
    call?: CallOptions,
  ): Promise<Answer<Paged<NumberedExtension>>> {
    let bound = 0
    return this.#paged('unboundPage', input, call, {
      request: (page, pageSize) => this.request.unboundPage({ ...input, page, pageSize }),
      isAsked: ({ agentUuid, bindStatus: state }) => {
        const isOwn = isSameId(agentUuid, input.agentUuid)
        // An agent has one number; the page's other rows are free.
        if (state === bindStatus.bound) return isOwn && ++bound === 1
        return isOwn || !isGiven(agentUuid)
      },
    })
  }

  async getExtensionLanguage({ ext }: { ext: string }, call?: CallOptions) {
    return this.execute(this.request.extensionLanguage({ ext }), call, (payload, warnings) => {
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
    return this.execute(this.request.suggest(input), call, (payload, warnings) => {
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
    return { ...input, companyId: input.companyId ?? this.#companyId }
  }

  /** Returns a record whose number can be looked up; null for any other. */
  #numbered(record: ExtensionRecord): NumberedExtension | null {
    return hasNumber(record) && this.#number.test(record.ext) ? record : null
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
    const { firstPage, maxSize } = this.profile.operations[name]
    const { page, pageSize, ext: start = '' } = input
    const size = partSize(pageSize, maxSize)
    const parts = pageSize / size
    const source = name === 'idlePage' ? 'idle' : 'unbound'
    const read = (part: number) => {
      const number = (page - 1) * parts + part + 1
      const asked = request(number - 1 + firstPage, size)
      return this.execute<ReadPage<NumberedExtension>>(asked, call, (payload, warnings) => {
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
    const warnings = new ResponseWarnings()
    for (const { code, detail } of first.warnings) warnings.warn(code, detail)
    let last = first.data
    for (let part = 1; part < parts && last.given === size; part++) {
      const next = await read(part)
      last = next.data
      rows.push(...last.items)
      for (const { code, detail } of next.warnings) warnings.warn(code, detail)
    }
    return {
      data: { items: rows, page, pageSize, total: Math.max(total, last.total) },
      warnings: warnings.list,
    }
  }

  /** Throws `paging` for a page that names another number than the one asked for, or that begins like the first page. */
  #checkPaging(
    name: 'idlePage' | 'unboundPage',
    { operation, path, query, body }: Request,
    number: number,
    { sentPage, items }: ReadPage<NumberedExtension>,
  ): void {
    const { firstPage, names } = this.profile.operations[name]
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
    const { firstPage } = this.profile.operations.idlePage
    if (firstPage === 0) return
    const startOf = (page: number) =>
      this.execute(
        this.request.idlePage(this.#withCompany<IdlePageInput>({ page, pageSize: 1 })),
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

  /** The largest pages that the service returns. */
  get maxPageSize(): { idle: number; unbound: number } {
    const { idlePage, unboundPage } = this.profile.operations
    return { idle: idlePage.maxSize, unbound: unboundPage.maxSize }
  }
}

const operationOf = { idlePage: 'search_idle_page', unboundPage: 'unbound_page' } as const

/** The operations alone, without the client's own state. */
export type Upstream = Omit<UpstreamClient, keyof Caller>
