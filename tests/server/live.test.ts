import { expect, test } from 'vitest'
import { boundOf, holds, type Check } from '../endurance/check.ts'
import { databaseGone } from '../endurance/database-gone.ts'
import { killedHolder } from '../endurance/killed-holder.ts'
import { killedWriter } from '../endurance/killed-writer.ts'
import { restarts } from '../endurance/restarts.ts'
import { tokenOfAll } from '../endurance/token-of-all.ts'
import { copyPreparedStore } from '../stores/each-store.ts'

/**
 * Returns the failed checks. These tests run scenarios of `npm run test:endurance` once and shortened, with real processes;
 * they skip the time checks, which depend on the machine.
 */
const wrong = (checks: readonly Check[]): string[] =>
  checks
    .filter((check) => check.isTime !== true && !holds(check))
    .map((check) => `${check.name}: ${check.value} (${boundOf(check)})`)

const databaseUrl = async (): Promise<string> => {
  const place = await copyPreparedStore('postgres', [])
  return 'url' in place ? place.url : ''
}

test('R10, R11: shares one token among four replicas and renews it once when revoked', async () => {
  const load = { reads: 96, minutes: 0.01, callersEach: 8 }
  expect(wrong(await tokenOfAll(await databaseUrl(), load))).toEqual([])
})

test('R12: another replica takes over when the replica that fetches the token is killed', async () => {
  expect(wrong(await killedHolder(await databaseUrl(), 1))).toEqual([])
})

test('R7: stops cleanly and leaves no row in doubt when restarted during a job', async () => {
  expect(wrong(await restarts(1))).toEqual([])
})

test('R48: keeps the embedded store sound and every acknowledged write when killed', async () => {
  expect(wrong(await killedWriter(3))).toEqual([])
})

test('R49: recovers when the database goes away and comes back under a running replica', async () => {
  expect(wrong(await databaseGone(1))).toEqual([])
})
