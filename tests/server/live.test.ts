import { expect, test } from 'vitest'
import { boundOf, holds, type Check } from '../endurance/check.ts'
import { databaseGone } from '../endurance/database-gone.ts'
import { killedHolder } from '../endurance/killed-holder.ts'
import { killedWriter } from '../endurance/killed-writer.ts'
import { restarts } from '../endurance/restarts.ts'
import { tokenOfAll } from '../endurance/token-of-all.ts'
import { newPlace } from '../stores/each-store.ts'

/** What `npm run test:endurance` does at length, with processes of their own, once in short and without its times. */
const wrong = (checks: readonly Check[]): string[] =>
  checks
    .filter((check) => check.isTime !== true && !holds(check))
    .map((check) => `${check.name}: ${check.value} (${boundOf(check)})`)

const databaseUrl = async (): Promise<string> => {
  const place = await newPlace('postgres', [])
  return 'url' in place ? place.url : ''
}

test('R10, R11: four cold replicas share one token; one that is revoked is renewed once, and no caller fails', async () => {
  expect(wrong(await tokenOfAll(await databaseUrl(), { reads: 1_000, minutes: 0.02 }))).toEqual([])
})

test('R12: the replica that fetches the token is killed, another takes over', async () => {
  expect(wrong(await killedHolder(await databaseUrl(), 1))).toEqual([])
})

test('R7: stopped and started in the middle of a job: not ready at once, gone in time, nothing in doubt', async () => {
  expect(wrong(await restarts(1))).toEqual([])
})

test('R48: killed while writing, the embedded store is sound and has lost nothing it acknowledged', async () => {
  expect(wrong(await killedWriter(5))).toEqual([])
})

test('R49: the database goes away and comes back under a running replica', async () => {
  expect(wrong(await databaseGone(1))).toEqual([])
})
