import { inventorySources, inventoryStates, type InventoryItem } from '#contract/inventory.ts'
import type { CrawlRow } from './crawl-store.ts'
import type { InventoryRow } from './store-writes.ts'

/** Converts a row to the contract's shape. */
export const toItem = (row: InventoryRow, labels: readonly string[] = []): InventoryItem => ({
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
  labels: [...labels],
})

export const crawlKinds = ['idle', 'agents', 'details', 'gaps'] as const

export const toCrawl = (kind: (typeof crawlKinds)[number], row: CrawlRow | undefined) => ({
  kind,
  running: row !== undefined && row.ended_at === null,
  startedAt: row?.started_at ?? null,
  done: row?.done ?? 0,
  total: row?.total ?? null,
  endedAt: row?.ended_at ?? null,
  lastWholeAt: row?.last_whole_at ?? null,
  lastWholeCount: row?.last_whole_count ?? null,
  problem: row?.problem ?? null,
})
