import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { maxPending, type RequestChange, type RequestKind } from '#contract/service-requests.ts'
import type { AuditAction } from '#contract/audit.ts'
import type { ProblemCode } from '#contract/problem.ts'
import type { Audit, WriteAudit } from '../audit/audit-store.ts'
import {
  isAboutAny,
  numbersOf,
  requestersOf,
  requestEvent,
  requestValues,
  type RequestRow,
} from '../follow/rows.ts'
import { countOf, type Database, type StoreTransaction } from '../platform/database/database.ts'
import { recordNamed } from '../people/record.ts'
import { keepBack, keepNoLonger } from '../reservations/kept-back.ts'
import type { Actor } from '../platform/http/caller.ts'

/** The request for one number. */
export interface NewRequest {
  ext: string
  /** The other number of a swap, which `rebindTo` has. */
  swapWith: string | null
  /** The UUID of the agent that the number was last seen with. */
  boundTo: string | null
  /** The name is for the directory. */
  rebindTo: { agentUuid: string; agentName: string | null } | null
}

export interface CreateRequests {
  actor: Actor
  kind: RequestKind
  reason: string
  dueOn: string | null
  /** For how many days to keep the numbers back; null not to. */
  keepDays: number | null
}

const changeActions = {
  sent: 'request.send',
  done: 'request.finish',
  withdrawn: 'request.withdraw',
} as const satisfies Record<RequestChange, AuditAction>

/** `row`: the new request, or with `request-exists` the existing open request. */
export interface Created {
  code: Extract<ProblemCode, 'request-exists' | 'request-too-many'> | null
  row: RequestRow | null
  /** True when this request keeps the number back. */
  isKeptBack: boolean
}
export interface ChangedRequest {
  code: Extract<ProblemCode, 'limited' | 'not-found' | 'request-ended'> | null
  row: RequestRow | null
}

/** Requests by ID. `closed`: those that the caller's limit excludes. */
export interface ChosenRequests {
  ids: readonly string[]
  closed: ReadonlySet<string>
}

interface Deps {
  database: Pick<Database, 'engine' | 'now'>
  audit: Audit
  account: string
  now: () => number
}

/** Writes of service requests. The store's unique index allows one open request per kind and number across all replicas. */
export class RequestWrites {
  readonly #deps: Deps
  readonly #now: Database['now']

  constructor(deps: Deps) {
    this.#deps = deps
    this.#now = deps.database.now
  }

  /**
   * Creates requests with their audit entries in one transaction, including entries for refused numbers. Each number at most once.
   * Returns results by number.
   */
  create(
    request: CreateRequests,
    items: readonly NewRequest[],
    refused: readonly { ext: string; swapWith: string | null; code: ProblemCode }[],
  ): Promise<Map<string, Created>> {
    return this.#deps.audit.transaction(async (transaction, write) => {
      const { actor, kind, reason, keepDays } = request
      const created = new Map<string, Created>()
      const open = this.#requestsIn(transaction).where('closed_at', 'is', null)
      const existing = await open
        .where('kind', '=', kind)
        .where((where) =>
          isAboutAny(
            where,
            items.flatMap(({ ext, swapWith }) => [ext, swapWith ?? []].flat()),
          ),
        )
        .execute()
      for (const { ext, swapWith } of items) {
        const row = existing.find((each) =>
          numbersOf(each).some((number) => number === ext || number === swapWith),
        )
        if (row !== undefined) created.set(ext, { code: 'request-exists', row, isKeptBack: false })
      }
      const missing = items.filter(({ ext }) => !created.has(ext))
      const room = Math.max(0, maxPending - (await countOf(open.where('user_id', '=', actor.id))))
      const rows = await this.#insert(transaction, request, missing.slice(0, room))
      for (const row of rows) created.set(row.ext, { code: null, row, isKeptBack: false })
      await recordNamed(
        transaction,
        this.#deps,
        // The agents of a swap are known by their numbers.
        missing
          .slice(0, room)
          .flatMap(({ rebindTo, swapWith }) => (swapWith === null ? (rebindTo ?? []) : [])),
        this.#deps.now(),
      )
      const concernsOf = await this.#concernsOf(transaction, rows)
      for (const { ext } of missing.slice(room))
        created.set(ext, { code: 'request-too-many', row: null, isKeptBack: false })
      await write(
        [
          ...items.map(({ ext, swapWith }) => ({ ext, swapWith, code: created.get(ext)?.code ?? null })),
          ...refused,
        ].map(({ ext, swapWith, code }) => {
          const row = rows.find((each) => each.ext === ext)
          return {
            actor,
            action: 'request.ask',
            object: ext,
            values:
              row === undefined
                ? requestValues({ kind, with_ext: swapWith })
                : { ...requestEvent(row), ...(row.due_on !== null && { dueOn: row.due_on }) },
            reason,
            result: code ?? 'done',
            ...concernsOf(row?.id),
          }
        }),
      )
      const left = items.flatMap(({ ext, boundTo }) =>
        boundTo === null || created.get(ext)?.row === null ? [] : [{ ext, agentUuid: boundTo }],
      )
      const keptBack =
        keepDays === null ? [] : await keepBack(transaction, write, this.#deps, actor, keepDays, left)
      for (const ext of keptBack) {
        const result = created.get(ext)
        if (result !== undefined) result.isKeptBack = true
      }
      return created
    })
  }

  /**
   * Marks requests as sent or closes them, and writes the results to the audit. Returns results by ID. A request already in
   * that state stays unchanged.
   */
  change(
    actor: Actor,
    chosen: ChosenRequests,
    state: RequestChange,
    note: string,
  ): Promise<Map<string, ChangedRequest>> {
    return this.#deps.audit.transaction(async (transaction, write) => {
      const open = this.#updateOpen(transaction, chosen)
      const updated = await (
        state === 'sent'
          ? open.set({ state, sent_at: this.#now, sent_by_id: actor.id }).where('state', '=', 'open')
          : open.set({
              state,
              closed_at: this.#now,
              closed_by_id: actor.id,
              note: note === '' ? null : note,
            })
      )
        .returningAll()
        .execute()
      const changed = await this.#resultsOf(transaction, chosen, (row) => row.state === state)
      const concernsOf = await this.#concernsOf(transaction, updated)
      /** A request that is in that state already stays unchanged. */
      const valuesOf = (row: RequestRow) =>
        updated.some(({ id }) => id === row.id) ? requestEvent(row) : requestValues(row)
      await write(
        [...changed].map(([id, { code, row }]) => ({
          actor,
          action: changeActions[state],
          object: row?.ext ?? id,
          values: { ...(row !== null && valuesOf(row)), ...(note === '' ? {} : { note }) },
          result: code ?? 'done',
          ...concernsOf(id),
        })),
      )
      // Not of those that were withdrawn before: a newer request may keep the number back.
      const withdrawn = updated.flatMap(({ ext, kind }) =>
        state === 'withdrawn' && kind === 'unbind' ? [ext] : [],
      )
      await keepNoLonger(transaction, write, this.#deps, actor, withdrawn, note)
      return changed
    })
  }

  /**
   * Assigns open requests to a user, or with null back to the administrators, and writes the results to the audit. Returns
   * results by ID. A request that is with the user already stays unchanged.
   */
  assign(
    actor: Actor,
    chosen: ChosenRequests,
    assignee: { id: string; name: string } | null,
  ): Promise<Map<string, ChangedRequest>> {
    return this.#deps.audit.transaction(async (transaction, write) => {
      const { id: assigneeId = null, name = null } = assignee ?? {}
      const updated = await this.#updateOpen(transaction, chosen)
        .set({ assignee_id: assigneeId })
        .where(sql`coalesce(assignee_id, '')`, '<>', assigneeId ?? '')
        .returningAll()
        .execute()
      const assigned = await this.#resultsOf(transaction, chosen, (row) => row.closed_at === null)
      const concernsOf = await this.#concernsOf(transaction, updated)
      await write(
        [...assigned].map(([id, { code, row }]) => ({
          actor,
          action: 'request.assign',
          object: row?.ext ?? id,
          values: row === null ? {} : { ...requestValues(row), assignee: name },
          result: code ?? 'done',
          ...concernsOf(id, assigneeId),
        })),
      )
      return assigned
    })
  }

  /** Assigns the open requests of a user who can no longer work on them back to the administrators, in the caller's transaction. */
  async giveBack(
    transaction: StoreTransaction,
    write: WriteAudit,
    actor: Actor,
    assigneeId: string,
  ): Promise<void> {
    const given = await transaction
      .updateTable('service_request')
      .set({ assignee_id: null })
      .where('account', '=', this.#deps.account)
      .where('assignee_id', '=', assigneeId)
      .where('closed_at', 'is', null)
      .returning(['ext', 'kind', 'with_ext'])
      .execute()
    await write(
      given.map(({ ext, ...row }) => ({
        actor,
        action: 'request.assign',
        object: ext,
        values: { ...requestValues(row), assignee: null },
        result: 'done',
      })),
    )
  }

  /** Returns the result for each of the chosen requests. `isChanged`: whether the row now is as the caller wanted. */
  async #resultsOf(
    transaction: StoreTransaction,
    { ids, closed }: ChosenRequests,
    isChanged: (row: RequestRow) => boolean,
  ): Promise<Map<string, ChangedRequest>> {
    const rows = await this.#requestsIn(transaction).where('id', 'in', ids).execute()
    const byId = new Map(rows.map((row) => [row.id, row]))
    return new Map(
      ids.map((id): [string, ChangedRequest] => {
        const row = byId.get(id) ?? null
        if (row === null) return [id, { code: 'not-found', row }]
        return [id, { code: closed.has(id) ? 'limited' : isChanged(row) ? null : 'request-ended', row }]
      }),
    )
  }

  /** Returns whom a change of each request concerns: who made it, or `person`; no one when it was not changed. */
  async #concernsOf(transaction: StoreTransaction, changed: readonly RequestRow[]) {
    const requesterOf = await requestersOf(transaction, this.#deps, changed)
    return (id: string | undefined, person?: string | null) => {
      const row = changed.find((each) => each.id === id)
      return row === undefined
        ? {}
        : { concerns: { ...requesterOf(row), ...(person === undefined ? {} : { person }) } }
    }
  }

  #requestsIn(transaction: StoreTransaction) {
    return transaction.selectFrom('service_request').selectAll().where('account', '=', this.#deps.account)
  }

  #updateOpen(transaction: StoreTransaction, { ids, closed }: ChosenRequests) {
    return (
      transaction
        .updateTable('service_request')
        .where('account', '=', this.#deps.account)
        // PostgreSQL knows no empty list.
        .where('id', 'in', [...ids.filter((id) => !closed.has(id)), ''])
        .where('closed_at', 'is', null)
    )
  }

  #insert(
    transaction: StoreTransaction,
    { actor, kind, reason, dueOn }: CreateRequests,
    items: readonly NewRequest[],
  ): Promise<RequestRow[]> {
    if (items.length === 0) return Promise.resolve([])
    return transaction
      .insertInto('service_request')
      .values(
        items.map(({ ext, swapWith, boundTo, rebindTo }) => ({
          id: randomUUID(),
          account: this.#deps.account,
          kind,
          ext,
          with_ext: swapWith,
          bound_uuid: boundTo,
          agent_uuid: rebindTo?.agentUuid ?? null,
          reason,
          due_on: dueOn,
          state: 'open',
          user_id: actor.id,
          asked_at: this.#now,
          checked_at: this.#now,
        })),
      )
      .returningAll()
      .execute()
  }
}
