import type { Renewal } from './token-contention.ts'
import type { UpstreamError } from './errors.ts'
import type { OperationId } from './operations.ts'
import type { Preconnected } from './dedicated-connection.ts'
import type {
  AgentRecord,
  CountryItem,
  ExtensionLanguage,
  ExtensionRecord,
  LanguageItem,
  TimeZoneItem,
} from './wire.ts'

/** A defect in an answer that could still be used. */
export interface Warning {
  code:
    | 'list-missing'
    | 'total-missing'
    | 'total-lies'
    | 'page-other'
    | 'page-smaller'
    | 'page-larger'
    | 'unknown-fields'
    | 'field-unreadable'
    | 'row-dropped'
    | 'row-repeated'
    | 'row-other'
    | 'success-contradicted'
    | 'success-by-text'
  detail: string
}

export interface Answer<Data> {
  data: Data
  warnings: Warning[]
}

export interface Paged<Item> {
  items: Item[]
  page: number
  pageSize: number
  total: number
}

/** An extension record with its number, the one field that every row needs. */
export type NumberedExtension = ExtensionRecord & { ext: string }

/** A row of reference data with its code, the one field that every row needs. */
export type Coded<Item, Code extends keyof Item> = Item & Record<Code, string>

export type Language = 'zh' | 'en'

/** The six parameters of operation 5; assumed to be those of operation 10 as well. */
export interface CreateInput {
  ext: string
  password?: string | undefined
  agentID?: string | undefined
  agentType?: '0' | '1' | undefined
  langCodeTxt?: string | undefined
  companyId?: string | undefined
}

interface IdlePageInput {
  /** Counted from 1. */
  page: number
  pageSize: number
  ext?: string | undefined
  companyId?: string | undefined
  operatorUserId?: string | undefined
  tempId?: string | undefined
  language?: string | undefined
  timezone?: string | undefined
  timezoneid?: string | undefined
}

export interface CallOptions {
  /** Ends a call early, when the browser's deadline has passed or the browser has disconnected. */
  signal?: AbortSignal | undefined
  /** Work of a job, which must not delay a user's read; the caller limits its parallel calls. */
  bulk?: boolean | undefined
}

interface DetailOptions extends CallOptions {
  /** Returns a success that contradicts itself, with its warning, so that it can be shown; otherwise it is refused as `invalid`. */
  keepContradicted?: boolean | undefined
}

interface CreateOptions {
  bulk?: boolean | undefined
  /** Called right before the request is written; when it returns false, the request is not sent (`notSent`). */
  canSend?: (() => boolean) | undefined
  /** The connection from `preconnect`. */
  preconnected?: Preconnected | undefined
}

/**
 * The open API, one function per operation of docs/upstream-api.md (operation 1 belongs to the token keeper). All throw
 * `UpstreamError`. A read is repeated at most once after a failure; a create is sent once.
 */
export interface Upstream {
  getTimeZones(
    input: { language: Language },
    options?: CallOptions,
  ): Promise<Answer<Coded<TimeZoneItem, 'timezoneid'>[]>>
  getLanguages(
    input: { language: Language },
    options?: CallOptions,
  ): Promise<Answer<Coded<LanguageItem, 'language_code'>[]>>
  getCountries(
    input: { language: Language },
    options?: CallOptions,
  ): Promise<Answer<Coded<CountryItem, 'countryid'>[]>>
  createExtension(input: CreateInput, options?: CreateOptions): Promise<Answer<null>>
  /** Opens the connection for one `createExtension`. Close it when that call is not made. */
  preconnect(): Preconnected
  /** `data` is null when no agent is found. */
  searchIdle(
    input: { agentId?: string | undefined },
    options?: CallOptions,
  ): Promise<Answer<AgentRecord | null>>
  getExtension(
    input: { ext: string; agentId?: string | undefined },
    options?: DetailOptions,
  ): Promise<Answer<NumberedExtension>>
  searchIdlePage(input: IdlePageInput, options?: CallOptions): Promise<Answer<Paged<NumberedExtension>>>
  getUnboundPage(
    input: { agentUuid: string; page: number; pageSize: number; ext?: string | undefined },
    options?: CallOptions,
  ): Promise<Answer<Paged<NumberedExtension>>>
  createExtensionLegacy(
    input: CreateInput,
    options?: CreateOptions,
  ): Promise<Answer<NumberedExtension | null>>
  getExtensionLanguage(input: { ext: string }, options?: CallOptions): Promise<Answer<ExtensionLanguage>>
  querySuggest(
    input: { q: string; page: number; pageSize: number },
    options?: CallOptions,
  ): Promise<Answer<Paged<{ key: string }>>>
}

/** The state of one credential, shared by all replicas. Times are epoch milliseconds by the store's clock. */
export interface TokenState {
  token: string | null
  /** Number of renewals; used as the fencing token. */
  generation: number
  issuedAt: number | null
  expiresAt: number | null
  leaseOwner: string | null
  leaseUntil: number | null
  cooldownUntil: number | null
  lastError: string | null
  /** The latest renewals, oldest first. */
  renewals: Renewal[]
}

/**
 * The storage of a token keeper: memory for one process, a table for several. Each step is one atomic compare-and-set; no
 * transaction stays open during a request to the service.
 */
export interface TokenStore {
  /** Returns the state and the time of the store's clock, which decides leases. */
  read(key: string): Promise<{ state: TokenState; now: number }>
  /** Takes the lease if it is free and the generation is still `generation`; returns true when taken. */
  lease(key: string, generation: number, owner: string, milliseconds: number): Promise<boolean>
  /** Stores a renewed token under generation + 1 and frees the lease; returns false when the lease or generation has changed. */
  renewed(
    key: string,
    generation: number,
    owner: string,
    token: { token: string; lifeMs: number; renewals: readonly Renewal[] },
  ): Promise<boolean>
  /** Frees the lease after a failure and starts a cooldown. */
  failed(
    key: string,
    generation: number,
    owner: string,
    failure: { error: string; cooldownMs: number },
  ): Promise<void>
}

/** The report of a finished call, for the status page, metrics and logs. Contains no secret. */
export interface CallReport {
  operation: OperationId
  startedAt: number
  milliseconds: number
  error: UpstreamError | null
  unknownFields: string[]
}
