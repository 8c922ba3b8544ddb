import {
  exportReservations,
  listReservations,
  mostExportedReservations,
  openReservations,
  releaseReservation,
  reserve,
  type Reservation,
  type Pair,
  type PairOutcome,
} from '#contract/reservations.ts'
import { allows } from '#contract/access.ts'
import type { ProblemCode } from '#contract/problem.ts'
import { bindStatus } from '#upstream/assumptions.ts'
import type { NumberedExtension, Upstream } from '#upstream/upstream.ts'
import { auditedFile } from '../audit/audited.ts'
import { csvPieces, csvType } from '../platform/http/csv.ts'
import { idempotencyKeyOf } from '../platform/http/input.ts'
import type { Mount } from '../platform/http/mount.ts'
import { actorOf } from '../platform/http/caller.ts'
import { ProblemError, toProblem } from '../platform/http/problems.ts'
import type { ReservationReader } from './reservation-reader.ts'
import { toReservation, type Holder } from './reservation-rows.ts'
import { reserveEntry, type ReservationStore, type Claim, type ReserveRequest } from './reservation-store.ts'
import type { Audit } from '../audit/audit-store.ts'

export interface ReservationDeps {
  store: ReservationStore
  reader: ReservationReader
}

/** Numbers of one request that are read at once. */
const readsAtOnce = 5
/** By then every number has been read or is told as `upstream-timeout`, ms: in time to answer within the 12 s promised. */
const readMs = 8_000

type Read =
  | { ext: string; agentUuid: string; code: null; claim: Claim }
  | { ext: string; agentUuid: string; code: ProblemCode; holder: Holder | null }

/** To whom the service shows a number bound. */
export const holderOf = ({ agentUuid, agentName, bindTime }: NumberedExtension): Holder => ({
  agentUuid,
  agentName,
  since: bindTime === 0 ? null : bindTime,
})

const columns = [
  'ext',
  'agentUuid',
  'agentName',
  'domain',
  'langCodeTxt',
  'state',
  'reservedBy',
  'reservedAt',
  'expiresAt',
  'checkedAt',
  'endedAt',
  'endedBy',
  'reason',
] as const

const timeText = (time: number | null) => (time === null ? '' : new Date(time).toISOString())
const cells = (row: Reservation): Record<(typeof columns)[number], string> => ({
  ext: row.ext,
  agentUuid: row.agentUuid,
  agentName: row.agentName ?? '',
  domain: row.domain ?? '',
  langCodeTxt: row.langCodeTxt ?? '',
  state: row.state,
  reservedBy: row.by.name,
  reservedAt: timeText(row.reservedAt),
  expiresAt: timeText(row.expiresAt),
  checkedAt: timeText(row.checkedAt),
  endedAt: timeText(row.endedAt),
  endedBy: row.endedBy ?? '',
  reason: row.reason ?? '',
})
function cellsOf(row: Reservation): string[] {
  const shown = cells(row)
  return columns.map((column) => shown[column])
}

/** Numbers named more than once in one request. */
function repeatedNumbers(items: readonly Pair[]) {
  const seen = new Set<string>()
  return items.flatMap(({ ext }, index) => {
    const before = seen.has(ext)
    seen.add(ext)
    return before ? [{ path: `items.${index}.ext`, message: 'name each number once' }] : []
  })
}

export function mountReservations(
  { mount, mountFile }: Mount,
  {
    upstream,
    audit,
    reservations: { store, reader },
  }: { upstream: Pick<Upstream, 'getExtension'>; audit: Audit; reservations: ReservationDeps },
): void {
  /** A number as the service shows it now (operation 7): free, or why it cannot be reserved. */
  async function read({ ext, agentUuid, agentName = null }: Pair, signal: AbortSignal): Promise<Read> {
    try {
      const { data } = await upstream.getExtension({ ext }, { signal })
      return data.bindStatus === bindStatus.free
        ? {
            ext,
            agentUuid,
            code: null,
            claim: { ext, agentUuid, agentName, domain: data.domain, langCodeTxt: data.langCodeTxt },
          }
        : { ext, agentUuid, code: 'extension-bound', holder: holderOf(data) }
    } catch (error) {
      const code = signal.aborted ? 'upstream-timeout' : toProblem(error).code
      return { ext, agentUuid, code, holder: null }
    }
  }

  async function readAll(items: readonly Pair[], signal: AbortSignal): Promise<Read[]> {
    const reads: Read[] = []
    const waiting = items.entries()
    const lane = async () => {
      for (const [index, item] of waiting) reads[index] = await read(item, signal)
    }
    await Promise.all(Array.from({ length: readsAtOnce }, lane))
    return reads
  }

  /** Reads the numbers and reserves those that are free. The outcome of each is on record, also when this throws. */
  async function claim(request: ReserveRequest, pairs: readonly Pair[], signal: AbortSignal) {
    const reads = await readAll(pairs, AbortSignal.any([signal, AbortSignal.timeout(readMs)]))
    const claims = reads.flatMap((each) => (each.code === null ? [each.claim] : []))
    const refused = reads.flatMap((each) => (each.code === null ? [] : [each]))
    try {
      return { claimed: await store.claim(request, claims, refused), refused }
    } catch (error) {
      const { code } = toProblem(error)
      // A store that takes nothing leaves the intents open, which is what there is to say.
      await audit
        .write(pairs.map((pair) => reserveEntry(request.actor, pair, 'outcome', code)))
        .catch(() => undefined)
      throw error
    }
  }

  mount(listReservations, async ({ query: { page, pageSize, ...filter } }) => {
    const [{ items, total }, people] = await Promise.all([
      reader.list(filter, { offset: (page - 1) * pageSize, limit: pageSize }),
      reader.people(),
    ])
    return { items, total, page, pageSize, warnings: [], people }
  })

  mount(openReservations, () => reader.open())

  mount(reserve, async (call) => {
    const { items, hours } = call.body
    const errors = repeatedNumbers(items)
    if (errors.length > 0) throw new ProblemError('bad-request', { errors })
    const request = {
      actor: actorOf(call),
      userName: call.caller.user.name,
      idempotencyKey: idempotencyKeyOf(call.header),
      body: JSON.stringify([items, hours]),
      hours,
    }
    const before = await store.repeated(request)
    if (before === 'key-reused') throw new ProblemError('key-reused')
    const done = new Map(before.map((row) => [row.ext, row]))
    const left = items.filter(({ ext }) => !done.has(ext))
    await audit.write(left.map((pair) => reserveEntry(request.actor, pair, 'intent'))).catch(() => {
      throw new ProblemError('unavailable')
    })
    const { claimed, refused } = await audit.during(claim(request, left, call.signal))
    const now = await reader.clock()
    const outcomes = items.map(({ ext, agentUuid }): PairOutcome => {
      const { code, row } = claimed.get(ext) ?? { code: null, row: done.get(ext) ?? null }
      const no = refused.find((each) => each.ext === ext)
      return {
        ext,
        agentUuid,
        code: no?.code ?? code,
        reservation: row === null ? null : toReservation(row, now),
        holder: no?.holder ?? null,
      }
    })
    return { items: outcomes, now }
  })

  mount(releaseReservation, async (call) => {
    const anyones = allows(call.caller.role, 'extension.release')
    const result = await store.release(
      actorOf(call),
      { userName: call.caller.user.name, anyones },
      { id: call.params.id, reason: call.body.reason },
    )
    const released = await reader.byId(call.params.id)
    if (result === null || released === null) throw new ProblemError('not-found')
    if (result !== 'done') throw new ProblemError(result)
    return released
  })

  mountFile(exportReservations, async (call) => ({
    name: 'reservations.csv',
    type: csvType,
    content: await auditedFile(
      audit,
      { actor: actorOf(call), action: 'reservation.export', object: JSON.stringify(call.query) },
      async () => {
        const { items, total } = await reader.list(call.query, { offset: 0, limit: mostExportedReservations })
        if (total > mostExportedReservations)
          throw new ProblemError('bad-request', {
            errors: [{ path: 'state', message: `more than ${mostExportedReservations} rows; choose fewer` }],
          })
        return { pieces: csvPieces(columns, items, cellsOf), summary: () => `${items.length} rows` }
      },
    ),
  }))
}
