import type { UpstreamError } from './errors.ts'
import type { OperationId } from './operations.ts'
import type { AgentRecord, ExtensionRecord } from './records.ts'

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

export interface IdlePageInput {
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

export interface DetailOptions extends CallOptions {
  /** Returns a success that contradicts itself, with its warning, so that it can be shown; otherwise it is refused as `invalid`. */
  keepContradicted?: boolean | undefined
}

export interface CreateOptions {
  bulk?: boolean | undefined
  /** Called right before the request is sent; when it returns false, the request is not sent (`notSent`). */
  canSend?: (() => boolean) | undefined
}

/** The extensions that one read or create showed. The records hold secrets, which observers must not keep. */
export interface Observation {
  records: readonly NumberedExtension[]
  /** Numbers that the service does not know. */
  absent: readonly string[]
  source: 'idle' | 'unbound' | 'detail' | 'created'
  /** Epoch milliseconds before the call, so that a later change never looks older. */
  at: number
}

/** The report of a finished call, for everything that observes the service: status, metrics, log, inventory, seen values. */
export interface CallReport {
  operation: OperationId
  startedAt: number
  milliseconds: number
  error: UpstreamError | null
  unknownFields: string[]
  /** Null when the call showed no extension, or contradicted itself. */
  extensions: Observation | null
  agent: AgentRecord | null
}
