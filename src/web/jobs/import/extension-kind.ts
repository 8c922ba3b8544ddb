import { headerNames } from '../../shared/spreadsheet/headers.ts'
import type { Columns, ImportKind } from '../../shared/spreadsheet/columns.ts'
import { byField, type Mapping } from './fields.ts'

const codec = /^(opus|g\.?7\d\d|pcm|[au]law|ilbc|speex|gsm|amr|silk)/i
/** These names mean a codec only in this service; elsewhere their columns have languages such as `en_US`. */
const isCodecName = (name: string) => name === 'langcodetxt'

/** The columns of a sheet with new extensions: the parameters of operation 5, with the two kinds of agent IDs apart. */
export const extensionFields = [
  'ext',
  'workNumber',
  'agentUuid',
  'agentType',
  'langCodeTxt',
  'password',
  'companyId',
] as const
export type ExtensionField = (typeof extensionFields)[number]

export const extensionKind: ImportKind<ExtensionField> = {
  memory: 'columns.extensions',
  fields: extensionFields,
  names: {
    ext: headerNames.ext,
    workNumber:
      'agentnumber agentno worknumber workno jobnumber employeeid employeenumber 坐席工号 工号 员工号 员工编号 客服工号',
    agentUuid: 'agentid agentuuid agent 坐席id 坐席uuid 坐席 坐席号 坐席编号',
    agentType: 'agenttype agentidtype 坐席类型 坐席标识类型 标识类型',
    langCodeTxt: 'langcodetxt langcode codec language lang 语音编码 编码 语言',
    password: 'password sippassword passwd pwd secret 密码 sip密码 分机密码 注册密码 口令',
    companyId: 'companyid company tenantid 企业id 企业 企业编号 公司id 公司',
  },
  required: [['ext']],
  exclusive: ['workNumber', 'agentUuid'],
  fits: {
    langCodeTxt: (name, values) =>
      isCodecName(name) || values.length === 0 || values.some((value) => codec.test(value)),
  },
}

/** Returns the columns as the rows are read. */
export function mappingOf(columns: Columns<ExtensionField>): Mapping {
  const workNumber = columns.get('workNumber')
  const agentID = workNumber ?? columns.get('agentUuid')
  return {
    columns: byField((field) => (field === 'agentID' ? agentID : columns.get(field)) ?? null),
    agentType: workNumber === undefined ? '1' : '0',
  }
}
