import { headerNames, workNumberNames } from '../../../entities/extension/header-names.ts'
import { mostly, type Columns, type ImportKind } from '../../../spreadsheet/columns.ts'
import { nameHeaders, type NameField } from '../../../entities/person/person-columns.ts'
import { byField, type Mapping } from './fields.ts'

/** The language of a person, such as `en_US` or `English`, or a list of codecs; the check at the service names any other value that is no codec. */
const noCodec =
  /^[a-z]{2}([-_][a-z]{2})?$|[&,|]|^(english|chinese|mandarin|cantonese|spanish|french|german|japanese|korean)$|^(中|英|法|德|日|韩|汉|粤|西班牙)[文语]$|^(普通话|国语)$/i

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
/** A sheet to compare has the agents' names too. */
export type ExtensionField = (typeof extensionFields)[number] | NameField

export const extensionKind: ImportKind<ExtensionField> = {
  memory: 'columns.extensions',
  fields: extensionFields,
  caption: (t, field) =>
    field === 'agentName' || field === 'firstName' || field === 'lastName'
      ? t(`columns.${field}`)
      : t(`import.field.${field}`),
  missing: 'import.columns.ext',
  names: {
    ...nameHeaders,
    ext: headerNames.ext,
    workNumber: `agentnumber agentno jobnumber 客服工号 ${workNumberNames}`,
    agentUuid: 'agentid agentuuid agent 坐席id 坐席uuid 坐席 坐席号 坐席编号 坐席號 坐席編號',
    agentType: 'agenttype agentidtype 坐席类型 坐席标识类型 标识类型',
    langCodeTxt:
      'langcodetxt langcode codec 语音编码 编码 語音編碼 編碼 コーデック language lang 语言 語言 言語 sprache langue idioma',
    password:
      'sippassword sipsecret sippwd authpassword registrationpassword regpassword sipiaxpassword phonepassword devicesecret ' +
      'devicepassword extensionpassword linepassword secret sip密码 分机密码 注册密码 sip密碼 分機密碼 註冊密碼 sipパスワード ' +
      '内線パスワード 認証パスワード sippasswort sipkennwort motdepassesip contrasenasip clavesip ' +
      '| password passwd pwd 密码 口令 密碼 パスワード passwort kennwort motdepasse contrasena clave',
    companyId:
      'companyid company tenantid 企业id 企业 企业编号 公司id 公司 企業id 企業 企業編號 会社id mandant empresa societe',
  },
  required: [['ext']],
  number: 'ext',
  ids: ['workNumber', 'agentUuid', 'agentType', 'companyId'],
  password: 'password',
  // The console's own report of a job, imported again to send rows once more.
  otherNumbers: 'line attempts upstreamcode',
  exclusive: ['workNumber', 'agentUuid'],
  fits: {
    langCodeTxt: (name, values) => name === 'langcodetxt' || !mostly(values, (value) => noCodec.test(value)),
  },
}

export const comparedKind: ImportKind<ExtensionField> = {
  ...extensionKind,
  memory: 'columns.compared',
  fields: [...extensionFields, 'agentName', 'firstName', 'lastName'],
}

/** Returns the columns as the rows are read. */
export function mappingOf(columns: Columns<ExtensionField>): Mapping {
  const workNumber = columns.get('workNumber')
  const agentID = workNumber ?? columns.get('agentUuid')
  return {
    columns: byField((field) => (field === 'agentID' ? agentID : columns.get(field)) ?? null),
    agentType: workNumber === undefined ? null : '0',
    names: columns,
  }
}
