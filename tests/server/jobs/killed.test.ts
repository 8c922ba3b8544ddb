import { expect, test } from 'vitest'
import { holds } from '../../endurance/check.ts'
import { killedReplica } from '../../jobs-service/killed-replica.ts'

test('R1: keeps every row and sends none twice when killed three times during a job', async () => {
  const checks = await killedReplica({ rows: 100, kills: 3 })
  expect(checks.filter((check) => !holds(check))).toEqual([])
})
