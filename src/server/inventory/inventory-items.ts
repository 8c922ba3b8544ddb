import { inventorySources, inventoryStates, noLanguage, type InventoryItem } from '#contract/inventory.ts'
import type { InventoryFilter } from './inventory-reader.ts'
import type { InventoryRow } from './inventory-writer.ts'

/** A row as it is told. */
export const toItem = (row: InventoryRow): InventoryItem => ({
  ext: row.ext,
  state: inventoryStates.find((state) => state === row.state) ?? 'unknown',
  bindStatus: row.bind_status,
  agentUuid: row.agent_uuid,
  agentName: row.agent_name,
  langCode: row.lang_code,
  langCodeTxt: row.lang_code_txt,
  domain: row.domain,
  status: row.status,
  enabled: row.enabled,
  extType: row.ext_type,
  creationTime: row.creation_time,
  bindTime: row.bind_time,
  source: inventorySources.find((source) => source === row.source) ?? 'detail',
  firstSeenAt: row.first_seen_at,
  seenAt: row.seen_at,
  stateSince: row.state_since,
})

/** A filter as it was asked, in the store's words. */
export const filterOf = ({
  language,
  ...filter
}: Pick<InventoryFilter, 'ext' | 'state' | 'language' | 'agentUuid'>): InventoryFilter => ({
  ...filter,
  language: language === noLanguage ? '' : language,
})
