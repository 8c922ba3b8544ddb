import type { Transaction } from 'kysely'
import type { AuditAction } from '#contract/audit.ts'
import { numberSetText } from '#contract/number-set.ts'
import {
  addPool,
  changePool,
  listPoolNumbers,
  listPools,
  readPoolCounts,
  removePool,
  type NewPool,
  type Pool,
} from '#contract/pools.ts'
import { auditedChange } from '../audit/audited.ts'
import { actorOf, type CallOfCaller } from '../platform/http/caller.ts'
import { refuseSecrets } from '../platform/http/free-text.ts'
import type { Tables } from '../platform/database/schema.ts'
import type { Mount } from '../platform/http/mount.ts'
import { ProblemError } from '../platform/problems.ts'
import type { Scope } from '../numbers/limits.ts'
import type { PoolParts } from './open.ts'
import type { PoolFields, PoolRow } from './store.ts'

type Written = PoolFields & { leastFree: number | null }

/** A pool's fields as text for the audit. */
const textsOf = ({ name, numbers, owner, purpose, leastFree }: Written): [field: string, text: string][] => [
  ['name', name],
  ['numbers', numberSetText(numbers)],
  ['owner', owner],
  ['purpose', purpose],
  ['alert below', leastFree === null ? '' : String(leastFree)],
]
const createdText = (pool: Written): string =>
  textsOf(pool)
    .filter(([, text]) => text !== '')
    .map(([field, text]) => `${field}: ${text}`)
    .join('; ')
/** The change as text: old and new value of each changed field. */
function changedText(before: Written, after: Written): string {
  const old = new Map(textsOf(before))
  return textsOf(after)
    .filter(([field, text]) => old.get(field) !== text)
    .map(([field, text]) => `${field}: ${old.get(field) || '–'} → ${text || '–'}`)
    .join('; ')
}

export function mountPools({ mount }: Mount, pools: PoolParts): void {
  const { reads, writes, numbers, thresholds, withForecasts, users, limits, audit, now } = pools

  async function list(): Promise<Pool[]> {
    const [all, levels] = [await reads.all(), await thresholds.leastFree()]
    const names = await users.namesOf(all.flatMap(({ ownerId }) => (ownerId === null ? [] : [ownerId])))
    return all.map(({ numbers: { ranges, prefixes }, ...pool }) => ({
      ...pool,
      owner: names.get(pool.ownerId ?? '') ?? pool.owner,
      ranges: [...ranges],
      prefixes: [...prefixes],
      leastFree: levels.get(pool.id) ?? null,
    }))
  }
  /** Throws `not-found`. */
  async function found(id: string): Promise<PoolRow> {
    const pool = await reads.byId(id)
    if (pool === null) throw new ProblemError('not-found')
    return pool
  }
  async function listed(id: string): Promise<Pool> {
    const pool = (await list()).find((each) => each.id === id)
    if (pool === undefined) throw new ProblemError('not-found')
    return pool
  }
  /** Throws `bad-request` for an owner that is no user, and `names-secret` for a text that contains a secret. */
  async function fieldsOf(
    { name, ranges = [], prefixes = [], ownerId = null, owner = '', purpose = '', leastFree = null }: NewPool,
    before: Pool | null = null,
  ): Promise<Written> {
    const path = before === null ? '' : 'pool.'
    refuseSecrets({ [`${path}name`]: name, [`${path}purpose`]: purpose })
    const fields = { name, numbers: { ranges, prefixes }, ownerId, purpose, leastFree }
    if (ownerId === null) {
      if (owner === '' || (before?.ownerId === null && owner === before.owner)) return { ...fields, owner }
      const errors = [{ path: `${path}owner`, message: 'choose a user' }]
      throw new ProblemError('bad-request', { errors })
    }
    // A user who no longer exists stays the owner until the owner changes.
    const known = (await users.namesOf([ownerId])).get(ownerId)
    const ownerName = known ?? (ownerId === before?.ownerId ? before.owner : undefined)
    if (ownerName !== undefined) return { ...fields, owner: ownerName }
    throw new ProblemError('bad-request', {
      errors: [{ path: `${path}ownerId`, message: 'there is no such user' }],
    })
  }

  const within = <Item extends { id: string }>(items: readonly Item[], scope: Scope | undefined): Item[] =>
    items.filter(({ id }) => scope?.pools.includes(id) !== false)

  mount(listPools, async ({ caller }) => ({ items: within(await list(), await limits.of(caller)) }))

  mount(readPoolCounts, async ({ caller }) => {
    const scope = await limits.of(caller)
    const { items, none, all } = await numbers.counts(within(await reads.all(), scope), scope)
    const [[whole], pooled] = await Promise.all([
      withForecasts([scope === undefined ? all : { ...all, pools: scope.pools }]),
      withForecasts(items),
    ])
    if (whole === undefined) throw new TypeError('every count comes with a forecast')
    return { items: pooled, none, all: whole, firstScan: await numbers.firstScan(scope), now: now() }
  })

  /** Runs a change under the audit's lock, because a pool's numbers depend on all other pools. */
  const recorded = <Result>(
    call: CallOfCaller,
    what: { action: AuditAction; object: string; reason: string },
    work: (transaction: Transaction<Tables>) => Promise<Result>,
  ): Promise<Result> => {
    const entry = { actor: actorOf(call), ...what }
    return auditedChange(audit, entry, async (transaction, write) => {
      const result = await work(transaction)
      await write([{ ...entry, result: 'done' }])
      return result
    })
  }

  mount(addPool, async (call) => {
    const pool = await fieldsOf(call.body)
    const [by, at] = [call.caller.user.email, now()]
    const what = { action: 'pool.add', object: pool.name, reason: createdText(pool) } as const
    const id = await recorded(call, what, async (transaction) => {
      const added = await writes.add(transaction, pool, by, at)
      await thresholds.setLeastFree(transaction, added, { leastFree: pool.leastFree, by, at })
      return added
    })
    return listed(id)
  })

  mount(changePool, async (call) => {
    const before = await listed(call.params.id)
    const pool = await fieldsOf(call.body.pool, before)
    const old = { ...before, numbers: { ranges: before.ranges, prefixes: before.prefixes } }
    const [by, at] = [call.caller.user.email, now()]
    const what = { action: 'pool.change', object: before.name, reason: changedText(old, pool) } as const
    await recorded(call, what, async (transaction) => {
      await writes.change(transaction, { ...old, version: call.body.version }, pool, by, at)
      await thresholds.setLeastFree(transaction, before.id, { leastFree: pool.leastFree, by, at })
      if (numberSetText(old.numbers) !== numberSetText(pool.numbers))
        await thresholds.removeSnapshots(transaction, before.id)
    })
    return listed(before.id)
  })

  mount(removePool, async (call) => {
    const before = await listed(call.params.id)
    const old = { ...before, numbers: { ranges: before.ranges, prefixes: before.prefixes } }
    const what = { action: 'pool.remove', object: before.name, reason: createdText(old) } as const
    await recorded(call, what, async (transaction) => {
      await writes.remove(transaction, before.id)
      await thresholds.removeAll(transaction, before.id)
    })
    return {}
  })

  mount(listPoolNumbers, async ({ params, query: { of, count }, caller }) => {
    const pool = await found(params.id)
    const scope = await limits.of(caller)
    if (within([pool], scope).length === 0) throw new ProblemError('limited')
    const items =
      of === 'absent' ? await numbers.absent(pool.numbers, count) : await numbers.free(pool.numbers, count)
    return { items, firstScan: await numbers.firstScan(scope) }
  })
}
