import type { Transaction } from 'kysely'
import type * as z from 'zod/mini'
import type { newColleague } from '#contract/reservations.ts'
import type { Tables } from '../platform/database/schema.ts'

export type Colleague = z.output<typeof newColleague>

/** A number and the agent to reserve it for. A joiner has only the directory's ID until the service shows the UUID. */
export interface ReservedFor {
  ext: string
  agentUuid: string | null
  joinerId: string | null
}

/** A joiner in the directory. `agentUuid` is `null` until the service shows it. */
export interface DirectoryJoiner {
  agentUuid: string | null
  name: string | null
  workNumber: string | null
}

/** The calls that reservations make to the directory of agents, within their transaction. */
export interface Directory {
  /** The joiners with these IDs. No joiner gets a UUID from this call until the transaction ends. */
  joiners: (
    transaction: Transaction<Tables>,
    ids: readonly string[],
  ) => Promise<ReadonlyMap<string, DirectoryJoiner>>
  /** True when the directory has a person with this work number. */
  knowsWorkNumber: (transaction: Transaction<Tables>, workNumber: string) => Promise<boolean>
  /** Adds a new colleague as a joiner with this ID. */
  addColleague: (transaction: Transaction<Tables>, id: string, colleague: Colleague) => Promise<void>
  /** Records agents for whom numbers were reserved. */
  recordReserved: (
    transaction: Transaction<Tables>,
    agents: readonly { agentUuid: string; agentName: string | null }[],
  ) => Promise<void>
}

/** The agent or joiner that a number is reserved for, as text for the audit. */
export const agentLabel = (agentUuid: string | null, joinerId: string | null): string =>
  agentUuid === null ? `joiner ${joinerId}` : `agent ${agentUuid}`

/** A joiner whose UUID the service has shown. */
interface Joined {
  joinerId: string
  agentUuid: string
}

/**
 * Adds newly found UUIDs to the reservations for joiners, within the directory's transaction. Open reservations are then looked
 * up first, because their numbers may already be bound.
 */
export const uuidsForJoiners =
  (account: string) =>
  async (transaction: Transaction<Tables>, joined: readonly Joined[]): Promise<void> => {
    for (const { joinerId, agentUuid } of joined)
      await transaction
        .updateTable('reservation')
        .set({ agent_uuid: agentUuid, checked_at: 0 })
        .where('account', '=', account)
        .where('joiner_id', '=', joinerId)
        .where('agent_uuid', 'is', null)
        .execute()
  }
