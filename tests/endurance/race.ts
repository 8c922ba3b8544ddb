import { runTool } from '../run-tool.ts'
import type { Check } from './check.ts'

const command = ['playwright', 'test', '--config', 'tests/e2e/playwright.config.ts', 'race.spec.ts']

/** Runs `tests/e2e/race.spec.ts` in full: a hundred rounds of two supervisors who reserve one number simultaneously in two browsers. */
export async function reservationRace(short: boolean): Promise<Check[]> {
  const { succeeded } = await runTool(command, { live: true, env: { FULL_COUNTS: short ? '' : '1' } })
  return [{ name: 'failed runs of the race of two supervisors', value: succeeded ? 0 : 1, atMost: 0 }]
}
