import * as z from 'zod'
import type { BindingState } from '#contract/history.ts'
import { bindStatus, type NumberedExtension } from '#upstream/records.ts'
import type { Database } from '../platform/database/database.ts'
import type { NumberRow } from './schema.ts'

/** The agent that a number is bound to, as the service reports it. */
export interface Holder {
  agentUuid: string | null
  agentName: string | null
  /** Epoch milliseconds. */
  since: number | null
}

const storedHolder = z.object({
  agentUuid: z.string().nullable(),
  agentName: z.string().nullable(),
  since: z.number().nullable(),
})
/** Returns the holder as a reservation stores it. Of an agent with a UUID, the directory has the name. */
export const toStoredHolder = (holder: Holder): string =>
  JSON.stringify({
    ...holder,
    agentName: holder.agentUuid === null ? holder.agentName : null,
  } satisfies Holder)
/** Reads the holder as a reservation stores it. */
export const holderIn = ({ holder }: { holder: string | null }): Holder | null =>
  holder === null ? null : storedHolder.parse(JSON.parse(holder))

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

/** The binding of a row: only bindStatus decides it, not the idle list. */
export const bindingState = ({
  state,
  bind_status,
}: Pick<NumberRow, 'bind_status'> & { state: string }): BindingState =>
  state === 'gone'
    ? 'gone'
    : bind_status === bindStatus.free
      ? 'free'
      : bind_status === bindStatus.bound
        ? 'bound'
        : 'unknown'

/** What the service showed of a number when it was last seen. */
export function shownIn(
  row: Pick<NumberRow, 'bind_status' | 'agent_uuid' | 'agent_name' | 'bind_time'> & { state: string },
): ShownNumber {
  const state = bindingState(row)
  if (state === 'gone') return 'missing'
  if (state === 'free') return 'free'
  const { agent_uuid: agentUuid, agent_name: agentName, bind_time: since } = row
  return state === 'bound'
    ? { holder: { agentUuid, agentName, since: since === 0 ? null : since } }
    : 'unclear'
}

/** A number as an answer of the service shows it. `at`: when the call began, epoch milliseconds. */
export interface SeenNumber {
  ext: string
  shown: ShownNumber
  at: number
}

/** What the service showed of these numbers when they were last seen. */
export async function lastSeen(
  from: Pick<Database['db'], 'selectFrom'>,
  account: string,
  numbers: readonly string[],
): Promise<SeenNumber[]> {
  if (numbers.length === 0) return []
  const rows = await from
    .selectFrom('number')
    .selectAll()
    .where('account', '=', account)
    .where('ext', 'in', numbers)
    .execute()
  const seen = new Map(rows.map((row) => [row.ext, { shown: shownIn(row), at: row.seen_at }]))
  return numbers.map((ext) => ({ ext, ...(seen.get(ext) ?? { shown: 'unclear', at: 0 }) }))
}
