import { randomUUID } from 'node:crypto'
import type * as z from 'zod/mini'
import {
  changeReservation,
  exportReservations,
  listReservations,
  longestReservationMs,
  maxExportedReservations,
  openReservations,
  releaseReservation,
  reserve,
  type PairOutcome,
  type Reservation,
} from '#contract/reservations.ts'
import type { AuditEntry } from '../audit/audit-store.ts'
import { auditedCsv, requireAtMost } from '../audit/audited-csv.ts'
import { chunks } from '../platform/database/database.ts'
import { refuseSecrets } from '../platform/http/free-text.ts'
import type { Mount } from '../platform/http/mount.ts'
import { actorOf, type CallOfCaller, type SignedIn } from '../platform/http/caller.ts'
import { fieldRefused, ProblemError, toProblem } from '../platform/problems.ts'
import { outcomeOf, type ReservationRow } from '../follow/rows.ts'
import { columns, toReservations } from './answers.ts'
import type { Console } from '../features.ts'
import { reserveNumbers } from './reserve.ts'
import {
  change,
  changerOf,
  readOpen,
  readRepeated,
  release,
  reserveEntry,
  type NumberToReserve,
} from './store-writes.ts'

type Requested = z.output<typeof reserve.body>['items'][number]

/** A new colleague gets the directory's ID here, so that the intent's audit entry has it. */
const toReserve = ({ ext, agentUuid, colleagueId, agentName, colleague }: Requested): NumberToReserve => ({
  ext,
  agentUuid: agentUuid ?? null,
  colleagueId: colleague === undefined ? (colleagueId ?? null) : randomUUID(),
  agentName,
  colleague: colleague ?? null,
})

export function mountReservations({ mount, mountFile }: Mount, console: Console): void {
  const { audit, auth, database, limits, reservations: reads } = console

  /** Throws `bad-request` unless the end is in the future, and not too far. */
  function checkEnd(until: number | null): void {
    if (until === null) return
    const now = database.clock()
    const message =
      until <= now
        ? 'choose a time in the future'
        : until > now + longestReservationMs
          ? 'choose an earlier time'
          : null
    if (message !== null) throw fieldRefused('until', message)
  }

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

  mount(reserve, async (call) => {
    const { items, until = null } = call.body
    const request = {
      actor: actorOf(call),
      idempotencyKey: call.idempotencyKey,
      body: JSON.stringify([items, until]),
      until,
    }
    const earlier = new Map((await readRepeated(console, request)).map((row) => [row.ext, row]))
    const left = items.filter(({ ext }) => !earlier.has(ext)).map(toReserve)
    // An end that has passed since is no reason to refuse what was reserved by this key.
    if (left.length > 0) checkEnd(until)
    await audit.write(left.map((number) => reserveEntry(request.actor, number, 'intent')))
    const { reserved, refused } = await audit.track(
      reserveNumbers(console, call.caller, request, left, call.signal),
    )
    const now = database.clock()
    const rows = items.flatMap(({ ext }) => (reserved.get(ext) ?? { row: earlier.get(ext) }).row ?? [])
    const reservations = new Map((await toReservations(rows, console, now)).map((each) => [each.ext, each]))
    const requests = await reads.requestsOf([...reservations.values()])
    const refusals = new Map(refused.map((each) => [each.ext, each]))
    const outcomes = items.map(({ ext }): PairOutcome => {
      const { code, holder = null, reason = null } = refusals.get(ext) ?? { code: reserved.get(ext)?.code }
      return {
        ext,
        code: code ?? null,
        reservation: reservations.get(ext) ?? null,
        holder,
        reason,
        request: requests.get(ext) ?? null,
      }
    })
    return { items: outcomes, now }
  })

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
      checkEnd(until)
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
