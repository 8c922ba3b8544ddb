import type { Agent, Extension } from '#contract/records.ts'
import type { Warning } from '#contract/page.ts'
import type { AgentRecord, ExtensionRecord } from '#upstream/records.ts'
import type { NumberedExtension, Warning as UpstreamWarning } from '#upstream/upstream.ts'

const secrets = ['password', 'ha1', 'ha1b'] as const
/** Names of undocumented keys, limited in count and length: a hostile answer could carry any number of any length. */
const keysOf = (map: Readonly<Record<string, unknown>> | null): string[] =>
  Object.keys(map ?? {})
    .slice(0, 50)
    .map((key) => key.slice(0, 64))

const queryFields = (record: ExtensionRecord | AgentRecord) => ({
  pageSize: record.pageSize,
  currPage: record.currPage,
  orderByName: record.orderByName,
  orderByASC: record.orderByASC,
  partition: record.partition,
})

/** Copies field by field, so that only fields of the contract pass. Never copies password, ha1 or ha1b. */
export function toExtension(record: NumberedExtension): Extension {
  return {
    ...queryFields(record),
    ext: record.ext,
    id: record.id,
    companyId: record.companyId,
    domain: record.domain,
    bindStatus: record.bindStatus,
    bindTime: record.bindTime,
    agentUuid: record.agentUuid,
    agentName: record.agentName,
    currentUsingAgentUuid: record.currentUsingAgentUuid,
    langCode: record.langCode,
    langCodeTxt: record.langCodeTxt,
    extType: record.extType,
    status: record.status,
    enabled: record.enabled,
    creatorId: record.creatorId,
    creationTime: record.creationTime,
    updateUserId: record.updateUserId,
    updatedTime: record.updatedTime,
    startExt: record.startExt,
    batchNum: record.batchNum,
    extensionsKeys: keysOf(record.extensions),
    secretsHeld: secrets.filter((name) => record[name] !== null && record[name] !== ''),
  }
}

export function toAgent(record: AgentRecord): Agent {
  return {
    ...queryFields(record),
    id: record.id,
    agentID: record.agentID,
    agentName: record.agentName,
    agentNick: record.agentNick,
    agentEmail: record.agentEmail,
    companyId: record.companyId,
    ext: record.ext,
    extId: record.extId,
    extType: record.extType,
    phone: record.phone,
    telephone: record.telephone,
    currentPhoneType: record.currentPhoneType,
    phoneTypes: (record.phoneTypes ?? []).map(({ phoneType, isDefault, defaultPhoneType }) => ({
      phoneType,
      isDefault,
      defaultPhoneType,
    })),
    qq: record.qq,
    contact: record.contact,
    remarks: record.remarks,
    depart: record.depart,
    departId: record.departId,
    arrayDepartIds: record.arrayDepartIds ?? [],
    role: record.role,
    roleId: record.roleId,
    agentStatus: record.agentStatus,
    loginStatus: record.loginStatus,
    callStatus: record.callStatus,
    workStatus: record.workStatus,
    loginStatusList: record.loginStatusList,
    lastLoginTime: record.lastLoginTime,
    wrapUpTime: record.wrapUpTime,
    companyWrapUpTime: record.companyWrapUpTime,
    wrapUpType: record.wrapUpType,
    queueName: record.queueName,
    queueUuid: record.queueUuid,
    queueID: record.queueID,
    timeZoneId: record.timeZoneId,
    timeZone: record.timeZone,
    keyWord: record.keyWord,
    enabled: record.enabled,
    creatorId: record.creatorId,
    creationTime: record.creationTime,
    updateUserId: record.updateUserId,
    updatedTime: record.updatedTime,
    extensionsKeys: keysOf(record.extensions),
  }
}

export const toWarnings = (warnings: UpstreamWarning[]): Warning[] =>
  warnings.map(({ code, detail }) => ({ code, detail }))
