import { bindStatus, type NumberedExtension } from '#upstream/records.ts'

/** The agent that a number is bound to, as the service reports it. */
export interface Holder {
  agentUuid: string | null
  agentName: string | null
  /** Epoch milliseconds. */
  since: number | null
}

/**
 * A number as the service shows it, without its secrets: bound to a holder, `free` from any agent, `missing` when the service has no such
 * number, or `unclear` when the answer says nothing about the binding.
 */
export type ShownNumber = { holder: Holder } | 'free' | 'missing' | 'unclear'

export function shownBy(record: NumberedExtension): Exclude<ShownNumber, 'missing'> {
  const { agentUuid, agentName, bindTime } = record
  if (record.bindStatus === bindStatus.free) return 'free'
  return record.bindStatus === bindStatus.bound
    ? { holder: { agentUuid, agentName, since: bindTime === 0 ? null : bindTime } }
    : 'unclear'
}
