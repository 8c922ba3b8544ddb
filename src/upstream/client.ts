import {
  bindStatus,
  detailBody,
  extensionNumber,
  idlePageBody,
  idleSearchBody,
  legacyCreateParameters,
  suggestQuery,
  unboundPageQuery,
} from './assumptions.ts'
import { createGateway, type Gateway, type UpstreamOptions } from './gateway.ts'
import { isSameId, isSent, isUuid, type Reader } from './fields.ts'
import {
  checkPage,
  isContradicted,
  isGiven,
  readList,
  readPage,
  readRecord,
  readTotal,
  type ResponseWarnings,
} from './records.ts'
import type {
  Answer,
  CallOptions,
  Coded,
  CreateInput,
  Language,
  NumberedExtension,
  Upstream,
} from './upstream.ts'
import {
  agentRecord,
  countryItem,
  extensionLanguage,
  extensionRecord,
  languageItem,
  suggestItem,
  timeZoneItem,
  v5Envelope,
  type AgentRecord,
  type ExtensionRecord,
} from './wire.ts'

export type UpstreamHandle = { upstream: Upstream } & Omit<Gateway, 'execute' | 'preconnect'>

/** True for a record with a number that can be looked up. */
const isNumbered = (record: ExtensionRecord): record is NumberedExtension =>
  record.ext !== null && extensionNumber.test(record.ext)
const requireNumber = (record: ExtensionRecord): NumberedExtension | null =>
  isNumbered(record) ? record : null

const isCoded = <Item extends object, Code extends keyof Item>(
  row: Item,
  code: Code,
): row is Coded<Item, Code> => row[code] !== null

/** True for a record that is not bound, and not marked free with an agent. */
const isIdle = ({ bindStatus: state, agentUuid }: NumberedExtension): boolean =>
  state !== bindStatus.bound && (state !== bindStatus.free || !isGiven(agentUuid))

/** Returns a page of extensions; null when the payload is not a page. */
function readExtensionPage(
  payload: unknown,
  input: { page: number; pageSize: number; ext?: string | undefined },
  warnings: ResponseWarnings,
  isAsked: (row: NumberedExtension) => boolean,
) {
  const { ext: start = '' } = input
  const data = readPage(extensionRecord, payload, input, warnings, requireNumber, {
    keyOf: ({ ext }) => ext,
    isAsked: (row) => row.ext.startsWith(start) && isAsked(row),
  })
  return data === null ? null : { data }
}

/** True when the record matches the requested uuid or work number. A record with neither may still be the requested agent. */
function isAgent({ id, agentID }: AgentRecord, agentId: string): boolean {
  const named = [id, agentID].filter((name) => name !== null && name !== '')
  return named.length === 0 || named.some((name) => isSameId(name, agentId))
}

/** Connects to the open API. Sends nothing before the first call. */
export function createUpstream(options: UpstreamOptions): UpstreamHandle {
  const { execute, preconnect, ...gateway } = createGateway(options)

  const optionsOf = (call: CallOptions | undefined) => ({ signal: call?.signal, bulk: call?.bulk })

  const reference =
    <Item extends Record<string, string | null>, Code extends keyof Item>(
      operation: 'get_timezone' | 'get_language' | 'get_country',
      reader: Reader<Item>,
      code: Code,
    ) =>
    (query: { language: Language }, call?: CallOptions): Promise<Answer<Coded<Item, Code>[]>> =>
      execute(operation, { query, ...optionsOf(call) }, (payload, warnings) => {
        const { items, item } = v5Envelope.parse(payload)
        // A sibling operation of the service returns its list in `item` (docs/upstream-api.md#reference-values).
        const list = Array.isArray(items) ? items : item
        return { data: readList(reader, list, warnings, (row) => (isCoded(row, code) ? row : null)) }
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
    getTimeZones: reference('get_timezone', timeZoneItem, 'timezoneid'),
    getLanguages: reference('get_language', languageItem, 'language_code'),
    getCountries: reference('get_country', countryItem, 'countryid'),
    createExtension: (input, options) =>
      execute('create_extension', { ...create('create_extension', input), ...options }, () => ({
        data: null,
      })),
    preconnect,
    searchIdle: (input, call) =>
      execute('search_idle', { body: idleSearchBody(input), ...optionsOf(call) }, (payload, warnings) => {
        const agent =
          payload === null || payload === undefined ? null : readRecord(agentRecord, payload, warnings)
        if (agent !== null && input.agentId !== undefined && !isAgent(agent, input.agentId))
          warnings.warn('row-other', '1')
        return { data: agent }
      }),
    getExtension: (input, call) =>
      execute('extension_detail', { body: detailBody(input), ...optionsOf(call) }, (payload, warnings) => {
        const record = readRecord(extensionRecord, payload, warnings)
        if (call?.keepContradicted !== true && isContradicted(warnings.list)) return null
        // Without its number, the answer may be about another extension.
        if (record === null || !isNumbered(record) || record.ext !== input.ext) return null
        const { agentId = '' } = input
        // A work number cannot be compared with a uuid.
        if (isUuid(agentId) && isGiven(record.agentUuid) && !isSameId(record.agentUuid, agentId))
          warnings.warn('row-other', '1')
        return { data: record }
      }),
    searchIdlePage: (input, call) =>
      execute(
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
        (payload, warnings) => readExtensionPage(payload, input, warnings, isIdle),
      ),
    getUnboundPage: (input, call) =>
      execute(
        'unbound_page',
        {
          variable: input.agentUuid,
          query: unboundPageQuery(input),
          ...optionsOf(call),
        },
        (payload, warnings) => {
          let bound = 0
          return readExtensionPage(payload, input, warnings, ({ agentUuid, bindStatus: state }) => {
            const isOwn = isSameId(agentUuid, input.agentUuid)
            // An agent has one number; the page's other rows are free.
            if (state === bindStatus.bound) return isOwn && ++bound === 1
            return isOwn || !isGiven(agentUuid)
          })
        },
      ),
    createExtensionLegacy: (input, options) =>
      execute(
        'create_extension_legacy',
        { ...create('create_extension_legacy', input), ...options },
        (payload, warnings) => {
          const record = readRecord(extensionRecord, payload, warnings)
          const isAsked = record?.ext === input.ext
          // The created number is looked up, never taken from an answer about another number.
          if (record !== null && !isAsked) warnings.warn('row-other', '1')
          return { data: record === null || !isAsked ? null : requireNumber(record) }
        },
      ),
    getExtensionLanguage: (input, call) =>
      execute('extension_language', { variable: input.ext, ...optionsOf(call) }, (payload, warnings) => {
        const record = readRecord(extensionLanguage, payload, warnings)
        if (record === null || !isSent(payload)) return null
        // The document does not say whether the answer names its number; if it does, it must be the requested number.
        if (record.ext !== input.ext && isGiven(payload['ext'])) return null
        return { data: { langCode: record.langCode, langCodeTxt: record.langCodeTxt } }
      }),
    querySuggest: (input, call) =>
      execute('query_suggest', { query: suggestQuery(input), ...optionsOf(call) }, (payload, warnings) => {
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
      }),
  }

  return { upstream, ...gateway }
}
