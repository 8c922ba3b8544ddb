import { randomUUID } from 'node:crypto'
import { allNumbers, scopeOfPool } from '#contract/capacity.ts'
import { numberSetText } from '#contract/number-set.ts'
import {
  addPool,
  changePool,
  listNextNumbers,
  listPools,
  readPoolCounts,
  removePool,
  type NewPool,
  type Pool,
} from '#contract/pools.ts'
import { auditedChange } from '../audit/audited.ts'
import { changesOf } from '../audit/changes.ts'
import { actorOf } from '../platform/http/caller.ts'
import { refuseSecrets } from '../platform/http/free-text.ts'
import type { Mount } from '../platform/http/mount.ts'
import { fieldRefused, ProblemError } from '../platform/problems.ts'
import { stateCountsOf } from '../numbers/numbers.ts'
import { readFirstScans } from '../numbers/scan.ts'
import type { Console } from '../features.ts'
import { nextAbsent, nextFree } from './next-numbers.ts'
import type { PoolFields } from './store.ts'

type Written = PoolFields & Pick<Pool, 'leastFree'>

/** A pool's fields for the audit. */
const valuesOf = ({ name, owner, purpose, leastFree, ...numbers }: Written) => ({
  name,
  numbers: numberSetText(numbers),
  owner: owner || null,
  purpose: purpose || null,
  alertBelow: leastFree,
})
const changesIn = (before: Written, after: Written) =>
  changesOf(valuesOf(before), valuesOf(after), ['name', 'numbers', 'owner', 'purpose', 'alertBelow'])

export function mountPools({ mount }: Mount, console: Console): void {
  const { pools: store, audit, database, account, now } = console
  const { thresholds, snapshots, withForecast } = console.capacity
  const { users } = console.auth
  const { reads } = console.numbers

  async function list(): Promise<Pool[]> {
    const all = await store.all()
    const names = await users.namesOf(all.flatMap(({ ownerId }) => ownerId ?? []))
    return all.map((pool) => ({ ...pool, owner: names.get(pool.ownerId ?? '') ?? pool.owner }))
  }
  /** Throws `not-found`. */
  async function listed(id: string): Promise<Pool> {
    const pool = (await list()).find((each) => each.id === id)
    if (pool === undefined) throw new ProblemError('not-found')
    return pool
  }
  /** Throws `bad-request` for an owner that is no user, and `names-secret` for a text that contains a secret. */
  async function fieldsOf(
    { name, ranges = [], prefixes = [], ownerId = null, purpose = '', leastFree = null }: NewPool,
    before: Pool | null = null,
  ): Promise<Written> {
    const path = before === null ? '' : 'pool.'
    refuseSecrets({ [`${path}name`]: name, [`${path}purpose`]: purpose })
    const fields = { name, ranges, prefixes, ownerId, purpose, leastFree }
    if (ownerId === null) return { ...fields, owner: '' }
    // A user who no longer exists stays the owner until the owner changes.
    const userName = (await users.namesOf([ownerId])).get(ownerId)
    const ownerName = userName ?? (ownerId === before?.ownerId ? before.owner : undefined)
    if (ownerName !== undefined) return { ...fields, owner: ownerName }
    throw fieldRefused(`${path}ownerId`, 'there is no such user')
  }

  mount(listPools, async () => ({ items: await list() }))

  mount(readPoolCounts, async () => {
    const scans = await readFirstScans(database.db, account)
    const [all, rows] = await Promise.all([store.all(), reads.tally(0)])
    const ofPool = Map.groupBy(rows, ({ pool }) => pool)
    const items = all.map(({ id }) => ({ id, ...stateCountsOf(ofPool.get(id) ?? []) }))
    const [[whole], pooled] = await Promise.all([
      withForecast([{ ...stateCountsOf(rows), scope: allNumbers }]),
      withForecast(items.map((each) => ({ ...each, scope: scopeOfPool(each.id) }))),
    ])
    if (whole === undefined) throw new TypeError('every count comes with a forecast')
    return { items: pooled, none: stateCountsOf(ofPool.get('') ?? []), all: whole, ...scans, now: now() }
  })

  mount(addPool, async (call) => {
    const pool = await fieldsOf(call.body)
    const [by, at] = [call.caller.user.email, now()]
    const event = { actor: actorOf(call), action: 'pool.add', object: pool.name, values: valuesOf(pool) }
    const id = randomUUID()
    await auditedChange(audit, event, async (transaction) => {
      await store.save(transaction, { ...pool, id }, { version: 0, by, at })
      await thresholds.setLeastFree(transaction, scopeOfPool(id), { leastFree: pool.leastFree, by, at })
    })
    return listed(id)
  })

  mount(changePool, async (call) => {
    const before = await listed(call.params.id)
    const pool = await fieldsOf(call.body.pool, before)
    const [by, at] = [call.caller.user.email, now()]
    const values = changesIn(before, pool)
    const event = { actor: actorOf(call), action: 'pool.change', object: before.name, values }
    const scope = scopeOfPool(before.id)
    await auditedChange(audit, event, async (transaction) => {
      const edit = { version: call.body.version, by, at, path: 'pool.' }
      await store.save(transaction, { ...pool, id: before.id }, edit)
      await thresholds.setLeastFree(transaction, scope, { leastFree: pool.leastFree, by, at })
      // The old snapshots describe other numbers.
      if (numberSetText(before) !== numberSetText(pool)) await snapshots.removeScope(transaction, scope)
    })
    return listed(before.id)
  })

  mount(removePool, async (call) => {
    const before = await listed(call.params.id)
    const values = valuesOf(before)
    const event = { actor: actorOf(call), action: 'pool.remove', object: before.name, values }
    await auditedChange(audit, event, async (transaction) => {
      await store.remove(transaction, before.id)
      await snapshots.removeScope(transaction, scopeOfPool(before.id))
      await thresholds.remove(transaction, scopeOfPool(before.id))
    })
    return {}
  })

  mount(listNextNumbers, async ({ params, query: { of, count } }) => {
    const { firstScan } = await readFirstScans(database.db, account)
    const pool = await listed(params.id)
    const inJobs = await console.jobs.ledger.openNumbersWithin(pool)
    const items = await (of === 'absent' ? nextAbsent : nextFree)(reads, pool, { count, inJobs })
    return { items, firstScan }
  })
}
