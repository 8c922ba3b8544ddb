export const workNumberNames =
  'worknumber workno employeenumber employeeid employeeno personnelnumber staffid staffnumber ' +
  '工号 坐席工号 员工号 员工编号 工號 坐席工號 員工號 員工編號 社員番号 従業員番号 ' +
  'personalnummer mitarbeiternummer mitarbeiterid matricule numerodemploye numeroemploye numerodeempleado idempleado legajo'

/** The header cells that several imports accept, in the form of `ImportKind` (src/web/spreadsheet/columns.ts). */
export const headerNames = {
  ext:
    'ext extension extensionnumber extensionno extnumber extno exts exten number ' +
    '分机号 分机 分机号码 内线号 内线 内线号码 话机号 号码 分機 分機號 分機號碼 內線 內線號 內線號碼 號碼 内線 内線番号 ' +
    'nebenstelle nebenstellennummer durchwahl poste numerodeposte numeroposte numerodeextension numerointerno interno anexo ' +
    '| phonenumber phone rufnummer telefonnummer',
  agentUuid: 'agentuuid uuid 坐席uuid',
  workNumber: `${workNumberNames} agentid`,
  agentName:
    'name fullname agentname 姓名 坐席姓名 名字 氏名 名前 nomcomplet nombrecompleto ' +
    '| displayname extensionname calleridname effectivecalleridname nom nombre agent 坐席',
} as const
