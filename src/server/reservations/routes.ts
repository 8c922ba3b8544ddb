import type * as z from 'zod/mini'
import {
  changeReservation,
  exportReservations,
  listReservations,
  maxExportedReservations,
  openReservations,
  releaseReservation,
  reserve,
  type Reservation,
} from '#contract/reservations.ts'
import type { AuditEntry } from '../audit/audit-store.ts'
import { auditedCsv, requireAtMost } from '../audit/audited-csv.ts'
import { chunks } from '../platform/database/database.ts'
import { refuseSecrets } from '../platform/http/free-text.ts'
import type { Mount } from '../platform/http/mount.ts'
import { actorOf, type CallOfCaller, type SignedIn } from '../platform/http/caller.ts'
import { ProblemError, toProblem } from '../platform/problems.ts'
import { outcomeOf, type ReservationRow } from '../follow/rows.ts'
import { columns, toReservations } from './answers.ts'
import type { Console } from '../features.ts'
import { change, changerOf, readOpen, release } from './change.ts'
import { requireEnd, reserveNumbers } from './reserve.ts'

export function mountReservations({ mount, mountFile }: Mount, console: Console): void {
  const { audit, auth, database, limits, reservations: reads } = console

  const ownColumns = { people: ['agent_uuid', 'joiner_id'], users: ['user_id'] }
  const filterOf = (caller: SignedIn, { own, ...filter }: z.output<typeof exportReservations.query>) => ({
    ...filter,
    own: own && limits.ownRows(caller, ownColumns),
  })

  mount(listReservations, async ({ caller, query: { page, pageSize, sort, order, ...filter } }) => {
    const [{ rows, total }, people] = await Promise.all([
      reads.list(
        filterOf(caller, filter),
        { offset: (page - 1) * pageSize, limit: pageSize },
        { sort, order },
      ),
      reads.users().then((ids) => auth.users.named(ids)),
    ])
    const items = await toReservations(rows, console, database.clock())
    return { items, total, page, pageSize, warnings: [], people }
  })

  mount(openReservations, async () => {
    const now = database.clock()
    return { items: await toReservations(await reads.open(), console, now), now }
  })

  mount(reserve, (call) => reserveNumbers(console, call))

  /** Changes the reservation of the path, and returns it as it is then. The audit also has what refused the change. */
  async function changed(
    call: CallOfCaller & { params: { id: string } },
    action: 'reservation.extend' | 'reservation.move' | 'reservation.release',
    refused: Pick<AuditEntry, 'reason' | 'values'>,
    work: (row: ReservationRow) => Promise<void>,
  ): Promise<Reservation> {
    const { id } = call.params
    const before = await reads.byId(id)
    try {
      await work(before)
    } catch (error) {
      const { code: result } = toProblem(error)
      await audit.write([outcomeOf(actorOf(call), action, before.ext, { ...refused, result })])
      throw error
    }
    const [reservation] = await toReservations([await reads.byId(id)], console, database.clock())
    if (reservation === undefined) throw new ProblemError('not-found')
    return reservation
  }

  mount(releaseReservation, async (call) => {
    const { reason = null } = call.body
    if (reason !== null) refuseSecrets({ reason })
    return changed(call, 'reservation.release', { reason }, ({ id }) =>
      audit.transaction(async (transaction, write) =>
        release(
          transaction,
          write,
          console,
          changerOf(call),
          await readOpen(transaction, console, id),
          reason,
        ),
      ),
    )
  })

  mount(changeReservation, async (call) => {
    const { until = null, agentUuid = null, colleagueId = null, agentName } = call.body
    const id = agentUuid ?? colleagueId
    const person = id === null ? null : { agentUuid, colleagueId, agentName }
    const action = person === null ? 'reservation.extend' : 'reservation.move'
    return changed(call, action, { values: id === null ? {} : { agent: id } }, async (row) => {
      requireEnd(console, until)
      // A limited user's own, made before the limit, can only be ended.
      await limits.requireNumbers(call.caller, [row.ext])
      if (id !== null) await limits.requirePeople(call.caller, [id])
      await audit.transaction(async (transaction, write) => {
        const open = await readOpen(transaction, console, row.id)
        await change(transaction, write, console, changerOf(call), open, person, until)
      })
    })
  })

  mountFile(exportReservations, (call) =>
    auditedCsv(
      console,
      call,
      { name: 'reservations.csv', action: 'reservation.export', columns },
      async () => {
        const { rows, total } = await reads.list(filterOf(call.caller, call.query), {
          offset: 0,
          limit: maxExportedReservations,
        })
        requireAtMost(maxExportedReservations, total, 'state', 'choose fewer')
        return chunks(await toReservations(rows, console, database.clock()))
      },
    ),
  )
}
