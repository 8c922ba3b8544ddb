import type { WriteAudit } from '../audit/audit-store.ts'
import { readPeople } from '../people/named.ts'
import type { StoreTransaction } from '../platform/database/database.ts'
import type { Actor } from '../platform/http/caller.ts'
import { outcomeOf, requestersOf, requestEvent, type Place, type ReservationRow } from './rows.ts'

/**
 * Withdraws the pending requests to bind the number of a reservation, which was released or moved to another person, to its agent; of a
 * line or room, to any agent. A number kept back is for no agent.
 */
export async function withdrawBinding(
  transaction: StoreTransaction,
  write: WriteAudit,
  place: Place,
  actor: Actor,
  row: ReservationRow,
): Promise<void> {
  if (row.keep_days !== null) return
  const { ext, agent_uuid: agentUuid } = row
  const colleagueId = row.joiner_id ?? ''
  if (agentUuid === null) {
    const people = await readPeople(transaction, place.account, [colleagueId])
    if (people.get(colleagueId)?.kind !== 'resource') return
  }
  const withdrawn = await transaction
    .updateTable('service_request')
    .set({ state: 'withdrawn', closed_at: place.database.now, closed_by_id: actor.id })
    .where('account', '=', place.account)
    .where('ext', '=', ext)
    .where('kind', '=', 'rebind')
    .where((where) =>
      agentUuid === null ? where('asked_at', '>=', row.reserved_at) : where('agent_uuid', '=', agentUuid),
    )
    .where('closed_at', 'is', null)
    .returningAll()
    .execute()
  const requesterOf = await requestersOf(transaction, place, withdrawn)
  await write(
    withdrawn.map((row) =>
      outcomeOf(actor, 'request.withdraw', ext, { values: requestEvent(row), concerns: requesterOf(row) }),
    ),
  )
}
