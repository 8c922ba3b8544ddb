import type { NewExtension } from '#contract/extensions.ts'
import type { CreateInput } from '#upstream/upstream.ts'
import type { ItemRow } from './tables.ts'

/** The columns of a create's parameters, without the password. */
export const toColumns = ({ ext, agentID, agentType, langCodeTxt, companyId }: NewExtension) => ({
  ext,
  agent_id: agentID ?? null,
  agent_type: agentType ?? null,
  lang_code_txt: langCodeTxt ?? null,
  company_id: companyId ?? null,
})

/** The create's parameters from their columns. */
export const toInput = (row: ItemRow, password: string | null): CreateInput => ({
  ext: row.ext,
  password: password ?? undefined,
  agentID: row.agent_id ?? undefined,
  agentType: row.agent_type === '0' || row.agent_type === '1' ? row.agent_type : undefined,
  langCodeTxt: row.lang_code_txt ?? undefined,
  companyId: row.company_id ?? undefined,
})
