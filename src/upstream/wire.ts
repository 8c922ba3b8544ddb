import {
  asSent,
  code,
  flag,
  freeMap,
  id,
  integer,
  isSent,
  list,
  listOf,
  reader,
  text,
  textsOf,
  type Sent,
} from './fields.ts'

/*
 * Records as sent (docs/upstream-api.md#records), read tolerantly: the document and its samples disagree on numbers as text,
 * and any field may be missing or null. A missing field, or a field of another type, is null.
 */

/** v5 envelope. Only `ret_code` decides. */
export const v5Envelope = reader((sent) => ({
  ret_code: code(sent['ret_code']),
  ret_msg: text(sent['ret_msg']),
  item: sent['item'],
  items: sent['items'],
  page_no: integer(sent['page_no']),
  page_count: integer(sent['page_count']),
  total_count: integer(sent['total_count']),
  page_size: integer(sent['page_size']),
}))

/** Extension-service envelope. */
export const extensionEnvelope = reader((sent) => ({
  apiVersion: text(sent['apiVersion']),
  status: text(sent['status']),
  code: integer(sent['code']),
  message: text(sent['message']),
  reason: text(sent['reason']),
  kind: text(sent['kind']),
  metaData: sent['metaData'],
  data: sent['data'],
  retMsg: text(sent['retMsg']),
  retCode: code(sent['retCode']),
}))

/** Both services' return codes, because a gateway may answer with either envelope. */
export const returnCodes = reader((sent) => ({
  ret_code: code(sent['ret_code']),
  retCode: code(sent['retCode']),
}))

const base = (sent: Sent) => ({
  creatorId: text(sent['creatorId']),
  creationTime: integer(sent['creationTime']),
  updateUserId: text(sent['updateUserId']),
  updatedTime: integer(sent['updatedTime']),
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

export const extensionRecord = reader((sent) => ({
  ...base(sent),
  startExt: text(sent['startExt']),
  batchNum: integer(sent['batchNum']),
  ext: text(sent['ext']),
  password: asSent(sent['password']),
  bindStatus: integer(sent['bindStatus']),
  bindTime: integer(sent['bindTime']),
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
export type ExtensionRecord = ReturnType<typeof extensionRecord.parse>

/** Operation 11's `data`, which docs/upstream-api.md does not show: the record's language fields and its number. */
export const extensionLanguage = reader((sent) => ({
  ext: text(sent['ext']),
  langCode: text(sent['langCode']),
  langCodeTxt: text(sent['langCodeTxt']),
}))
export type ExtensionLanguage = Pick<ReturnType<typeof extensionLanguage.parse>, 'langCode' | 'langCodeTxt'>

const phoneType = reader((sent) => ({
  phoneType: text(sent['phoneType']),
  isDefault: flag(sent['isDefault']),
  defaultPhoneType: flag(sent['defaultPhoneType']),
}))
export const agentRecord = reader((sent) => ({
  ...base(sent),
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
  lastLoginTime: integer(sent['lastLoginTime']),
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
export type AgentRecord = ReturnType<typeof agentRecord.parse>

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

/** Returns the token in `value[name]` and its life as sent; null when there is no token. */
export function issuedToken(
  value: unknown,
  name: 'token' | 'access_token',
): { token: string; expiresIn: unknown } | null {
  const token = isSent(value) ? value[name] : null
  return isSent(value) && typeof token === 'string' ? { token, expiresIn: value['expires_in'] } : null
}
