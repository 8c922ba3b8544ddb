import { expect, test } from 'vitest'
import {
  agentRecord,
  countryItem,
  extensionRecord,
  languageItem,
  pagedData,
  suggestItem,
  timeZoneItem,
} from '#upstream/records.ts'
import { extensionEnvelope, v5Envelope } from '#upstream/envelope.ts'

/** The fields that records share. Here and below, each field has its specified name and a distinct value of its declared type. */
const base = {
  creatorId: 'u-1',
  creationTime: 1_638_360_177_001,
  updateUserId: 'u-2',
  updatedTime: 1_638_360_177_002,
  pageSize: 21,
  currPage: 22,
  orderByName: 'ext',
  orderByASC: true,
  partition: false,
  enabled: 23,
  extensions: { note: 'free map' },
  companyId: 'c-1',
  id: 'id-1',
}
const resources = {
  'v5 envelope': [
    v5Envelope,
    {
      ret_code: '000000',
      ret_msg: 'Success',
      item: { token: 't' },
      items: [{ key: 'k' }],
      page_no: 1,
      page_count: 2,
      total_count: 3,
      page_size: 4,
    },
  ],
  'extension-service envelope': [
    extensionEnvelope,
    {
      apiVersion: '6.0.0',
      status: 'Success',
      code: 200,
      message: 'm',
      reason: 'r',
      kind: 'Map',
      metaData: { creatorId: 'u' },
      data: { list: [] },
      retMsg: 'ok',
      retCode: '000000',
    },
  ],
  'paged data': [pagedData, { list: [{}], currPage: 1, pageSize: 2, total: 3 }],
  'extension record': [
    extensionRecord,
    {
      ...base,
      startExt: '8000',
      batchNum: 24,
      ext: '8001',
      password: 'p-1',
      bindStatus: 25,
      bindTime: 1_638_360_177_003,
      agentUuid: 'a-1',
      currentUsingAgentUuid: 'a-2',
      agentName: '张伟',
      extType: 26,
      domain: 'tenant.example.com',
      ha1: 'h-1',
      ha1b: 'h-2',
      status: 27,
      langCode: '8',
      langCodeTxt: 'G.711 alaw',
    },
  ],
  'agent record': [
    agentRecord,
    {
      ...base,
      agentID: '1008',
      agentName: '张伟',
      agentNick: 'n-1',
      agentEmail: 'e@example.com',
      phone: 'p-1',
      currentPhoneType: 'sip',
      telephone: 't-1',
      qq: 'q-1',
      remarks: 'r-1',
      depart: 'd-1',
      departId: 'd-2',
      role: 'r-2',
      roleId: 'r-3',
      contact: 'c-2',
      agentStatus: 31,
      loginStatus: 32,
      callStatus: 33,
      workStatus: 34,
      wrapUpTime: 35,
      companyWrapUpTime: 36,
      wrapUpType: 37,
      lastLoginTime: 1_638_360_177_004,
      queueName: 'q-2',
      queueUuid: 'q-3',
      queueID: 'q-4',
      extId: 'x-1',
      ext: '8001',
      extType: 'x-2',
      loginStatusList: 'l-1',
      timeZoneId: 'z-1',
      timeZone: 'z-2',
      keyWord: 'k-1',
      phoneTypes: [{ phoneType: 'sip', isDefault: true, defaultPhoneType: false }],
      arrayDepartIds: ['d-2', 'd-3'],
    },
  ],
  'time zone': [
    timeZoneItem,
    { id: '1', language: 'en', timezone_value: 'GMT+08:00 Beijing', timezoneid: 'Asia/Shanghai' },
  ],
  language: [languageItem, { id: '1', language: 'en', language_value: 'English', language_code: 'en' }],
  country: [countryItem, { countryid: 'SE', country_name: 'Sweden' }],
  suggestion: [suggestItem, { key: '8001' }],
} as const

test.each(Object.entries(resources))(
  '%s: reads every field of the specification',
  (_name, [reader, sent]) => {
    expect(reader.parse(sent)).toEqual(sent)
    expect([...reader.fields].toSorted()).toEqual(Object.keys(sent).toSorted())
  },
)

/** Fields that accept any type, because the operation reads them. */
const anyType = ['item', 'items', 'metaData', 'data']

test.each(Object.entries(resources))('%s: refuses a value that is not an object', (_name, [reader]) => {
  for (const value of [null, 'text', 1, [{}]]) {
    expect(reader.read(value)).toBeNull()
    expect(() => reader.parse(value)).toThrow('not an object')
  }
})

test.each(Object.entries(resources))('%s: reads a value of another type as null', (_name, [reader]) => {
  const names = [...reader.fields].filter((name) => !anyType.includes(name) && name !== 'extensions')
  const nothing = Object.fromEntries(names.map((name) => [name, null]))
  expect(reader.parse({})).toMatchObject(nothing)
  expect(reader.parse(Object.fromEntries(names.map((name) => [name, { of: 'another type' }])))).toMatchObject(
    nothing,
  )
})
