import * as z from 'zod'

/**
 * Records as they travel (open-api.md, "Resources and their fields"), read tolerantly: document and samples disagree on
 * numbers as text, and any field may be missing or null. After parsing, a field that was not sent is null.
 */
export const text = z
  .union([z.string(), z.number().transform(String)])
  .nullish()
  .transform((value) => value ?? null)
  .catch(null)
const integer = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\s*-?\d{1,15}\s*$/)
      .transform(Number),
  ])
  .nullish()
  .transform((value) => value ?? null)
  .catch(null)
const flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? null)
  .catch(null)
/** A list that may be missing or null. */
const listOf = <Item extends z.ZodType>(item: Item) =>
  z
    .array(item)
    .nullish()
    .transform((value) => value ?? null)
const freeMap = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((value) => value ?? {})
  .catch({})

/** v5 envelope. `ret_code` alone decides. */
export const v5Envelope = z.object({
  ret_code: text,
  ret_msg: text,
  item: z.unknown().optional(),
  items: z.unknown().optional(),
  page_no: integer,
  page_count: integer,
  total_count: integer,
  page_size: integer,
})

/** Extension-service envelope. */
export const extensionEnvelope = z.object({
  apiVersion: text,
  status: text,
  code: integer,
  message: text,
  reason: text,
  kind: text,
  metaData: z.unknown().optional(),
  data: z.unknown().optional(),
  retMsg: text,
  retCode: text,
})

const base = {
  creatorId: text,
  creationTime: integer,
  updateUserId: text,
  updatedTime: integer,
  pageSize: integer,
  currPage: integer,
  orderByName: text,
  orderByASC: flag,
  partition: flag,
  enabled: integer,
  extensions: freeMap,
  companyId: text,
  id: text,
}

export const extensionRecord = z.object({
  ...base,
  startExt: text,
  batchNum: integer,
  ext: text,
  password: text,
  bindStatus: integer,
  bindTime: integer,
  agentUuid: text,
  currentUsingAgentUuid: text,
  agentName: text,
  extType: integer,
  domain: text,
  ha1: text,
  ha1b: text,
  status: integer,
  langCode: text,
  langCodeTxt: text,
})
export type ExtensionRecord = z.infer<typeof extensionRecord>

export const agentRecord = z.object({
  ...base,
  agentID: text,
  agentName: text,
  agentNick: text,
  agentEmail: text,
  phone: text,
  currentPhoneType: text,
  telephone: text,
  qq: text,
  remarks: text,
  depart: text,
  departId: text,
  role: text,
  roleId: text,
  contact: text,
  agentStatus: integer,
  loginStatus: integer,
  callStatus: integer,
  workStatus: integer,
  wrapUpTime: integer,
  companyWrapUpTime: integer,
  wrapUpType: integer,
  lastLoginTime: integer,
  queueName: text,
  queueUuid: text,
  queueID: text,
  extId: text,
  ext: text,
  extType: text,
  loginStatusList: text,
  timeZoneId: text,
  timeZone: text,
  keyWord: text,
  phoneTypes: listOf(z.object({ phoneType: text, isDefault: flag, defaultPhoneType: flag })).catch(null),
  arrayDepartIds: listOf(z.string()).catch(null),
})
export type AgentRecord = z.infer<typeof agentRecord>

/** Paged `data` of the unbound page and the idle page search. */
export const pagedData = z.object({
  list: listOf(z.unknown()).catch(null),
  currPage: integer,
  pageSize: integer,
  total: integer,
})

export const timeZoneItem = z.object({ id: text, language: text, timezone_value: text, timezoneid: text })
export type TimeZoneItem = z.infer<typeof timeZoneItem>
export const languageItem = z.object({ id: text, language: text, language_value: text, language_code: text })
export type LanguageItem = z.infer<typeof languageItem>
export const countryItem = z.object({ countryid: text, country_name: text })
export type CountryItem = z.infer<typeof countryItem>
export const suggestItem = z.object({ key: text })

export const tokenItem = z.object({ token: z.string(), expires_in: z.unknown().optional() })
/** POST /tokens/company (upstream-facts 2.4): no envelope. */
export const companyTokenAnswer = z.object({ access_token: z.string(), expires_in: z.unknown().optional() })
