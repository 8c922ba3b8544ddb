import { sql } from 'kysely'
import { readPeople } from '../people/named.ts'
import type { Database, StoreTransaction } from '../platform/database/database.ts'
import type { Notice } from '../audit/audit-store.ts'
import { ofHour } from './actions.ts'
import type { NotificationEvent } from '#contract/notifications.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** How long before its end a reservation is announced, unless it is shorter. */
const soonMs = 4 * hourMs
/** How long before its end a token is announced, days. */
const announcedDays = [14, 3]

/** Marks reservations that end soon as announced, and returns whom to notify. `at`: the store's time. */
export async function endingReservations(
  transaction: StoreTransaction,
  account: string,
  at: number,
): Promise<Notice[]> {
  const rows = await transaction
    .updateTable('reservation')
    .set({ warned_at: at })
    .where('account', '=', account)
    .where('state', '=', 'reserved')
    .where('warned_at', 'is', null)
    .where('keep_days', 'is', null)
    .where('holder', 'is', null)
    .where('expires_at', '>', at)
    .where('expires_at', '<=', at + soonMs)
    .where(sql<boolean>`expires_at - reserved_at > ${sql.lit(soonMs)}`)
    .returningAll()
    .execute()
  const people = await readPeople(
    transaction,
    account,
    rows.flatMap((row) => row.agent_uuid ?? row.joiner_id ?? []),
  )
  return rows
    .toSorted((a, b) => a.expires_at - b.expires_at)
    .map(({ id, ext, user_id: person, expires_at: until, agent_uuid: uuid, joiner_id: colleagueId }) => {
      const { name = null, workNumber = null } = people.get(uuid ?? colleagueId ?? '') ?? {}
      const personName = name ?? workNumber
      const numbers = { count: 1, ext, items: [{ id, ext, agent: personName }] }
      return {
        key: ofHour(`reservation-expiring ${person}`, until),
        event: { kind: 'reservation-expiring', ...numbers, agent: personName, until },
        person,
        causedBy: null,
      }
    })
}

/** A reservation for a new colleague, and the account that may be theirs with its first number. `person`: the user who reserved. */
interface Appeared {
  reservationId: string
  person: string
  ext: string
  agent: string | null
  accountName: string
  number: string | null
}

/**
 * Returns the open reservations that were not announced, for new colleagues who may have an account now: one that was seen since, or that
 * has the number. Each comes with the first such account. Read before the transaction that announces them, because that has the audit's lock.
 */
export async function readAppeared(db: Database['db'], account: string): Promise<Appeared[]> {
  const waiting = sql`SELECT r.id, r.ext, r.user_id, r.reserved_at, c.id AS colleague, c.name, c.name_key, c.work_key
    FROM reservation AS r JOIN person AS c ON c.id = r.joiner_id AND c.removed_at IS NULL AND c.kind = 'person'
    WHERE r.account = ${account} AND r.state = 'reserved' AND r.agent_uuid IS NULL AND r.appeared_at IS NULL`
  // Each way to find an account has its index; one join by any of them would have none.
  const accounts = [
    sql`JOIN person AS p ON p.name_key = waiting.name_key AND waiting.name_key <> ''`,
    sql`JOIN person AS p ON p.work_key = waiting.work_key`,
    sql`JOIN reservation AS held ON held.account = ${account} AND held.joiner_id = waiting.colleague
        AND held.agent_uuid IS NULL AND held.state IN ('reserved', 'bound') AND held.holder IS NOT NULL
      JOIN number ON number.account = ${account} AND number.ext = held.ext
        AND (held.ended_at IS NULL OR number.binding_since <= held.ended_at)
      JOIN person AS p ON p.agent_uuid = number.agent_uuid`,
  ].map(
    (
      join,
    ) => sql`SELECT waiting.id AS "reservationId", waiting.user_id AS person, waiting.ext, waiting.name AS agent,
        p.name AS "accountName", p.work_number AS "workNumber", p.agent_uuid AS uuid, p.ext AS number, p.sort_key
      FROM waiting ${join} AND p.account = ${account}
      WHERE p.agent_uuid IS NOT NULL AND p.removed_at IS NULL
        AND (p.first_seen_at > waiting.reserved_at OR p.exts LIKE '% ' || waiting.ext || ' %')
        AND NOT EXISTS (SELECT 1 FROM same_person WHERE account = ${account} AND is_same = 0
          AND colleague_id = waiting.colleague AND person_id = p.id)`,
  )
  const { rows } = await sql<Appeared & { workNumber: string | null; uuid: string }>`
    WITH waiting AS (${waiting}) ${sql.join(accounts, sql` UNION ALL `)}
    ORDER BY sort_key DESC, uuid DESC`.execute(db)
  const named = rows.map(
    ({ reservationId, person, ext, agent, number, accountName: name, workNumber, uuid }) => ({
      reservationId,
      person,
      ext,
      agent,
      number,
      accountName: [name, workNumber].filter((part) => part !== null).join(' · ') || uuid,
    }),
  )
  // Of several accounts, the first.
  return [...new Map(named.map((row) => [row.reservationId, row])).values()]
}

/** Marks reservations for new colleagues who may have an account now as announced, and returns whom to notify. */
export async function appearedColleagues(
  transaction: StoreTransaction,
  appeared: readonly Appeared[],
  at: number,
): Promise<Notice[]> {
  const notices: Notice[] = []
  for (const { reservationId, person, accountName, ...event } of appeared) {
    const { numUpdatedRows } = await transaction
      .updateTable('reservation')
      .set({ appeared_at: at })
      .where('id', '=', reservationId)
      .where('appeared_at', 'is', null)
      .where('state', '=', 'reserved')
      .executeTakeFirst()
    if (numUpdatedRows > 0n)
      notices.push({
        key: `colleague-appeared ${reservationId}`,
        event: { kind: 'colleague-appeared', reservationId, account: accountName, ...event },
        person,
        causedBy: null,
      })
  }
  return notices
}

/** The same for tokens. */
export async function endingTokens(transaction: StoreTransaction, at: number): Promise<Notice[]> {
  const rows = await transaction
    .selectFrom('api_token')
    .innerJoin('user', 'user.id', 'api_token.user_id')
    .select(['api_token.id', 'api_token.name', 'expires_at', 'api_token.created_at', 'warned_at'])
    .select(['user.id as userId', 'user.name as owner', 'is_service'])
    .where('user.disabled', '=', 0)
    .where('expires_at', '>', at)
    .where('expires_at', '<=', at + Math.max(...announcedDays) * dayMs)
    .execute()
  const notices: Notice[] = []
  for (const { id, name, expires_at: until, created_at: createdAt, warned_at: warnedAt, ...token } of rows) {
    const due = announcedDays
      .map((days) => ({ days, from: until - days * dayMs }))
      // A token that was made after that time was made to be short.
      .findLast(({ from }) => from <= at && from >= createdAt)
    if (due === undefined || (warnedAt ?? 0) >= due.from) continue
    await transaction.updateTable('api_token').set({ warned_at: at }).where('id', '=', id).execute()
    const isService = token.is_service === 1
    notices.push({
      key: `token-ending ${id} ${due.days}`,
      event: { kind: 'token-ending', name, owner: isService ? null : token.owner, until },
      isOwn: true,
      person: isService ? null : token.userId,
      causedBy: null,
    })
  }
  return notices
}

/** A state that holds now. Users are notified when it begins. */
export interface Condition {
  key: string
  event: NotificationEvent
}

/** A condition that was not met for this long begins again when it is met. */
const forgottenMs = 24 * 3_600_000

/** Notes which conditions hold at this time of the store, and returns those that have begun. */
export async function begun(
  transaction: StoreTransaction,
  account: string,
  conditions: readonly Condition[],
  at: number,
): Promise<Notice[]> {
  await transaction
    .deleteFrom('condition')
    .where('account', '=', account)
    .where('seen', '<=', at - forgottenMs)
    .execute()
  const notices: Notice[] = []
  for (const { key, event } of conditions) {
    const { since } = await transaction
      .insertInto('condition')
      .values({ account, key, since: at, seen: at })
      .onConflict((conflict) => conflict.columns(['account', 'key']).doUpdateSet({ seen: at }))
      .returning('since')
      .executeTakeFirstOrThrow()
    if (since === at) notices.push({ key: `${key} ${since}`, event, person: null, causedBy: null })
  }
  return notices
}
