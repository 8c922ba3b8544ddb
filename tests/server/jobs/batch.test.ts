import { expect, test } from 'vitest'
import { ChangeBatch } from '#server/jobs/batch.ts'
import { pendingRow } from './pending-row.ts'

const at = (position: number) => ({ ...pendingRow, position })
const claim = (position: number) => ({
  row: at(position),
  events: [{ kind: 'claimed' as const, fencingToken: 1 }],
})

test('writes changes that arrive during a transaction in the next one, and answers each with its row', async () => {
  const written: number[][] = []
  const { promise: first, resolve: endFirst } = Promise.withResolvers<undefined>()
  const batch = new ChangeBatch(0, async (changes) => {
    written.push(changes.map(({ row }) => row.position))
    if (written.length === 1) await first
    return changes.map(({ row }) => (row.position === 2 ? null : row))
  })
  const changes = [batch.write(claim(1)), batch.write(claim(2))]
  await expect.poll(() => written).toEqual([[1, 2]])
  const later = [batch.write(claim(3)), batch.write(claim(4))]
  endFirst(undefined)
  expect(await Promise.all([...changes, ...later])).toEqual([at(1), null, at(3), at(4)])
  expect(written).toEqual([
    [1, 2],
    [3, 4],
  ])
})

test('rejects every change of a failed write, and still writes later changes', async () => {
  let isAway = true
  const batch = new ChangeBatch(0, (changes) =>
    isAway ? Promise.reject(new Error('away')) : Promise.resolve(changes.map(({ row }) => row)),
  )
  const outcomes = await Promise.allSettled([batch.write(claim(1)), batch.write(claim(2))])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isAway = false
  expect(await batch.write(claim(3))).toEqual(at(3))
})
