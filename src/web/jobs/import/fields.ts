import type { Translate } from '../../i18n/catalogue.ts'
import { csvText } from '../../lib/csv.ts'

/** What a sheet may tell of an extension: the parameters of operation 5, in the template's order. */
export const fields = ['ext', 'agentID', 'agentType', 'langCodeTxt', 'password', 'companyId'] as const
export type Field = (typeof fields)[number]

/** A value for every field. */
export const byField = <Value>(of: (field: Field) => Value): Record<Field, Value> => ({
  ext: of('ext'),
  agentID: of('agentID'),
  agentType: of('agentType'),
  langCodeTxt: of('langCodeTxt'),
  password: of('password'),
  companyId: of('companyId'),
})

/** How agents are named: `0` by work number, `1` by uuid (docs/upstream-api.md#agenttype). */
export const agentTypes = ['0', '1'] as const
type AgentType = (typeof agentTypes)[number]

/** Which column (from 0) holds which field, and what `agentType` is where a row does not say. */
export interface Mapping {
  columns: Readonly<Record<Field, number | null>>
  agentType: AgentType
}

/** The template as CSV: the columns, and a row that explains each of them. It is no valid row: left in, it is marked and never created. */
export function templateCsv(t: Translate): string {
  const example = byField((field) => t(`import.template.${field}`))
  return csvText(fields, [fields.map((field) => example[field])])
}
