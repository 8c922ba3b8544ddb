import type { Translate } from '../../../i18n/catalogue.ts'
import { csvText } from '../../../lib/csv.ts'
import type { Mapping } from '../import/fields.ts'
import { agentTypeOf } from '../import/rows.ts'
import { noteOf } from './note.ts'
import type { Reconciled } from './outcomes.ts'

/** The import's columns come first, so that the file can be imported again. Passwords have no column. */
const columns = [
  'ext',
  'agentID',
  'agentType',
  'langCodeTxt',
  'companyId',
  'agentName',
  'line',
  'outcome',
  'note',
  'service agentUuid',
  'service workNumber',
  'service agentName',
  'service langCodeTxt',
  'service companyId',
]

/** Returns the rows as CSV, with the values of the sheet and of the service. */
export function reconciledCsv(
  rows: readonly Reconciled[],
  usual: Mapping['agentType'],
  t: Translate,
): Promise<string> {
  const data = rows.map((each) => {
    const { row, outcome, extension, holder } = each
    const { ext, agentID, langCodeTxt, companyId } = row.values
    return [
      ext,
      agentID,
      agentID === '' ? '' : agentTypeOf(row.values, usual),
      langCodeTxt,
      companyId,
      row.agentName,
      row.line,
      t(`reconcile.outcome.${outcome}`),
      noteOf(each, t),
      extension?.agentUuid ?? '',
      holder?.workNumber ?? '',
      holder?.name ?? extension?.agentName ?? '',
      extension?.langCodeTxt ?? '',
      extension?.companyId ?? '',
    ]
  })
  return csvText(columns, data)
}
