import { md5, person } from './people.ts'
import type { AgentRow, ExtensionRow } from './schema.ts'
import { domainOf } from './seed.ts'
import type { Store } from './store.ts'

/** The sandbox's own codec codes; the service's codes are not published (docs/upstream-api.md#langcodetxt). */
const langCodes: Record<string, string> = { Opus: '1', 'G.711 alaw': '2', 'G.711 ulaw': '3' }
export const langCodeOf = (langCodeTxt: string): string | null => langCodes[langCodeTxt] ?? null
export const knownLangCodeTxt = Object.keys(langCodes)

/** Paging and sorting fields of the service's query class, which its records repeat (docs/upstream-api.md#field-reading). */
const queryNoise = { pageSize: 15, currPage: 1, orderByName: null, orderByASC: false, partition: false }

const extensionId = (row: ExtensionRow) => md5(`extension ${row.company_id} ${row.ext}`)

/** Returns the digest hashes of a SIP account (docs/upstream-api.md#sip-secrets), with the domain as realm. Equivalent to the password. */
export const sipHashes = (ext: string, domain: string, password: string): { ha1: string; ha1b: string } => ({
  ha1: md5(`${ext}:${domain}:${password}`),
  ha1b: md5(`${ext}@${domain}:${domain}:${password}`),
})

/** Returns the extension record of docs/upstream-api.md, secrets included: this is the service, not the console. */
export function extensionRecord(store: Store, row: ExtensionRow, agentName: (uuid: string) => string | null) {
  const domain = domainOf(row.company_id)
  const password = store.passwordOf(row)
  return {
    ...queryNoise,
    creatorId: row.creator,
    creationTime: row.created,
    updateUserId: row.creator,
    updatedTime: Math.max(row.created, row.bind_time),
    startExt: null,
    batchNum: 0,
    enabled: row.enabled,
    extensions: {},
    companyId: row.company_id,
    id: extensionId(row),
    ext: row.ext,
    password,
    bindStatus: row.bind_status,
    bindTime: row.bind_time,
    agentUuid: row.agent_uuid,
    currentUsingAgentUuid: row.using_uuid,
    agentName: row.agent_uuid === null ? null : agentName(row.agent_uuid),
    extType: 1,
    domain,
    ...sipHashes(row.ext, domain, password),
    status: row.using_uuid === null ? 0 : 1,
    langCode: langCodeOf(row.lang_code_txt),
    langCodeTxt: row.lang_code_txt,
  }
}

/** Returns the agent record of docs/upstream-api.md; `idle` is the extension that the agent could use (operation 6). */
export function agentRecord(row: AgentRow, idle: ExtensionRow | null) {
  const details = person(row.company_id, row.number)
  const creator = person(row.company_id, (row.number + 1) % 7).uuid
  const isCompanyWide = row.number % 3 === 0
  return {
    ...queryNoise,
    creatorId: creator,
    creationTime: 1_719_792_000_000 + row.number * 3_600_000,
    updateUserId: creator,
    updatedTime: 1_719_792_000_000 + row.number * 7_200_000,
    enabled: 1,
    extensions: {},
    companyId: row.company_id,
    id: row.uuid,
    agentID: row.agent_id,
    agentName: row.agent_name,
    agentNick: details.agentNick,
    agentEmail: details.agentEmail,
    phone: `138${String(10_000_000 + row.number)}`,
    currentPhoneType: details.phoneType,
    telephone: null,
    qq: null,
    remarks: row.number % 11 === 0 ? '夜班，周末轮值' : null,
    depart: row.depart,
    departId: details.departId,
    role: details.role,
    roleId: String(1 + (row.number % 5)),
    contact: null,
    agentStatus: row.number % 2,
    loginStatus: row.number % 2,
    callStatus: 0,
    workStatus: row.number % 3,
    wrapUpTime: 30,
    companyWrapUpTime: 60,
    wrapUpType: isCompanyWide ? 1 : 2,
    lastLoginTime: 1_763_625_600_000 + row.number * 60_000,
    queueName: isCompanyWide ? '普通队列' : 'VIP',
    queueUuid: null,
    queueID: String(10 + (row.number % 4)),
    extId: idle === null ? null : extensionId(idle),
    ext: idle?.ext ?? null,
    extType: '1',
    loginStatusList: null,
    timeZoneId: row.number % 5 < 3 ? 'Asia/Shanghai' : 'Europe/London',
    timeZone: row.number % 5 < 3 ? 'GMT+08:00' : 'GMT+00:00',
    keyWord: null,
    phoneTypes: ['webrtc', 'sip', 'pstn'].map((phoneType) => ({
      phoneType,
      isDefault: phoneType === details.phoneType,
      defaultPhoneType: phoneType === details.phoneType,
    })),
    arrayDepartIds: [details.departId],
  }
}
