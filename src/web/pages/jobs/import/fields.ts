import type { Translate } from '../../../i18n/catalogue.ts'
import type { NameField } from '../../../entities/person/person-columns.ts'
import { csvText } from '../../../lib/csv.ts'
import type { Columns } from '../../../spreadsheet/columns.ts'

/** The sheet's fields: the parameters of operation 5, in the template's order. */
export const fields = ['ext', 'agentID', 'agentType', 'langCodeTxt', 'password', 'companyId'] as const
export type ImportField = (typeof fields)[number]

/** Returns a record with a value for every field. */
export const byField = <Value>(valueOf: (field: ImportField) => Value): Record<ImportField, Value> => ({
  ext: valueOf('ext'),
  agentID: valueOf('agentID'),
  agentType: valueOf('agentType'),
  langCodeTxt: valueOf('langCodeTxt'),
  password: valueOf('password'),
  companyId: valueOf('companyId'),
})

/** How an agent is identified: `0` by work number, `1` by uuid (docs/upstream-api.md#agenttype). */
type AgentType = '0' | '1'

/** The column (from 0) of each field, and of the agents' names where they are read. */
export interface Mapping {
  columns: Readonly<Record<ImportField, number | null>>
  /** How rows without their own type identify the agent; null when the value decides. */
  agentType: AgentType | null
  names?: Pick<Columns<NameField>, 'get' | 'has'>
}

/**
 * Returns the CSV template: the columns, and a row that explains each column. If that row stays in the file, it is
 * marked as invalid and never created.
 */
export function templateCsv(t: Translate): Promise<string> {
  const example = byField((field) => t(`import.template.${field}`))
  return csvText(fields, [fields.map((field) => example[field])])
}
