import * as z from 'zod/mini'

const text = z.nullable(z.string())
const integer = z.nullable(z.number())
const flag = z.nullable(z.boolean())

/**
 * An extension record with the field names of docs/upstream-api.md#extension-record; fields that the service left out are null.
 * `password`, `ha1` and `ha1b` never leave the BFF: `secretsHeld` lists those that the service holds. Only the keys of the free
 * map `extensions` are passed on.
 */
export const extension = z.object({
  ext: z.string(),
  id: text,
  companyId: text,
  domain: text,
  /** 0 not bound, 1 bound (docs/upstream-api.md#other-integers). */
  bindStatus: integer,
  /** Epoch milliseconds. */
  bindTime: integer,
  agentUuid: text,
  agentName: text,
  currentUsingAgentUuid: text,
  langCode: text,
  langCodeTxt: text,
  extType: integer,
  status: integer,
  enabled: integer,
  creatorId: text,
  /** Epoch milliseconds. */
  creationTime: integer,
  updateUserId: text,
  /** Epoch milliseconds. */
  updatedTime: integer,
  startExt: text,
  batchNum: integer,
  pageSize: integer,
  currPage: integer,
  orderByName: text,
  orderByASC: flag,
  partition: flag,
  extensionsKeys: z.array(z.string()),
  secretsHeld: z.array(z.enum(['password', 'ha1', 'ha1b'])),
})
export type Extension = z.infer<typeof extension>

/** An agent record with the field names of docs/upstream-api.md#agent-record; fields that the service left out are null. */
export const agent = z.object({
  id: text,
  agentID: text,
  agentName: text,
  agentNick: text,
  agentEmail: text,
  companyId: text,
  ext: text,
  extId: text,
  extType: text,
  phone: text,
  telephone: text,
  currentPhoneType: text,
  phoneTypes: z.array(z.object({ phoneType: text, isDefault: flag, defaultPhoneType: flag })),
  qq: text,
  contact: text,
  remarks: text,
  depart: text,
  departId: text,
  arrayDepartIds: z.array(z.string()),
  role: text,
  roleId: text,
  agentStatus: integer,
  loginStatus: integer,
  callStatus: integer,
  workStatus: integer,
  loginStatusList: text,
  lastLoginTime: integer,
  wrapUpTime: integer,
  companyWrapUpTime: integer,
  wrapUpType: integer,
  queueName: text,
  queueUuid: text,
  queueID: text,
  timeZoneId: text,
  timeZone: text,
  keyWord: text,
  enabled: integer,
  creatorId: text,
  creationTime: integer,
  updateUserId: text,
  updatedTime: integer,
  pageSize: integer,
  currPage: integer,
  orderByName: text,
  orderByASC: flag,
  partition: flag,
  extensionsKeys: z.array(z.string()),
})
export type Agent = z.infer<typeof agent>
