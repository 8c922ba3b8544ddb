import type { Transaction } from 'kysely'
import type { Tables } from '../platform/database/schema.ts'

/** A number, and the agent it is for; a joiner has the directory's id alone until the service shows the uuid. */
export interface ReservedFor {
  ext: string
  agentUuid: string | null
  joinerId: string | null
}

/** A joiner as the directory has them; `agentUuid` once the service has shown it. */
export interface DirectoryJoiner {
  agentUuid: string | null
  name: string | null
  workNumber: string | null
}

/** What reservations ask of the directory of agents, within their transaction. */
export interface Directory {
  /** The joiners of these ids. No joiner gets a uuid from then on until the transaction ends. */
  joiners: (
    transaction: Transaction<Tables>,
    ids: readonly string[],
  ) => Promise<ReadonlyMap<string, DirectoryJoiner>>
  /** Records agents for whom numbers were reserved. */
  saw: (
    transaction: Transaction<Tables>,
    agents: readonly { agentUuid: string; agentName: string | null }[],
  ) => Promise<void>
}

export const noDirectory: Directory = {
  joiners: () => Promise.resolve(new Map()),
  saw: () => Promise.resolve(),
}

/** As the audit names whom a number is for. */
export const whom = (agentUuid: string | null, joinerId: string | null): string =>
  agentUuid === null ? `joiner ${joinerId}` : `agent ${agentUuid}`

/** A joiner whose uuid the service has shown. */
interface Joined {
  joinerId: string
  agentUuid: string
}

/**
 * Gives reservations for joiners the uuids that the directory has learned, within its transaction. Those that are open are looked up
 * next, for the number may be bound by now.
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
