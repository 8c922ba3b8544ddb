import Papa from 'papaparse'
import type { Translate } from '../../i18n/catalogue.ts'
import type { Mapping } from '../import/fields.ts'
import { agentTypeOf } from '../import/rows.ts'
import { noteOf } from './note.ts'
import type { Reconciled } from './outcomes.ts'

/** Cells that a spreadsheet would run (CWE-1236). The library's own pattern lets one pass that holds a line break. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/

/** The import's own columns come first, so that the file goes straight back into it; there is none for passwords. */
const columns = [
  'ext',
  'agentID',
  'agentType',
  'langCodeTxt',
  'companyId',
  'line',
  'outcome',
  'note',
  'service agentUuid',
  'service agentName',
  'service langCodeTxt',
  'service companyId',
]

/** Rows with both sides as CSV: text with a byte order mark, without which spreadsheet programs garble Chinese. */
export function reconciledCsv(
  rows: readonly Reconciled[],
  usual: Mapping['agentType'],
  t: Translate,
): string {
  const data = rows.map((each) => {
    const { row, outcome, extension } = each
    const { ext, agentID, agentType, langCodeTxt, companyId } = row.values
    return [
      ext,
      agentID,
      agentID === '' ? '' : agentTypeOf(agentType, usual),
      langCodeTxt,
      companyId,
      row.line,
      t(`reconcile.outcome.${outcome}`),
      noteOf(each, t),
      extension?.agentUuid ?? '',
      extension?.agentName ?? '',
      extension?.langCodeTxt ?? '',
      extension?.companyId ?? '',
    ]
  })
  return `\uFEFF${Papa.unparse({ fields: columns, data }, { escapeFormulae: formula })}\r\n`
}
