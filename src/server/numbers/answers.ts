import type { NumberItem } from '#contract/numbers.ts'
import { problemCodes } from '#contract/problem.ts'
import { fields, timeFields, type Columns } from '../platform/http/csv.ts'
import type { NamedPeople } from '../people/named.ts'
import type { CrawlKind, CrawlRow } from './scan.ts'
import type { ShownRow } from './schema.ts'

/** Returns the UUIDs of the agents who have the numbers or use them. */
export const agentsIn = (rows: readonly ShownRow[]): string[] =>
  rows.flatMap(({ agent_uuid: holder, using_uuid: user }) => [holder, user].filter((uuid) => uuid !== null))

/** Converts a row to the contract's shape, with what the directory knows of these people. */
export function toItem(row: ShownRow, people: NamedPeople, labels: readonly string[] = []): NumberItem {
  const agent = people.get(row.agent_uuid ?? '')
  return {
    ext: row.ext,
    state: row.state,
    bindStatus: row.bind_status,
    agentUuid: row.agent_uuid,
    agentName: agent?.name ?? row.agent_name,
    agentWorkNumber: agent?.workNumber ?? null,
    agentDepartment: agent?.department ?? null,
    currentUsingAgentUuid: row.using_uuid,
    usingAgentName: people.get(row.using_uuid ?? '')?.name ?? null,
    langCode: row.lang_code,
    langCodeTxt: row.lang_code_txt,
    domain: row.domain,
    status: row.status,
    enabled: row.enabled,
    extType: row.ext_type,
    creationTime: row.creation_time,
    bindTime: row.bind_time,
    source: row.source,
    firstSeenAt: row.first_seen_at,
    seenAt: row.seen_at,
    stateSince: row.state_since,
    labels: [...labels],
  }
}

/** The import's columns come first, so the exported file can be imported again. */
export const columns: Columns<NumberItem & { note: string | undefined }> = {
  ...fields('ext', 'langCodeTxt', 'state'),
  ...fields('agentName', 'agentUuid', 'agentWorkNumber', 'agentDepartment'),
  ...fields('bindStatus', 'langCode', 'domain', 'status', 'enabled'),
  ...fields('currentUsingAgentUuid', 'usingAgentName', 'extType'),
  ...timeFields('creationTime', 'bindTime', 'seenAt'),
  ...fields('source'),
  ...timeFields('stateSince', 'firstSeenAt'),
  labels: ({ labels }) => labels.join(', '),
  consoleNote: ({ note }) => note,
}

export const crawlKinds: readonly CrawlKind[] = ['idle', 'gaps']

/** Converts a crawl to the contract's shape. */
export const toCrawl = (kind: CrawlKind, row: CrawlRow | undefined) => ({
  kind,
  running: row !== undefined && row.ended_at === null,
  startedAt: row?.started_at ?? null,
  done: row?.done ?? 0,
  total: row?.total ?? null,
  endedAt: row?.ended_at ?? null,
  odd: row?.odd ?? 0,
  oddExample: row?.odd_example ?? null,
  lastWholeAt: row?.last_whole_at ?? null,
  failure: problemCodes.find((code) => code === row?.problem) ?? null,
})
