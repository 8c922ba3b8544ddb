import pLimit from 'p-limit'
import * as z from 'zod/mini'
import type { lookUpAgents } from '#contract/people.ts'
import { agentUuid, isSameAgent } from '#contract/text.ts'
import { bindStatus } from '#upstream/records.ts'
import { UpstreamError } from '#upstream/errors.ts'
import type { CallOptions, Upstream } from '#upstream/client.ts'
import { problemCodeOf } from '../platform/problems.ts'
import { factsFrom } from './facts.ts'
import type { People, PersonRow } from './people.ts'

type Requested = z.output<(typeof lookUpAgents)['body']>['agents'][number]
type LookedUp = z.output<(typeof lookUpAgents)['answer']>['items'][number]

/** Parallel look-ups per call. */
const lookUpsAtOnce = 16
/** The agent's own number is on the first page. */
const pageSize = 20

interface LookUpParts {
  upstream: Pick<Upstream, 'searchIdle' | 'getUnboundPage' | 'getExtension'>
  reads: Pick<People, 'byId'>
}

/** True when the service itself has shown the agent; a roster or a reservation can name one that it doesn't know. */
const isSeenAtService = ({ ext, facts }: PersonRow): boolean =>
  ext !== null ||
  Object.values(factsFrom(facts)).some(({ source }) => source === 'extension' || source === 'agent-record')

/** The agent's UUID: from the directory, or from operation 6, the only one that finds a work number. `null`: the service does not say. */
async function uuidOf(
  { upstream }: LookUpParts,
  { agentID, agentType }: Requested,
  known: PersonRow | null,
  call: CallOptions,
): Promise<string | null> {
  if (agentType === '1' && known !== null && isSeenAtService(known)) return agentID
  const { data } = await upstream.searchIdle({ agentId: agentID }, call)
  const named = agentType === '1' ? data?.id : data?.agentID
  if (data === null || !isSameAgent(named ?? null, agentID)) return null
  return z.safeParse(agentUuid, data.id).success ? data.id : null
}

/** The number bound to the agent, as the service shows it now; `null` when it shows none, `undefined` when it does not say. */
async function numberOf(
  { upstream }: LookUpParts,
  uuid: string,
  lastSeen: string | null,
  call: CallOptions,
): Promise<string | null | undefined> {
  const { data } = await upstream.getUnboundPage({ agentUuid: uuid, page: 1, pageSize }, call)
  const numberIn = (records: typeof data.items) => {
    const ofAgent = records.filter(
      (record) => record.bindStatus !== bindStatus.free && isSameAgent(record.agentUuid, uuid),
    )
    return ofAgent.length === 0 ? null : ofAgent.find((record) => record.bindStatus === bindStatus.bound)?.ext
  }
  const number = numberIn(data.items)
  if (typeof number === 'string' || lastSeen === null) return number
  // A service that lists the agent's own number on another page must not make the agent look free.
  const { data: seen } = await upstream.getExtension({ ext: lastSeen }, call)
  return numberIn([...data.items, seen])
}

/** Looks each agent up by operations 6 and 9. What the service does not say for certain, or not at all, gives `unknown`. */
export async function lookUpEachAgent(
  parts: LookUpParts,
  agents: readonly Requested[],
  signal: AbortSignal,
): Promise<LookedUp[]> {
  const call = { signal, bulk: true }
  return pLimit(lookUpsAtOnce).map(agents, async (requested): Promise<LookedUp> => {
    const unknown = {
      ...requested,
      state: 'unknown',
      agentUuid: null,
      name: null,
      ext: null,
      code: null,
    } as const
    try {
      const byUuid = requested.agentType === '1' ? await parts.reads.byId(requested.agentID) : null
      const uuid = await uuidOf(parts, requested, byUuid, call)
      if (uuid === null) return unknown
      const known = byUuid ?? (await parts.reads.byId(uuid))
      const ext = await numberOf(parts, uuid, known?.ext ?? null, call)
      if (ext === undefined) return unknown
      const name = known?.name ?? null
      return { ...unknown, state: ext === null ? 'none' : 'number', agentUuid: uuid, name, ext }
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      const code = problemCodeOf(error)
      return code === 'agent-not-found' ? { ...unknown, state: 'absent' } : { ...unknown, code }
    }
  })
}
