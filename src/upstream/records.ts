import {
  asSent,
  flag,
  freeMap,
  id,
  integer,
  label,
  list,
  listOf,
  reader,
  text,
  textsOf,
  time,
  type Sent,
} from './fields.ts'
import { defaultProfile, type Profile } from './profile.ts'

/*
 * Records as sent (docs/upstream-api.md#records), read tolerantly and by allow-list: the document and its samples disagree on
 * numbers as text, and any field may be missing or null. A missing field, or a field of another type, is null.
 */

/** Reads a time as epoch milliseconds. */
type TimeReader = (value: unknown) => number | null

/** How the console writes a binding; any other number is one that the profile does not explain. */
export const bindStatus = { free: 0, bound: 1 } as const

const baseFields = (sent: Sent, timeOf: TimeReader) => ({
  creatorId: text(sent['creatorId']),
  creationTime: timeOf(sent['creationTime']),
  updateUserId: text(sent['updateUserId']),
  updatedTime: timeOf(sent['updatedTime']),
  pageSize: integer(sent['pageSize']),
  currPage: integer(sent['currPage']),
  orderByName: text(sent['orderByName']),
  orderByASC: flag(sent['orderByASC']),
  partition: flag(sent['partition']),
  enabled: integer(sent['enabled']),
  extensions: freeMap(sent['extensions']),
  companyId: text(sent['companyId']),
  id: id(sent['id']),
})

const extensionReader = (timeOf: TimeReader, bindStatusOf: (value: unknown) => number | null) =>
  reader((sent) => ({
    ...baseFields(sent, timeOf),
    startExt: text(sent['startExt']),
    batchNum: integer(sent['batchNum']),
    ext: text(sent['ext']),
    password: asSent(sent['password']),
    bindStatus: bindStatusOf(sent['bindStatus']),
    bindTime: timeOf(sent['bindTime']),
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
  }))
export type ExtensionRecord = ReturnType<ReturnType<typeof extensionReader>['parse']>

const phoneType = reader((sent) => ({
  phoneType: text(sent['phoneType']),
  isDefault: flag(sent['isDefault']),
  defaultPhoneType: flag(sent['defaultPhoneType']),
}))

const agentReader = (timeOf: TimeReader) =>
  reader((sent) => ({
    ...baseFields(sent, timeOf),
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
    lastLoginTime: timeOf(sent['lastLoginTime']),
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
    phoneTypes: listOf(phoneType, sent['phoneTypes']),
    arrayDepartIds: textsOf(sent['arrayDepartIds']),
  }))
export type AgentRecord = ReturnType<ReturnType<typeof agentReader>['parse']>

/** Returns the readers of the records in which services differ. */
export function recordReaders({ records: { timeUnit, bindStatus: values } }: Profile) {
  const timeOf: TimeReader = (value) => time(value, timeUnit)
  function bindStatusOf(value: unknown): number | null {
    const sent = label(value)
    if (sent === null) return null
    if (values.free.includes(sent)) return bindStatus.free
    if (values.bound.includes(sent)) return bindStatus.bound
    const read = integer(value)
    return read === bindStatus.free || read === bindStatus.bound ? null : read
  }
  return { extension: extensionReader(timeOf, bindStatusOf), agent: agentReader(timeOf) }
}

/** The readers of the default profile. */
export const { extension: extensionRecord, agent: agentRecord } = recordReaders(defaultProfile)

/** Operation 11's `data`, which docs/upstream-api.md does not show: the record's language fields and its number. */
export const extensionLanguage = reader((sent) => ({
  ext: text(sent['ext']),
  langCode: text(sent['langCode']),
  langCodeTxt: text(sent['langCodeTxt']),
}))

/** Paged `data` of the unbound page and the idle page search. */
export const pagedData = reader((sent) => ({
  list: list(sent['list']),
  currPage: integer(sent['currPage']),
  pageSize: integer(sent['pageSize']),
  total: integer(sent['total']),
}))

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
