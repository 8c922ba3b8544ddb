import type * as z from 'zod/mini'
import { allows, type Permission } from '#contract/access.ts'
import {
  assignServiceRequests,
  checkServiceRequests,
  createServiceRequests,
  changeServiceRequests,
  exportServiceRequests,
  listServiceRequests,
  maxChecked,
  maxExportedRequests,
  readRequestSummary,
  type RequestOutcome,
  type ServiceRequest,
} from '#contract/service-requests.ts'
import type { ProblemCode } from '#contract/problem.ts'
import { auditedCsv, requireAtMost } from '../audit/audited-csv.ts'
import { readRecipients } from '../auth/recipients.ts'
import { chunks } from '../platform/database/database.ts'
import { refuseSecrets } from '../platform/http/free-text.ts'
import type { Mount } from '../platform/http/mount.ts'
import { actorOf, type SignedIn } from '../platform/http/caller.ts'
import { fieldRefused, ProblemError } from '../platform/problems.ts'
import { isSameId } from '#upstream/records.ts'
import { numbersOf, type RequestRow } from '../follow/rows.ts'
import { isFulfilled } from '../follow/states.ts'
import type { ShownRow } from '../numbers/schema.ts'
import { shownIn, type ShownNumber } from '../numbers/shown.ts'
import { agentsIn, columns, toRequest, usersIn } from './answers.ts'
import type { Console } from '../features.ts'
import type { ChangedRequest, ChosenRequests } from './store-writes.ts'
import { readPeople } from '../people/named.ts'

const shownOf = (row: ShownRow | undefined): ShownNumber => (row === undefined ? 'unclear' : shownIn(row))

/** An agent whom the directory names. */
const agentOf = (agentUuid: string | null) => (agentUuid === null ? null : { agentUuid, agentName: null })

/** Requests to the service's staff for changes that the API cannot make. They close once the service shows the change. */
export function mountRequests({ mount, mountFile }: Mount, console: Console): void {
  const { auth, database, account, limits, settings, times, now } = console
  const { reads, writes } = console.requests
  const { lookUps, recorder } = console.numbers
  const today = () => times.date(now())

  /** The users with a permission. Administrators are notified of a request; who may work on requests can be its assignee. */
  const usersWith = async (permission: Permission) =>
    (await readRecipients(database))
      .filter(({ role }) => allows(role, permission))
      .map(({ id, name }) => ({ id, name }))
      .toSorted((a, b) => a.name.localeCompare(b.name))

  async function toRequests(rows: readonly RequestRow[]): Promise<ServiceRequest[]> {
    const [people, users] = await Promise.all([
      readPeople(database.db, account, agentsIn(rows)),
      auth.users.namesOf(usersIn(rows)),
    ])
    return rows.map((row) => toRequest(row, people, users))
  }

  /** Closed are those that the caller may not change: about other numbers, and neither made by nor assigned to the caller. */
  async function chosenBy(caller: SignedIn, given: readonly string[]): Promise<ChosenRequests> {
    const ids = [...new Set(given)]
    if (caller.limit === undefined) return { ids, closed: new Set() }
    const others = (await reads.byIds(ids)).filter(
      ({ user_id: by, assignee_id: assignee }) => by !== caller.user.id && assignee !== caller.user.id,
    )
    const within = await limits.numbersFor(
      caller,
      others.flatMap((row) => numbersOf(row)),
    )
    const closed = others.filter((row) => numbersOf(row).some((ext) => !within.has(ext)))
    return { ids, closed: new Set(closed.map(({ id }) => id)) }
  }

  /** Throws the refusal when the request has only one item. With several items, each has its own outcome. */
  async function throwIfOnlyItem(
    caller: SignedIn,
    outcomes: readonly Pick<RequestOutcome, 'code' | 'request' | 'keptDays'>[],
  ): Promise<void> {
    const [only, ...others] = outcomes
    if (only === undefined || only.code === null || others.length > 0) return
    // The number of a request that exists is now kept back: that is no refusal.
    if (only.keptDays !== undefined) return
    const { code, request } = only
    if (code === 'limited') throw await limits.refusal(caller)
    throw new ProblemError(
      code,
      code === 'request-exists' && request !== null
        ? { existingRequest: { id: request.id, by: request.by.name, at: request.askedAt } }
        : {},
    )
  }

  async function changesAnswer(caller: SignedIn, changed: ReadonlyMap<string, ChangedRequest>) {
    const requests = await toRequests([...changed.values()].flatMap(({ row }) => row ?? []))
    const items = [...changed].map(([id, { code, row }]) => ({
      id,
      code,
      request: requests.find((request) => request.id === row?.id) ?? null,
    }))
    await throwIfOnlyItem(caller, items)
    return { items }
  }

  const ownColumns = { people: ['agent_uuid', 'bound_uuid'], users: ['user_id', 'assignee_id'] }
  const filterOf = (caller: SignedIn, { own, ...filter }: z.output<typeof exportServiceRequests.query>) => ({
    ...filter,
    own: own && limits.ownRows(caller, ownColumns),
  })

  mount(listServiceRequests, async ({ caller, query: { page, pageSize, sort, order, ...filter } }) => {
    const day = today()
    const range = { offset: (page - 1) * pageSize, limit: pageSize }
    const [{ rows, total }, people, assignees] = await Promise.all([
      reads.list(filterOf(caller, filter), day, { sort, order }, range),
      reads.users().then((ids) => auth.users.named(ids)),
      usersWith('request.manage'),
    ])
    const pending = await reads.pendingByNumber(rows.map(({ ext }) => ext))
    const items = await toRequests(rows)
    return {
      items: items.map((item) => ({
        ...item,
        others: item.closedAt === null ? (pending.get(item.ext) ?? 1) - 1 : 0,
      })),
      total,
      page,
      pageSize,
      warnings: [],
      people,
      assignees,
      today: day,
    }
  })

  mount(readRequestSummary, async ({ caller }) => {
    const [counts, administrators] = await Promise.all([
      reads.pendingCounts(today(), caller.user.id),
      usersWith('settings.manage'),
    ])
    return { ...counts, administrators }
  })

  mount(createServiceRequests, async (call) => {
    const { kind, reason, dueOn, items, keepBack } = call.body
    refuseSecrets({ reason })
    const all = items.flatMap(({ ext, swapWith = [] }) => [ext, swapWith].flat())
    const [numbers, nextAgents] = await Promise.all([
      limits.numbersFor(call.caller, all),
      limits.peopleFor(
        call.caller,
        items.flatMap(({ rebindTo }) => rebindTo?.agentUuid ?? []),
      ),
    ])
    const read = async () => new Map((await recorder.seenNumbers(all)).map((row) => [row.ext, row]))
    let seen = await read()
    const agentWith = (ext: string) => {
      const shown = shownOf(seen.get(ext))
      return typeof shown === 'object' ? shown.holder.agentUuid : null
    }
    // Whom a number is bound to may not have been read yet.
    const unread = items.flatMap(({ ext, swapWith = ext }) =>
      swapWith === ext ? [] : [ext, swapWith].filter((each) => numbers.has(each) && agentWith(each) === null),
    )
    if (unread.length > 0) {
      await lookUps.check(unread.slice(0, maxChecked), call.signal)
      seen = await read()
    }
    const refusalOf = ({ ext, rebindTo, swapWith }: (typeof items)[number]): ProblemCode | null => {
      if (!numbers.has(ext) || (rebindTo !== undefined && !nextAgents.has(rebindTo.agentUuid)))
        return 'limited'
      if (swapWith !== undefined) {
        if (!numbers.has(swapWith)) return 'limited'
        const [agent, other] = [agentWith(ext), agentWith(swapWith)]
        if (agent === null || other === null) return 'swap-unbound'
        return isSameId(agent, other) ? 'request-fulfilled' : null
      }
      const row = seen.get(ext)
      const shownNow = shownOf(row)
      // A number that has left the idle list since it was read may be bound.
      const isOld = shownNow === 'free' && row !== undefined && row.seen_at < row.state_since
      const isDone = !isOld && isFulfilled({ kind, agentUuid: rebindTo?.agentUuid ?? null }, shownNow)
      return isDone ? 'request-fulfilled' : null
    }
    const refused = items.flatMap((item) => {
      const code = refusalOf(item)
      return code === null ? [] : [{ ext: item.ext, swapWith: item.swapWith ?? null, code }]
    })
    const refusals = new Map(refused.map(({ ext, code }) => [ext, code]))
    const { keepBackDays } = await settings.read()
    const keepDays = keepBack && keepBackDays > 0 ? keepBackDays : null
    const created = await writes.create(
      { actor: actorOf(call), kind, reason, dueOn, keepDays },
      items.flatMap(({ ext, rebindTo = null, swapWith = null }) =>
        refusals.has(ext)
          ? []
          : [
              {
                ext,
                swapWith,
                boundTo: seen.get(ext)?.agent_uuid ?? null,
                rebindTo: swapWith === null ? rebindTo : agentOf(agentWith(swapWith)),
              },
            ],
      ),
      refused,
    )
    const requests = await toRequests([...created.values()].flatMap(({ row }) => row ?? []))
    const outcomes = items.map(({ ext }): RequestOutcome => {
      const result = created.get(ext)
      const { code, row } = result ?? { code: refusals.get(ext) ?? null, row: null }
      return {
        ext,
        code,
        request: requests.find((request) => request.id === row?.id) ?? null,
        ...(result?.isKeptBack === true && keepDays !== null ? { keptDays: keepDays } : {}),
      }
    })
    await throwIfOnlyItem(call.caller, outcomes)
    return { items: outcomes }
  })

  mount(changeServiceRequests, async (call) => {
    const { ids, state, note } = call.body
    refuseSecrets({ note })
    const chosen = await chosenBy(call.caller, ids)
    return changesAnswer(call.caller, await writes.change(actorOf(call), chosen, state, note))
  })

  mount(assignServiceRequests, async (call) => {
    const { ids, userId } = call.body
    const assignee =
      userId === null ? null : (await usersWith('request.manage')).find(({ id }) => id === userId)
    if (assignee === undefined) throw fieldRefused('userId', 'name a user who may work on requests')
    const chosen = await chosenBy(call.caller, ids)
    return changesAnswer(call.caller, await writes.assign(actorOf(call), chosen, assignee))
  })

  mount(checkServiceRequests, async ({ body: { ids }, signal }) => {
    await lookUps.check(await reads.numbersAwaited(ids), signal)
    return { items: await toRequests(await reads.byIds(ids)) }
  })

  mountFile(exportServiceRequests, (call) =>
    auditedCsv(
      console,
      call,
      { name: 'service-requests.csv', action: 'request.export', columns },
      async () => {
        const { rows, total } = await reads.list(
          filterOf(call.caller, call.query),
          today(),
          { sort: 'asked', order: 'desc' },
          { offset: 0, limit: maxExportedRequests },
        )
        requireAtMost(maxExportedRequests, total, 'state', 'choose fewer')
        return chunks(await toRequests(rows))
      },
    ),
  )
}
