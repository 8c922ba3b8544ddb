import { reasonOf, type SeenState } from '#contract/number-states.ts'
import { bindStatus, type NumberedExtension } from '#upstream/records.ts'
import { isSameBinding } from './binding-changes.ts'
import type { NumberRow } from './schema.ts'
import type { Observation } from '#upstream/client.ts'

/** An observation of one number; `record` is null when the service does not know it. */
export interface Observed extends Pick<Observation, 'source' | 'at'> {
  ext: string
  record: NumberedExtension | null
}

/** What an answer of the service shows of each number. */
export const observedIn = ({ records, absent, source, at }: Observation): Observed[] => [
  ...records.map((record) => ({ ext: record.ext, record, source, at })),
  ...absent.map((ext) => ({ ext, record: null, source, at })),
]

/** An unchanged row is not written again within this time, in ms, so its `seen_at` may be that old. */
export const seenGrainMs = 60_000
/** Maximum length of an indexed text, in characters: PostgreSQL rejects index entries of more than 2,704 bytes. */
const maxIndexedLength = 200

type Use = Parameters<typeof reasonOf>[0]
const useOf = ({ using_uuid: currentUsingAgentUuid, enabled }: NumberRow): Use => ({
  currentUsingAgentUuid,
  enabled,
})
/** True when the later of two records tells a reason against offering the number, and the earlier does not. */
const hasGainedReason = (earlier: Use, later: Use): boolean =>
  reasonOf(later) !== null && reasonOf(earlier) === null

/**
 * The state of a number that is not bound, outside a page of the idle list. `scannedAt`: the start of the last whole scan of the
 * list, null without one.
 */
function unlistedState(
  old: NumberRow | undefined,
  { record, source }: { record: NumberedExtension; source: string },
  scannedAt: number | null,
): SeenState {
  if (old?.state === 'free') return hasGainedReason(useOf(old), record) ? 'unavailable' : 'free'
  if (old !== undefined) return old.state === 'unavailable' ? 'unavailable' : 'unknown'
  // The last scan did not list a number that it could have, and its own record says why.
  const couldList = scannedAt !== null && source !== 'created' && (record.creationTime ?? 0) < scannedAt
  return couldList && reasonOf(record) !== null ? 'unavailable' : 'unknown'
}

const indexed = (text: string): string => text.slice(0, maxIndexedLength).toWellFormed()

/** The row after an observation; `null` when nothing changes. Copies field by field, so that no secret is stored. */
export function rowAfter(
  account: string,
  old: NumberRow | undefined,
  { ext, record, source, at }: Observed,
  scannedAt: number | null,
): NumberRow | null {
  if (old !== undefined && at < old.seen_at) {
    // An answer that arrives late still shows that the idle list has a number known as not bound since.
    const isLate =
      source === 'idle' &&
      at > (old.idle_at ?? 0) &&
      old.state !== 'gone' &&
      old.bind_status === bindStatus.free
    if (!isLate || record?.bindStatus !== bindStatus.free || hasGainedReason(record, useOf(old))) return null
    return { ...old, state: 'free', state_since: old.state === 'free' ? old.state_since : at, idle_at: at }
  }
  if (record === null) {
    if (old === undefined) return null
    const since = old.state === 'gone' ? {} : { state_since: at, binding_since: at }
    return { ...old, ...since, state: 'gone', source, seen_at: at, idle_at: null }
  }
  // Created and not read yet: the earlier observation holds more.
  if (source === 'created' && record.bindStatus === null && old !== undefined && old.state !== 'gone')
    return null
  const isUnbound = record.bindStatus === bindStatus.free
  const isListed = source === 'idle' && isUnbound
  const state = isListed
    ? 'free'
    : isUnbound
      ? unlistedState(old, { record, source }, scannedAt)
      : record.bindStatus === bindStatus.bound
        ? 'bound'
        : 'unknown'
  const agentUuid = isUnbound ? null : indexed(record.agentUuid ?? '') || null
  const agentName = isUnbound ? null : record.agentName || null
  const langCodeTxt = record.langCodeTxt ?? old?.lang_code_txt ?? null
  return {
    account,
    ext,
    state,
    pool_id: old?.pool_id ?? null,
    bind_status: record.bindStatus,
    agent_uuid: agentUuid,
    agent_name: agentName,
    using_uuid: record.currentUsingAgentUuid || null,
    lang_code: record.langCode ?? old?.lang_code ?? null,
    lang_code_txt: langCodeTxt,
    language: indexed(langCodeTxt ?? ''),
    domain: record.domain ?? old?.domain ?? null,
    status: record.status ?? old?.status ?? null,
    enabled: record.enabled ?? old?.enabled ?? null,
    ext_type: record.extType ?? old?.ext_type ?? null,
    creation_time: record.creationTime ?? old?.creation_time ?? null,
    bind_time: isUnbound ? null : record.bindTime,
    source,
    first_seen_at: old?.first_seen_at ?? at,
    seen_at: at,
    state_since: old?.state === state ? old.state_since : at,
    idle_at: isListed ? at : state === 'free' ? (old?.idle_at ?? null) : null,
    binding_since:
      old !== undefined &&
      isSameBinding(old, { state, bind_status: record.bindStatus, agent_uuid: agentUuid })
        ? old.binding_since
        : at,
  }
}

const seenAgain = new Set(['seen_at', 'source', 'idle_at'])
/** True when an observation that changes nothing need not be written. */
export const isSame = (old: NumberRow, row: NumberRow): boolean =>
  row.seen_at - old.seen_at < seenGrainMs &&
  (row.idle_at ?? 0) - (old.idle_at ?? 0) < seenGrainMs &&
  Object.entries(row).every(([name, value]) => seenAgain.has(name) || Reflect.get(old, name) === value)
