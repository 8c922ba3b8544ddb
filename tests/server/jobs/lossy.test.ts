import { expect, test } from 'vitest'
import { holds } from '../../endurance/check.ts'
import { lossyService } from '../../jobs-service/lossy-service.ts'

test('R1: creates every number once on a service that loses requests and responses', async () => {
  const checks = await lossyService({ seed: 'one', rows: 120, visibilityTimeoutMs: 500, silentMs: 50 })
  expect(checks.filter((check) => !holds(check))).toEqual([])
})
