import { sql, type Kysely, type Migration, type RawBuilder } from 'kysely'
import * as z from 'zod'

/** A text's type, compared by bytes. */
const sortable = { sqlite: 'text', postgres: 'text COLLATE "C"' }
const rowsAtOnce = 1_000
const entriesAtOnce = 20_000

interface Reservation {
  id: string
  account: string
  ext: string
  agent_uuid: string | null
  joiner_id: string | null
  user_id: string
  state: string
  reserved_at: number
  expires_at: number
  holder: string | null
  ended_at: number | null
  ended_by_id: string | null
  ended_by: string | null
  reason: string | null
  keep_days: number | null
}

interface Request {
  id: string
  account: string
  kind: string
  ext: string
  with_ext: string | null
  bound_uuid: string | null
  agent_uuid: string | null
  reason: string
  due_on: string | null
  state: string
  user_id: string
  asked_at: number
  sent_at: number | null
  sent_by_id: string | null
  sent_by: string | null
  closed_at: number | null
  closed_by_id: string | null
  closed_by: string | null
  note: string | null
}

const storedHolder = z.looseObject({ agentUuid: z.nullable(z.string()), agentName: z.nullable(z.string()) })

/** An event of a reservation or request, as the audit of this version has it. */
interface Event {
  id: string
  at: number
  action: string
  /** Null for the console itself. */
  by: { id: string | null; name: string | null } | null
  reason: string | null
  values: Record<string, unknown>
}

const endActions: Readonly<Record<string, string>> = {
  bound: 'reservation.fulfill',
  taken: 'reservation.lose',
  expired: 'reservation.expire',
  released: 'reservation.release',
}
/** Of these, histories show what was done by the reservation or request, and the audit's entry of what was refused. */
const eventActions = [
  'reservation.reserve',
  'reservation.keep',
  ...Object.values(endActions),
  'request.ask',
  'request.send',
  'request.finish',
  'request.settle',
  'request.withdraw',
]
const otherActions = [
  'extension.label',
  'extension.reveal',
  'request.assign',
  'reservation.extend',
  'reservation.move',
]

function* eventsOfReservation(row: Reservation): Generator<Event> {
  const { id, state, keep_days: days } = row
  const values = { id, agent: row.agent_uuid ?? row.joiner_id, ...(days !== null && { days }) }
  const isWaiting = days !== null && row.holder !== null && state === 'reserved'
  yield {
    id: `${id}-made`,
    at: row.reserved_at,
    action: days === null ? 'reservation.reserve' : 'reservation.keep',
    by: { id: row.user_id, name: null },
    reason: null,
    values: { ...values, until: isWaiting ? null : row.expires_at },
  }
  const action = endActions[state]
  if (row.ended_at === null || action === undefined) return
  const { agentUuid: holder, agentName: holderName } =
    row.holder === null ? { agentUuid: null, agentName: null } : storedHolder.parse(JSON.parse(row.holder))
  yield {
    id: `${id}-ended`,
    at: row.ended_at,
    action,
    by: state === 'released' ? { id: row.ended_by_id, name: row.ended_by } : null,
    reason: state === 'released' ? row.reason : null,
    values: {
      ...values,
      until: row.expires_at,
      ...(holder !== null ? { holder } : holderName !== null && { holderName }),
    },
  }
}

function* eventsOfRequest(row: Request): Generator<Event> {
  const { id, kind, with_ext: swapWith, bound_uuid: before, agent_uuid: after, due_on: dueOn, note } = row
  const values = {
    id,
    kind,
    ...(swapWith !== null && { swapWith }),
    ...((before ?? after) !== null && { agent: { before, after } }),
  }
  yield {
    id: `${id}-asked`,
    at: row.asked_at,
    action: 'request.ask',
    by: { id: row.user_id, name: null },
    reason: row.reason,
    values: { ...values, ...(dueOn !== null && { dueOn }) },
  }
  if (row.sent_at !== null) {
    const by = { id: row.sent_by_id, name: row.sent_by }
    yield { id: `${id}-sent`, at: row.sent_at, action: 'request.send', by, reason: null, values }
  }
  if (row.closed_at === null) return
  const by = { id: row.closed_by_id, name: row.closed_by }
  const isShown = (by.id ?? by.name) === null
  yield {
    id: `${id}-closed`,
    at: row.closed_at,
    action: row.state === 'withdrawn' ? 'request.withdraw' : isShown ? 'request.settle' : 'request.finish',
    by,
    reason: null,
    values: { ...values, ...(note !== null && { note }) },
  }
}

/**
 * The histories of numbers and people are one table by number and person. What the reservations and requests of before keep of
 * themselves is written there once; the audit's entries of then don't have all of it, and can't be changed.
 */
export const history = (engine: keyof typeof sortable): Migration => ({
  async up(db) {
    const text = sql.raw(sortable[engine])
    await sql`CREATE TABLE history (
      account text NOT NULL,
      subject ${text} NOT NULL,
      at bigint NOT NULL,
      id ${text} NOT NULL,
      restricted integer NOT NULL,
      entry text,
      CONSTRAINT history_key PRIMARY KEY (account, subject, at, id)
    )`.execute(db)
    await addRows(db, sql<Reservation>`SELECT * FROM reservation`, (row) => {
      const person = row.agent_uuid ?? row.joiner_id
      return { events: [...eventsOfReservation(row)], numbers: [row.ext], people: [person] }
    })
    await addRows(db, sql<Request>`SELECT * FROM service_request`, (row) => ({
      events: [...eventsOfRequest(row)],
      numbers: [row.ext, row.with_ext],
      people: [row.bound_uuid, row.agent_uuid],
    }))
    await addEntries(db)
    await sql`CREATE INDEX history_id ON history (id)`.execute(db)
    await sql`CREATE INDEX same_person_person ON same_person (account, person_id)`.execute(db)
  },
})

interface Happened {
  events: readonly Event[]
  numbers: readonly (string | null)[]
  people: readonly (string | null)[]
}

async function addRows<Row extends { id: string; account: string; ext: string }>(
  db: Kysely<unknown>,
  all: RawBuilder<Row>,
  happenedTo: (row: Row) => Happened,
): Promise<void> {
  for (let after = ''; ;) {
    const { rows } = await sql<Row>`SELECT * FROM (${all}) AS kept WHERE id > ${after} ORDER BY id
      LIMIT ${sql.lit(rowsAtOnce)}`.execute(db)
    const last = rows.at(-1)
    if (last === undefined) return
    const added = rows.flatMap((row) => {
      const { events, numbers, people } = happenedTo(row)
      const subjects = new Set([
        ...numbers.flatMap((ext) => (ext === null ? [] : [`number ${ext}`])),
        ...people.flatMap((id) => (id === null ? [] : [`person ${id}`])),
      ])
      return events.flatMap(({ id, at, by, values, ...event }) => {
        const actor =
          by === null || (by.id ?? by.name) === null
            ? { actor_id: 'console', actor_name: 'console' }
            : { actor_id: by.id, actor_name: by.name ?? '' }
        const data = JSON.stringify(values)
        const entry = JSON.stringify({ ...event, ...actor, object: row.ext, data, result: 'done' })
        return [...subjects].map((subject) => sql`(${row.account}, ${subject}, ${at}, ${id}, 0, ${entry})`)
      })
    })
    for (let from = 0; from < added.length; from += rowsAtOnce)
      await sql`INSERT INTO history (account, subject, at, id, restricted, entry)
        VALUES ${sql.join(added.slice(from, from + rowsAtOnce))}`.execute(db)
    after = last.id
  }
}

/** Adds the audit's entries that readers of the audit see in histories. They do not say to which service a number belongs. */
async function addEntries(db: Kysely<unknown>): Promise<void> {
  const { rows: chains } = await sql<{
    chain: string
    seq: number
  }>`SELECT chain, seq FROM audit_head`.execute(db)
  const { rows: accounts } = await sql<{ account: string }>`SELECT account FROM number
    UNION SELECT account FROM reservation UNION SELECT account FROM service_request`.execute(db)
  const hasOutcome = sql`EXISTS (SELECT 1 FROM audit AS outcome WHERE outcome.intent_id = audit.id)`
  for (const { account } of accounts)
    for (const { chain, seq } of chains)
      for (let from = 0; from < seq; from += entriesAtOnce)
        await sql`INSERT INTO history (account, subject, at, id, restricted)
          SELECT ${sql.lit(account)}, 'number ' || object, at, id, 1 FROM audit
          WHERE chain = ${chain} AND seq > ${from} AND seq <= ${from + entriesAtOnce}
            AND (action IN (${sql.join(otherActions)})
              OR (action IN (${sql.join(eventActions)}) AND coalesce(result, '') <> 'done'))
            AND (phase = 'outcome' OR NOT ${hasOutcome})`.execute(db)
}
