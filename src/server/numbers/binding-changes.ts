import { sql, type RawBuilder, type Selectable } from 'kysely'
import {
  bindingRetentionMs,
  maxBindingChanges,
  type Binding,
  type BindingSpan,
  type BindingState,
} from '#contract/history.ts'
import { isSameId } from '#upstream/records.ts'
import { chunks, replaced, type Database, type StoreTransaction } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'
import { newestIn, type HistoryRange, type HistorySubject } from '../platform/history-range.ts'
import type { NumberRow } from './schema.ts'
import { bindingState } from './shown.ts'

type ChangeRow = Selectable<Tables['binding_change']>
type BindingFields = Pick<NumberRow, 'state' | 'bind_status' | 'agent_uuid'>

/** Rows per deletion, so that a deletion does not block other writes for long. */
const removedAtOnce = 5_000

/** True when two observations of a number show the same binding. */
export const isSameBinding = (one: BindingFields, other: BindingFields): boolean =>
  bindingState(one) === bindingState(other) &&
  (bindingState(one) !== 'bound' || isSameId(one.agent_uuid, other.agent_uuid))

/** The change between two observations; `null` when the binding is the same or was not known before. */
function changeOf(before: NumberRow | undefined, after: NumberRow): ChangeRow | null {
  if (before === undefined || isSameBinding(before, after)) return null
  // The number was created and not read until now, so this is its first known binding.
  if (before.state === 'unknown' && before.source === 'created') return null
  const agentOf = (row: NumberRow) =>
    bindingState(row) === 'bound'
      ? { agent_uuid: row.agent_uuid, agent_name: row.agent_uuid === null ? row.agent_name : null }
      : { agent_uuid: null, agent_name: null }
  const [old, next] = [agentOf(before), agentOf(after)]
  return {
    account: after.account,
    ext: after.ext,
    at: after.seen_at,
    state: bindingState(after),
    ...next,
    before_state: bindingState(before),
    before_agent_uuid: old.agent_uuid,
    before_agent_name: old.agent_name,
    before_since: before.binding_since,
    before_bind_time: before.bind_time,
  }
}

/** A stored binding. */
const bindingOf = (state: BindingState, agentUuid: string | null, name: string | null): Binding => ({
  state,
  agent: state === 'bound' ? { agentUuid, name } : null,
})

/** The service's time of a binding if it is earlier than the first observation, or else `null`. */
const earlier = (bindTime: number | null, from: number): number | null =>
  bindTime !== null && bindTime > 0 && bindTime < from ? bindTime : null

/** True for a binding that begins before `to`: as observed, or by the service's own time of it. */
const beganBefore = (
  to: number,
  { state, since, bindTime }: Record<'state' | 'since' | 'bindTime', string>,
): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(since)} < ${to} OR (${sql.ref(state)} = 'bound' AND ${sql.ref(bindTime)} > 0 AND ${sql.ref(bindTime)} < ${to}))`

/** Observed changes of bindings. Each row also holds the previous binding, so one row describes a whole span. */
export class BindingChanges {
  readonly #db: Database['db']
  readonly #account: string

  constructor({ db }: Pick<Database, 'db'>, account: string) {
    this.#db = db
    this.#account = account
  }

  /** Changes of a number, or of an agent's numbers, newest first. */
  async list(subject: HistorySubject, range: HistoryRange, limit: number) {
    const changesWith = (column: 'ext' | 'agent_uuid' | 'before_agent_uuid', value: string) => {
      const changes = this.#changes().where(column, '=', value).selectAll()
      return newestIn(changes, range, { at: sql`at`, id: sql`ext`, limit })
    }
    // Two reads along an index each: for one with OR, SQLite reads all changes by time.
    const rows =
      'ext' in subject
        ? await changesWith('ext', subject.ext)
        : [
            ...(await changesWith('agent_uuid', subject.agentUuid)),
            ...(await changesWith('before_agent_uuid', subject.agentUuid)),
          ]
            .toSorted((a, b) => b.at - a.at || (a.ext < b.ext ? 1 : -1))
            .slice(0, limit)
    return rows.map((row) => ({
      id: row.ext,
      at: row.at,
      ext: row.ext,
      kind: 'binding' as const,
      before: bindingOf(row.before_state, row.before_agent_uuid, row.before_agent_name),
      after: bindingOf(row.state, row.agent_uuid, row.agent_name),
    }))
  }

  /**
   * Spans of a number's bindings, or of the numbers bound to an agent, that overlap `from` to `to`. A span begins when the
   * console observed it, or earlier by the service's own time. Current bindings come first, then past spans, newest first.
   */
  async spans(
    subject: HistorySubject,
    { from, to }: { from: number; to: number },
    limit: number,
  ): Promise<BindingSpan[]> {
    const ended =
      'ext' in subject
        ? this.#changes().where('ext', '=', subject.ext)
        : this.#changes().where('before_agent_uuid', '=', subject.agentUuid)
    const lasting =
      'ext' in subject
        ? this.#current().where('ext', '=', subject.ext)
        : this.#current().where('agent_uuid', '=', subject.agentUuid).where('state', '=', 'bound')
    const [now, past] = await Promise.all([
      lasting
        .where(beganBefore(to, { state: 'state', since: 'binding_since', bindTime: 'bind_time' }))
        .selectAll()
        .orderBy('ext')
        .limit(limit)
        .execute(),
      ended
        .where('at', '>', from)
        .where(
          beganBefore(to, { state: 'before_state', since: 'before_since', bindTime: 'before_bind_time' }),
        )
        .selectAll()
        .orderBy('at', 'desc')
        .orderBy('ext', 'desc')
        .limit(limit)
        .execute(),
    ])
    return [
      ...now.map((row) => ({
        ext: row.ext,
        ...bindingOf(bindingState(row), row.agent_uuid, row.agent_name),
        from: row.binding_since,
        to: null,
        boundAt: earlier(row.bind_time, row.binding_since),
      })),
      ...past.map((row) => ({
        ext: row.ext,
        ...bindingOf(row.before_state, row.before_agent_uuid, row.before_agent_name),
        from: row.before_since,
        to: row.at,
        boundAt: earlier(row.before_bind_time, row.before_since),
      })),
    ].slice(0, limit)
  }

  /** When the console first saw a number; `null` when it never has. */
  async observedSince(ext: string): Promise<number | null> {
    const row = await this.#current().where('ext', '=', ext).select('first_seen_at').executeTakeFirst()
    return row?.first_seen_at ?? null
  }

  /** Removes changes older than `bindingRetentionMs`, and the oldest beyond `most`. */
  async removeExpired(now: number, most = maxBindingChanges): Promise<void> {
    await this.#removeOlder(now - bindingRetentionMs)
    const beyond = await this.#changes()
      .select('at')
      .orderBy('at', 'desc')
      .offset(most)
      .limit(1)
      .executeTakeFirst()
    if (beyond !== undefined) await this.#removeOlder(beyond.at + 1)
  }

  /** Removes changes older than `before`, in batches. */
  async #removeOlder(before: number): Promise<void> {
    const oldest = this.#changes().select('at').where('at', '<', before).orderBy('at').limit(removedAtOnce)
    for (;;) {
      const { numDeletedRows } = await this.#db
        .deleteFrom('binding_change')
        .where('account', '=', this.#account)
        .where('at', '<=', sql<number>`(SELECT max(at) FROM (${oldest}) AS oldest)`)
        .executeTakeFirstOrThrow()
      if (numDeletedRows < removedAtOnce) return
    }
  }

  #changes() {
    return this.#db.selectFrom('binding_change').where('account', '=', this.#account)
  }

  #current() {
    return this.#db.selectFrom('number').where('account', '=', this.#account)
  }
}

/** Records binding changes within the transaction that writes the observations. */
export async function recordBindingChanges(
  transaction: StoreTransaction,
  observed: readonly { before: NumberRow | undefined; after: NumberRow }[],
): Promise<void> {
  const rows = observed.flatMap(({ before, after }) => changeOf(before, after) ?? [])
  for (const part of chunks(rows))
    await transaction
      .insertInto('binding_change')
      .values(part)
      // Two observations in the same millisecond: keep the later.
      .onConflict((conflict) =>
        conflict
          .columns(['account', 'ext', 'at'])
          .doUpdateSet(replaced(['state', 'agent_uuid', 'agent_name'])),
      )
      .execute()
}
