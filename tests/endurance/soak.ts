import { setTimeout as sleep } from 'node:timers/promises'
import { startConsole } from './console.ts'
import type { Check } from './check.ts'

const perSecond = 50
/** One request in twenty triggers an error of the sandbox. */
const paths = [
  '/api/extensions/idle?pageSize=20',
  '/api/extensions/1000',
  '/api/extensions/idle/first',
  '/api/suggestions?q=10',
  '/api/session',
]
const faulty = [
  '/api/extensions/990001',
  '/api/extensions/990002',
  '/api/extensions/990004',
  '/api/extensions/990007',
]
const sampleMs = 5_000
/** Half of the time: until then, V8 sizes its young generation, compiles hot code and fills its page pool. */
const warmUpMinutes = (minutes: number) => minutes / 2

/** Returns the values' change per minute, by least squares. */
function slopePerMinute(samples: readonly { minute: number; value: number }[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const minute = mean(samples.map((sample) => sample.minute))
  const value = mean(samples.map((sample) => sample.value))
  const spread = samples.reduce((sum, sample) => sum + (sample.minute - minute) ** 2, 0)
  return samples.reduce((sum, sample) => sum + (sample.minute - minute) * (sample.value - value), 0) / spread
}

/** R44: steady use with errors of the service. After a warm-up, memory and descriptors must stay constant. */
export async function soak(minutes: number): Promise<Check[]> {
  const console = await startConsole()
  try {
    const memory: { minute: number; value: number }[] = []
    const descriptors: { minute: number; value: number }[] = []
    let ours = 0
    let asked = 0
    const begun = performance.now()
    const elapsed = () => (performance.now() - begun) / 60_000
    const sampling = setInterval(() => {
      if (elapsed() < warmUpMinutes(minutes)) return
      memory.push({ minute: elapsed(), value: console.memory() })
      descriptors.push({ minute: elapsed(), value: console.descriptors() })
    }, sampleMs)
    while (elapsed() < minutes) {
      for (; asked < elapsed() * 60 * perSecond; asked++) {
        const list = asked % 20 === 0 ? faulty : paths
        void console.request(list[Math.floor(asked / 20 + asked) % list.length] ?? '').then(({ status }) => {
          if (status === 500 || status === 0) ours++
        })
      }
      await sleep(20)
    }
    clearInterval(sampling)
    const length = `${minutes} min at ${perSecond}/s`
    const growth = {
      name: `R44 ${length}: memory, MB in 10 min`,
      value: slopePerMinute(memory) * 10,
      // A hundred bytes per request; the system's own fluctuation hides a smaller leak.
      atMost: 3,
    }
    return [
      // V8 itself grows the memory during the first half hour.
      ...(warmUpMinutes(minutes) >= 30 ? [growth] : []),
      { name: `R44 ${length}: descriptors in 10 min`, value: slopePerMinute(descriptors) * 10, atMost: 5 },
      { name: `R44 of ${asked} requests: faults of our own`, value: ours, atMost: 0 },
    ]
  } finally {
    await console.stop()
  }
}
