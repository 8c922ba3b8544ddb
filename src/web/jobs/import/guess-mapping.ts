import { isNumber } from '../../lib/typed.ts'
import { namedColumns, type ImportKind } from '../../shared/spreadsheet/columns.ts'
import { headerNames, plainHeader } from '../../shared/spreadsheet/headers.ts'
import { byField, fields, type Field, type Mapping } from './fields.ts'

/** Header names as `plainHeader` writes them, the most likely first. */
const names: Readonly<Record<Field, string>> = {
  ext: headerNames.ext,
  agentID:
    'agentid agentuuid agent agentnumber agentno worknumber workno jobnumber employeeid employeenumber 坐席id 坐席uuid 坐席工号 坐席 坐席号 坐席编号 工号 员工号 员工编号 客服工号',
  agentType: 'agenttype agentidtype 坐席类型 坐席标识类型 标识类型',
  langCodeTxt: 'langcodetxt langcode codec language lang 语音编码 编码 语言',
  password: 'password sippassword passwd pwd secret 密码 sip密码 分机密码 注册密码 口令',
  companyId: 'companyid company tenantid 企业id 企业 企业编号 公司id 公司',
}
const workNumbers = /^(agent|work|job|employee)(no|number)$|^employeeid$|工号|员工/

export const extensionKind: ImportKind<Field> = { fields, names }

type Cells = readonly string[]

/** Returns the untaken column with an extension number in most rows; null when no column has one in more than half of them. */
function numberColumn(rows: readonly Cells[], taken: readonly (number | null)[]): number | null {
  const width = Math.max(0, ...rows.map(({ length }) => length))
  const shares = Array.from({ length: width }, (_, column) =>
    taken.includes(column) ? 0 : rows.filter((cells) => isNumber(cells[column] ?? '')).length,
  )
  const most = Math.max(0, ...shares)
  return most * 2 > rows.length ? shares.indexOf(most) : null
}

/**
 * Guesses the mapping from English or Chinese headers. `header` is null for a sheet without one. When no header names
 * the number's column, searches `sample`: some rows of the sheet without its header.
 */
export function guessMapping(header: Cells | null, sample: readonly Cells[]): Mapping {
  const headers = (header ?? []).map(plainHeader)
  const named = namedColumns(extensionKind, header)
  const columns = byField((field) => named.get(field) ?? null)
  const { agentID } = columns
  return {
    columns: { ...columns, ext: columns.ext ?? numberColumn(sample, Object.values(columns)) },
    agentType: agentID !== null && workNumbers.test(headers[agentID] ?? '') ? '0' : '1',
  }
}
