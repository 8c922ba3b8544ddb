import type { NumberItem } from '#contract/numbers.ts'
import { problemCodes } from '#contract/problem.ts'
import type { PeopleOf } from './people.ts'
import type { CrawlKind, CrawlRow } from './crawl-store.ts'
import type { ShownRow } from './schema.ts'

/** Converts a row to the contract's shape. */
export const toItem = (row: ShownRow, labels: readonly string[] = []): NumberItem => ({
  ext: row.ext,
  state: row.state,
  bindStatus: row.bind_status,
  agentUuid: row.agent_uuid,
  agentName: row.agent_name,
  agentWorkNumber: null,
  agentDepartment: null,
  currentUsingAgentUuid: row.using_uuid,
  usingAgentName: null,
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
})

/** Returns the items with what the directory knows of their agents and of the agents who use them. */
export async function withPeople(items: readonly NumberItem[], peopleOf: PeopleOf): Promise<NumberItem[]> {
  const uuids = items.flatMap(({ agentUuid, currentUsingAgentUuid: user }) =>
    [agentUuid, user].filter((uuid) => uuid !== null),
  )
  const people = await peopleOf(uuids)
  return items.map((item) => {
    const agent = people.get(item.agentUuid ?? '')
    return {
      ...item,
      agentName: agent?.name ?? item.agentName,
      agentWorkNumber: agent?.workNumber ?? null,
      agentDepartment: agent?.department ?? null,
      usingAgentName: people.get(item.currentUsingAgentUuid ?? '')?.name ?? null,
    }
  })
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
