import { malformedRequests } from './malformed.ts'
import { reveals } from './reveals.ts'
import { slowClients } from './slow-clients.ts'
import { soak } from './soak.ts'

/**
 * `npm run test:endurance`: the targets that need minutes, over the running product. With `--short` a tenth of each, with
 * words (`soak`, `malformed`, …) only those. Ends with `N passed, N failed`.
 */

/** A measured value and where it must lie. */
export type Check = { name: string; value: number } & ({ atMost: number } | { atLeast: number })

const words = process.argv.slice(2)
const short = words.includes('--short')
const wanted = words.filter((word) => word !== '--short')

const all: [name: string, run: () => Promise<Check[]>][] = [
  ['malformed', () => malformedRequests(short ? 10_000 : 100_000)],
  ['reveals', () => reveals(short ? 100 : 1_000)],
  ['slow-clients', () => slowClients(short ? 500 : 2_000)],
  ['soak', () => soak(short ? 6 : 60)],
]

let passed = 0
let failed = 0
for (const [name, run] of all) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  for (const check of await run()) {
    const holds = 'atMost' in check ? check.value <= check.atMost : check.value >= check.atLeast
    const bound = 'atMost' in check ? `at most ${check.atMost}` : `at least ${check.atLeast}`
    process.stdout.write(
      `${holds ? 'ok    ' : 'FAILED'} ${check.name}: ${check.value.toFixed(1)} (${bound})\n`,
    )
    if (holds) passed++
    else failed++
  }
}
process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0
