import { defaultProfile, type Profile } from './profile.ts'

/** An object as sent: any field may be missing, null or of any type. */
export type Sent = Readonly<Record<string, unknown>>

export const isSent = (value: unknown): value is Sent =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** False for a missing value and for an empty text, which says as little as null. */
export const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

/** Most characters of a field and of a return code, and most texts in a field, because a service could send megabytes. */
const maxTextLength = 1_000
const maxCodeLength = 64
const maxTexts = 100

const unprintable = /[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029]/u
const lineBreaks = /[\t\n\v\f\r\u0085\u2028\u2029]/g
/** Returns the text without characters that a store or a screen can't keep: line breaks become a space, others U+FFFD. */
const printable = (text: string): string =>
  unprintable.test(text)
    ? text.replaceAll(lineBreaks, ' ').replaceAll(new RegExp(unprintable, 'gu'), '\ufffd')
    : text

/** Returns a text or a number as text, cut with an ellipsis when it is longer than `longest` characters. */
export function text(value: unknown, longest = maxTextLength): string | null {
  if (typeof value !== 'string') return Number.isFinite(value) ? String(value) : null
  return printable(value.length <= longest ? value : `${value.slice(0, longest - 1).toWellFormed()}…`)
}

/** Returns a text, a number or a boolean as text. */
export const label = (value: unknown): string | null =>
  typeof value === 'boolean' ? String(value) : text(value)

/** Returns a text exactly as sent, for a password; null for a number whose digits may have been others, such as `1.50`. */
const asSent = (value: unknown): string | null =>
  typeof value === 'string' ? value : Number.isSafeInteger(value) ? String(value) : null

/** True for a text that a service may show in place of a password. */
export const isMask = (password: string): boolean => /^[*•●]*$/u.test(password)

/** Two different ids may read the same after their characters were replaced. */
const replaced = /[\ufffd\s]/
/** Returns the id of an agent or a record; null when it was cut or is not as sent. */
function id(value: unknown): string | null {
  const read = text(value)
  return read === null || read.length >= maxTextLength || replaced.test(read) ? null : read
}

const uuid = /^(?:[\da-f]{32}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i
export const isUuid = (text: string): boolean => uuid.test(text)
/** True when two ids are the same; case counts unless they are uuids. */
export const isSameId = (a: string | null, b: string | null): boolean =>
  a === b || (a !== null && b !== null && isUuid(a) && a.toLowerCase() === b.toLowerCase())

/** Returns a return code, kept short, because each observed code is counted, stored and shown. */
export const code = (value: unknown): string | null => text(value, maxCodeLength)

const wholeNumber = /^\s*-?\d{1,15}\s*$/
export function integer(value: unknown): number | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : null
  return typeof value === 'string' && wholeNumber.test(value) ? Number(value) : null
}

const flag = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null)

/** Returns the list; null when it is missing or not a list. */
const list = (value: unknown): unknown[] | null => (Array.isArray(value) ? value : null)

type TimeUnit = Profile['records']['timeUnit']
/** Seconds of the year 5138; as milliseconds, a day in 1973. */
const secondsBelow = 100_000_000_000
/** Returns a time in epoch milliseconds. `auto` takes values below 100,000,000,000 for seconds. */
function time(value: unknown, unit: TimeUnit): number | null {
  const read = integer(value)
  if (read === null) return null
  return unit === 's' || (unit === 'auto' && Math.abs(read) < secondsBelow) ? read * 1000 : read
}

/** How the console writes a binding; any other number is one that the profile does not explain. */
export const bindStatus = { free: 0, bound: 1 } as const

function readBindStatus(value: unknown, { free, bound }: Profile['records']['bindStatus']): number | null {
  const sent = label(value)
  if (sent === null) return null
  if (free.includes(sent)) return bindStatus.free
  if (bound.includes(sent)) return bindStatus.bound
  const read = integer(value)
  return read === bindStatus.free || read === bindStatus.bound ? null : read
}

/** Reads one kind of object and leaves out all fields that it does not name. */
export interface Reader<Value> {
  /** The names of the fields. */
  fields: ReadonlySet<string>
  /** Returns null when the value is not an object. */
  read: (value: unknown) => Value | null
  /** Throws a `TypeError` when the value is not an object. */
  parse: (value: unknown) => Value
}

/**
 * Creates a reader from a function that lists the fields. The function returns an object literal, which costs a fortieth of a
 * table of fields: readers run for every row of every page.
 */
export function reader<Value extends Record<string, unknown>>(
  fieldsOf: (sent: Sent) => Value,
): Reader<Value> {
  return {
    fields: new Set(Object.keys(fieldsOf({}))),
    read: (value) => (isSent(value) ? fieldsOf(value) : null),
    parse(value) {
      if (!isSent(value)) throw new TypeError('not an object')
      return fieldsOf(value)
    },
  }
}

/*
 * Records as sent (docs/upstream-api.md#records), read tolerantly and by allow-list: the document and its samples disagree on
 * numbers as text, and any field may be missing or null. A missing field, or a field of another type, is null.
 */

const baseFields = (sent: Sent, unit: TimeUnit) => ({
  creatorId: text(sent['creatorId']),
  creationTime: time(sent['creationTime'], unit),
  updateUserId: text(sent['updateUserId']),
  updatedTime: time(sent['updatedTime'], unit),
  pageSize: integer(sent['pageSize']),
  currPage: integer(sent['currPage']),
  orderByName: text(sent['orderByName']),
  orderByASC: flag(sent['orderByASC']),
  partition: flag(sent['partition']),
  enabled: integer(sent['enabled']),
  extensions: isSent(sent['extensions']) ? sent['extensions'] : null,
  companyId: text(sent['companyId']),
  id: id(sent['id']),
})

const phoneType = reader((sent) => ({
  phoneType: text(sent['phoneType']),
  isDefault: flag(sent['isDefault']),
  defaultPhoneType: flag(sent['defaultPhoneType']),
}))

/** Returns the readers of the records in which services differ. */
export const recordReaders = ({ records: { timeUnit: unit, bindStatus: values } }: Profile) => ({
  extension: reader((sent) => ({
    ...baseFields(sent, unit),
    startExt: text(sent['startExt']),
    batchNum: integer(sent['batchNum']),
    ext: text(sent['ext']),
    password: asSent(sent['password']),
    bindStatus: readBindStatus(sent['bindStatus'], values),
    bindTime: time(sent['bindTime'], unit),
    agentUuid: id(sent['agentUuid']),
    currentUsingAgentUuid: id(sent['currentUsingAgentUuid']),
    agentName: text(sent['agentName']),
    extType: integer(sent['extType']),
    domain: text(sent['domain']),
    ha1: text(sent['ha1']),
    ha1b: text(sent['ha1b']),
    status: integer(sent['status']),
    langCode: text(sent['langCode']),
    langCodeTxt: text(sent['langCodeTxt']),
  })),
  agent: reader((sent) => ({
    ...baseFields(sent, unit),
    agentID: text(sent['agentID']),
    agentName: text(sent['agentName']),
    agentNick: text(sent['agentNick']),
    agentEmail: text(sent['agentEmail']),
    phone: text(sent['phone']),
    currentPhoneType: text(sent['currentPhoneType']),
    telephone: text(sent['telephone']),
    qq: text(sent['qq']),
    remarks: text(sent['remarks']),
    depart: text(sent['depart']),
    departId: text(sent['departId']),
    role: text(sent['role']),
    roleId: text(sent['roleId']),
    contact: text(sent['contact']),
    agentStatus: integer(sent['agentStatus']),
    loginStatus: integer(sent['loginStatus']),
    callStatus: integer(sent['callStatus']),
    workStatus: integer(sent['workStatus']),
    wrapUpTime: integer(sent['wrapUpTime']),
    companyWrapUpTime: integer(sent['companyWrapUpTime']),
    wrapUpType: integer(sent['wrapUpType']),
    lastLoginTime: time(sent['lastLoginTime'], unit),
    queueName: text(sent['queueName']),
    queueUuid: text(sent['queueUuid']),
    queueID: text(sent['queueID']),
    extId: text(sent['extId']),
    ext: text(sent['ext']),
    extType: text(sent['extType']),
    loginStatusList: text(sent['loginStatusList']),
    timeZoneId: text(sent['timeZoneId']),
    timeZone: text(sent['timeZone']),
    keyWord: text(sent['keyWord']),
    phoneTypes: listOf(sent['phoneTypes'], phoneType.read),
    arrayDepartIds: listOf(sent['arrayDepartIds'], (item) => (typeof item === 'string' ? text(item) : null)),
  })),
})
export type ExtensionRecord = ReturnType<ReturnType<typeof recordReaders>['extension']['parse']>
export type AgentRecord = ReturnType<ReturnType<typeof recordReaders>['agent']['parse']>

/** Returns the first items of a list, at most 100; null when one of the list's cannot be read. */
function listOf<Item>(value: unknown, read: (item: unknown) => Item | null): Item[] | null {
  if (!Array.isArray(value)) return null
  const items = value.map(read).filter((item) => item !== null)
  return items.length === value.length ? items.slice(0, maxTexts) : null
}

/** The documented names by their form in snake case. */
const camelCase: ReadonlyMap<string, string> = new Map(
  Object.values(recordReaders(defaultProfile)).flatMap(({ fields }) =>
    [...fields].map((name) => [name.replaceAll(/([a-z\d])([A-Z]+)/g, '$1_$2').toLowerCase(), name] as const),
  ),
)
export const isSnakeCase = (name: string): boolean => name.includes('_') && camelCase.has(name)

/** Returns records with their documented names, at any depth, of a service that writes them in snake case. */
export const inCamelCase = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map((each) => inCamelCase(each))
    : isSent(value)
      ? Object.fromEntries(
          Object.entries(value).map(([name, each]) => [camelCase.get(name) ?? name, inCamelCase(each)]),
        )
      : value

/** The readers of the default profile. */
export const { extension: extensionRecord, agent: agentRecord } = recordReaders(defaultProfile)

/** Operation 11's `data`, which docs/upstream-api.md does not show: the record's language fields and its number. */
export const extensionLanguage = reader((sent) => ({
  ext: text(sent['ext']),
  langCode: text(sent['langCode']),
  langCodeTxt: text(sent['langCodeTxt']),
}))

export const pagedData = reader((sent) => ({
  list: list(sent['list']),
  currPage: integer(sent['currPage']),
  pageSize: integer(sent['pageSize']),
  total: integer(sent['total']),
}))

/** Returns the value at a path of an answer, `data.list`. */
export const valueAt = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((inner, name) => (name === '' ? inner : isSent(inner) ? inner[name] : undefined), value)

export const timeZoneItem = reader((sent) => ({
  id: text(sent['id']),
  language: text(sent['language']),
  timezone_value: text(sent['timezone_value']),
  timezoneid: text(sent['timezoneid']),
}))
export type TimeZoneItem = ReturnType<typeof timeZoneItem.parse>
export const languageItem = reader((sent) => ({
  id: text(sent['id']),
  language: text(sent['language']),
  language_value: text(sent['language_value']),
  language_code: text(sent['language_code']),
}))
export type LanguageItem = ReturnType<typeof languageItem.parse>
export const countryItem = reader((sent) => ({
  countryid: text(sent['countryid']),
  country_name: text(sent['country_name']),
}))
export type CountryItem = ReturnType<typeof countryItem.parse>
export const suggestItem = reader((sent) => ({ key: text(sent['key']) }))

/** A record with the one field that every row needs. */
export type Keyed<Item, Key extends keyof Item> = Item & Record<Key, string>
export type NumberedExtension = Keyed<ExtensionRecord, 'ext'>

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
    | 'field-changed'
    | 'row-dropped'
    | 'row-repeated'
    | 'row-other'
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

/** Most different warnings of one code in an answer, for example of fields, and most characters of a field's name. */
const maxWarnings = 50
const maxNameLength = 64

/** Adds a warning, once. */
export function warn(warnings: Warning[], code: Warning['code'], detail = ''): void {
  const details = warnings.filter((warning) => warning.code === code).map((warning) => warning.detail)
  if (details.length < maxWarnings && !details.includes(detail)) warnings.push({ code, detail })
}

/** Reads an object; returns null for anything else. Warns of unreadable fields and, in a record, of unspecified ones. */
export function readFields<Value extends Record<string, unknown>>(
  { fields, read }: Reader<Value>,
  value: unknown,
  warnings: Warning[],
  isRecord = false,
): Value | null {
  const record = read(value)
  if (record === null || !isSent(value)) return null
  for (const field of fields) {
    const [parsed, sent]: unknown[] = [record[field], value[field]]
    if (parsed === null && isGiven(sent)) warn(warnings, 'field-unreadable', field)
    // A tab or a line break became a space, for example.
    else if (isRecord && parsed !== sent && typeof parsed === 'string' && typeof sent === 'string')
      warn(warnings, 'field-changed', field)
  }
  if (isRecord)
    for (const key of Object.keys(value))
      if (!fields.has(key)) warn(warnings, 'unknown-fields', printable(key.slice(0, maxNameLength)))
  return record
}

/**
 * Reads a list of rows, each with a text as `key`. A missing list counts as empty. Rows that cannot be read, those whose key is
 * not a `number` and, of a page of `most` rows, further and repeated ones are left out. Rows that were not requested stay,
 * because the service's search is undocumented. Warns of each case.
 */
export function readList<Value extends Record<string, unknown>, Key extends keyof Value>(
  reader: Reader<Value>,
  key: Key,
  value: unknown,
  warnings: Warning[],
  {
    most = Infinity,
    number = /(?:)/,
    isRequested = () => true,
  }: { most?: number; number?: RegExp; isRequested?: (row: Keyed<Value, Key>) => boolean } = {},
): Keyed<Value, Key>[] {
  if (!Array.isArray(value)) {
    warn(warnings, 'list-missing')
    return []
  }
  if (value.length > most) warn(warnings, 'page-larger', String(value.length))
  const isRow = (record: Value | null): record is Keyed<Value, Key> =>
    typeof record?.[key] === 'string' && number.test(record[key])
  const rows: Keyed<Value, Key>[] = []
  const keys = new Set<string>()
  const dropped: unknown[] = []
  let repeated = 0
  let unrequested = 0
  for (const item of value.slice(0, most)) {
    const record = readFields(reader, item, warnings, true)
    if (!isRow(record)) dropped.push(item)
    else if (most < Infinity && keys.has(record[key])) repeated++
    else {
      rows.push(record)
      keys.add(record[key])
      if (!isRequested(record)) unrequested++
    }
  }
  if (dropped.length > 0) warn(warnings, 'row-dropped', `${dropped.length}${exampleOf(dropped)}`)
  if (repeated > 0) warn(warnings, 'row-repeated', String(repeated))
  if (unrequested > 0) warn(warnings, 'row-other', String(unrequested))
  return rows
}

/** Returns the first number among rows that cannot be read, as sent, to show what is odd about it: ` (+8001)`. */
function exampleOf(rows: readonly unknown[]): string {
  for (const row of rows) {
    const sent = isSent(row) ? (row['ext'] ?? row['number']) : null
    if (typeof sent === 'string' || typeof sent === 'number') {
      const example = printable(String(sent)).slice(0, 32)
      if (example !== '') return ` (${example})`
    }
  }
  return ''
}
