import type * as z from 'zod'
import {
  detailBody,
  idlePageBody,
  idleSearchBody,
  legacyCreateParameters,
  suggestQuery,
  unboundPageQuery,
} from './assumptions.ts'
import {
  createBreaker,
  defaultBreaking,
  guarded,
  type Breaking,
  type BreakerState,
  type Family,
} from './breaker.ts'
import { callService, readExtensionService, readV5 } from './call.ts'
import { createCredentials, type ExtensionsAuth } from './credentials.ts'
import { UpstreamError } from './errors.ts'
import { operations, type OperationId } from './operations.ts'
import { Notes, readList, readPage, readRecord, readTotal } from './records.ts'
import { createRetryBudget } from './retry-budget.ts'
import { createTokens } from './tokens.ts'
import { createTransport, defaultLimits, fillPath, type Exchange, type Limits } from './transport.ts'
import type {
  Answer,
  CallOptions,
  CallReport,
  CreateInput,
  Language,
  NumberedExtension,
  TokenState,
  TokenStore,
  Upstream,
} from './upstream.ts'
import {
  agentRecord,
  countryItem,
  extensionRecord,
  languageItem,
  suggestItem,
  timeZoneItem,
  v5Envelope,
  type ExtensionRecord,
} from './wire.ts'

export interface UpstreamOptions {
  /** Base of the v5 operations; a path prefix is kept. */
  url: string
  /** Base of `/exts…` and `/api/exts/_add`. */
  extensionsUrl: string
  appId: string
  appKey: string
  /** Sent where an operation takes `companyId` and the caller names none. */
  companyId: string | null
  extensionsAuth: ExtensionsAuth
  /** The `authorization` header of mode `fixed`. */
  authorization: string | null
  tokenInvalidCodes: readonly string[]
  tokenStore: TokenStore
  onCall?: (report: CallReport) => void
  now?: () => number
  limits?: Limits
  breaking?: Breaking
}

export interface UpstreamHandle {
  upstream: Upstream
  /** Operation 1 on demand, for each credential in use. */
  renewTokens: () => Promise<void>
  tokenStates: () => Promise<{ kind: 'v5' | 'company'; state: TokenState; renewing: boolean; now: number }[]>
  breakers: () => (BreakerState & { family: Family })[]
  /** Reads under way that somebody waits for. */
  waitedFor: () => number
  close: () => Promise<void>
}

const numbered = (record: ExtensionRecord): NumberedExtension | null =>
  record.ext === null || record.ext === '' ? null : { ...record, ext: record.ext }

/** Connects to the open API. Nothing is sent before the first call. */
export function createUpstream(options: UpstreamOptions): UpstreamHandle {
  const now = options.now ?? Date.now
  const onCall = options.onCall ?? (() => undefined)
  const limits = options.limits ?? defaultLimits
  const v5Transport = createTransport(options.url, limits)
  const extensionsTransport = createTransport(options.extensionsUrl, limits)
  const breakers = {
    v5: createBreaker('v5', options.breaking),
    extensions: createBreaker('extensions', options.breaking),
    // Sooner than the cooldown of a failed get_token is over, which spaces the attempts of all replicas.
    get_token: createBreaker('get_token', {
      ...defaultBreaking,
      ...options.breaking,
      probeMs: (options.breaking ?? defaultBreaking).probeMs * 0.8,
    }),
  }
  const services = {
    v5: { exchange: guarded(v5Transport, breakers.v5), budget: createRetryBudget() },
    extensions: { exchange: guarded(extensionsTransport, breakers.extensions), budget: createRetryBudget() },
  }
  const tokens = createTokens(
    { appId: options.appId, appKey: options.appKey, store: options.tokenStore, now, onCall },
    { url: options.url, send: guarded(v5Transport, breakers.get_token) },
    options.extensionsAuth === 'company-token'
      ? { url: options.extensionsUrl, send: guarded(extensionsTransport, breakers.get_token) }
      : null,
  )

  const credentials = createCredentials(tokens, options)

  /** One operation, reported whatever its end; `read` turns the payload into data or null when it has no such shape. */
  async function perform<Data>(
    operation: OperationId,
    request: Pick<Exchange, 'query' | 'headers' | 'body' | 'signal' | 'bulk' | 'maySend'> & {
      kind?: Exchange['kind']
      variable?: string
    },
    read: (payload: unknown, notes: Notes) => { data: Data } | null,
  ): Promise<Answer<Data>> {
    const { method, path, service } = operations[operation]
    const { variable, kind = 'read', ...rest } = request
    const notes = new Notes()
    const startedAt = now()
    const begun = performance.now()
    const report = (error: UpstreamError | null) => {
      const milliseconds = performance.now() - begun
      onCall({
        operation,
        startedAt,
        milliseconds,
        error,
        unknownFields: [...notes.unknownFields],
        withheld: [...notes.withheld],
      })
    }
    const credential = credentials.of(operation)
    try {
      const payload = await callService(
        services[service],
        {
          ...rest,
          operation,
          method,
          kind,
          path: variable === undefined ? path : fillPath(operation, variable),
        },
        credential,
        service === 'v5' ? readV5 : readExtensionService,
        options.tokenInvalidCodes,
        notes,
      )
      const result = read(payload, notes)
      if (result === null)
        throw new UpstreamError({ kind: 'invalid', operation, certainlyNotDone: kind !== 'create' })
      report(null)
      return { data: result.data, warnings: notes.warnings }
    } catch (error) {
      if (error instanceof UpstreamError) report(error)
      throw error
    }
  }

  const optionsOf = (call: CallOptions | undefined) => ({ signal: call?.signal, bulk: call?.bulk })

  const reference =
    <Schema extends z.ZodObject>(
      operation: 'get_timezone' | 'get_language' | 'get_country',
      schema: Schema,
    ) =>
    (query: { language: Language }, call?: CallOptions): Promise<Answer<z.infer<Schema>[]>> =>
      perform(operation, { query, ...optionsOf(call) }, (payload, notes) => {
        const { items, item } = v5Envelope.parse(payload)
        // A sibling operation of the service puts its list into `item` (upstream-facts 2.6).
        return { data: readList(schema, Array.isArray(items) ? items : item, notes, (record) => record) }
      })

  const create = (operation: 'create_extension' | 'create_extension_legacy', input: CreateInput) => {
    const companyId = input.companyId ?? options.companyId ?? undefined
    const query: CreateInput = { ...input, companyId }
    return {
      kind: 'create' as const,
      query: Object.fromEntries(legacyCreateParameters.map((name) => [name, query[name]])),
      ...(operation === 'create_extension' ? { headers: { companyId } } : {}),
    }
  }

  const upstream: Upstream = {
    getTimeZones: reference('get_timezone', timeZoneItem),
    getLanguages: reference('get_language', languageItem),
    getCountries: reference('get_country', countryItem),
    createExtension: (input, options) =>
      perform('create_extension', { ...create('create_extension', input), ...options }, () => ({
        data: null,
      })),
    searchIdle: (input, call) =>
      perform('search_idle', { body: idleSearchBody(input), ...optionsOf(call) }, (payload, notes) => ({
        data: payload === null || payload === undefined ? null : readRecord(agentRecord, payload, notes),
      })),
    getExtension: (input, call) =>
      perform('extension_detail', { body: detailBody(input), ...optionsOf(call) }, (payload, notes) => {
        const record = readRecord(extensionRecord, payload, notes)
        // Without its own number an answer cannot be told from one about another extension.
        return record?.ext === input.ext ? { data: { ...record, ext: input.ext } } : null
      }),
    searchIdlePage: (input, call) =>
      perform(
        'search_idle_page',
        {
          body: idlePageBody(input),
          query: {
            companyId: input.companyId ?? options.companyId ?? undefined,
            operatorUserId: input.operatorUserId,
            tempId: input.tempId,
            language: input.language,
            timezone: input.timezone,
            timezoneid: input.timezoneid,
          },
          ...optionsOf(call),
        },
        (payload, notes) => {
          const data = readPage(extensionRecord, payload, input, notes, numbered)
          return data === null ? null : { data }
        },
      ),
    getUnboundPage: (input, call) =>
      perform(
        'unbound_page',
        {
          variable: input.agentUuid,
          query: unboundPageQuery(input),
          ...optionsOf(call),
        },
        (payload, notes) => {
          const data = readPage(extensionRecord, payload, input, notes, numbered)
          return data === null ? null : { data }
        },
      ),
    createExtensionLegacy: (input) =>
      perform('create_extension_legacy', create('create_extension_legacy', input), (payload, notes) => {
        const record = readRecord(extensionRecord, payload, notes)
        return { data: record === null ? null : numbered(record) }
      }),
    getExtensionLanguage: (input, call) =>
      perform('extension_language', { variable: input.ext, ...optionsOf(call) }, (payload) =>
        typeof payload === 'object' && payload !== null && !Array.isArray(payload)
          ? { data: { ...payload } }
          : null,
      ),
    querySuggest: (input, call) =>
      perform('query_suggest', { query: suggestQuery(input), ...optionsOf(call) }, (payload, notes) => {
        const envelope = v5Envelope.parse(payload)
        const items = readList(suggestItem, envelope.items, notes, ({ key }) =>
          key === null ? null : { key },
        )
        const total = readTotal(envelope.total_count, input.page, input.pageSize, items.length, notes)
        return { data: { items, page: input.page, pageSize: input.pageSize, total } }
      }),
  }

  const keepers = [
    { kind: 'v5' as const, keeper: tokens.v5 },
    ...(tokens.company === null ? [] : [{ kind: 'company' as const, keeper: tokens.company }]),
  ]
  return {
    upstream,
    async renewTokens() {
      for (const { keeper } of keepers) await keeper.renew()
    },
    tokenStates: () =>
      Promise.all(keepers.map(async ({ kind, keeper }) => ({ kind, ...(await keeper.state()) }))),
    breakers: () =>
      Object.values(breakers).map((breaker) => ({ family: breaker.family, ...breaker.state() })),
    waitedFor: () => v5Transport.waitedFor() + extensionsTransport.waitedFor(),
    async close() {
      for (const { keeper } of keepers) keeper.close()
      await Promise.all([v5Transport.close(), extensionsTransport.close()])
    },
  }
}
