import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createAuth } from '#server/auth/auth.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { trySignIn } from '#tests/server/auth/try-sign-in.ts'

/** Parallel sign-ins. */
const atOnce = 200
const refusals = 1_000

const sorted = (values: readonly number[]) => values.toSorted((a, b) => a - b)
const quantile = (values: readonly number[], share: number) =>
  sorted(values)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN
const ms = (value: number) => `${value.toFixed(1)} ms`

/** R36: do signed-in users wait for users who sign in? */
export async function benchSignIn(print: (line: string) => void): Promise<void> {
  const database = await openDatabase({ file: ':memory:' })
  const auth = createAuth(database, {
    publicUrl: 'https://console.example.com',
    secret: 'a session secret for benchmarks, long enough',
  })
  const password = 'correct horse battery'
  await auth.users.create({ email: 'reader@example.com', name: 'reader', password, role: 'supervisor' })

  let asked = 0
  const signIn = (email: string, typed: string) => {
    asked++
    const address = `10.${asked >> 16}.${(asked >> 8) & 255}.${asked & 255}`
    return trySignIn(auth, { email, password: typed, address })
  }
  const { cookie } = await signIn('reader@example.com', password)
  const flood = (n: number) =>
    trySignIn(auth, { email: `flood${n}@example.com`, password, address: '192.0.2.1' })
  for (let n = 0; n <= 10; n++) await flood(n)
  const costOf = async (work: (n: number) => Promise<unknown>): Promise<number> => {
    const started = performance.now()
    for (let n = 0; n < refusals; n++) await work(n)
    return (performance.now() - started) / refusals
  }
  const read = await costOf(() => auth.sessions.check(cookie, { prolong: false }))
  const refused = await costOf(flood)
  print(
    `a sign-in from an exhausted address costs x${(refused / read).toFixed(2)} of a session check, its store in memory`,
  )
  const before = process.memoryUsage().rss
  const loop = monitorEventLoopDelay({ resolution: 5 })
  loop.enable()
  const waits: number[] = []
  const rejected: number[] = []
  const over = new AbortController()
  const reads = (async () => {
    while (!over.signal.aborted) {
      const started = performance.now()
      await auth.sessions.check(cookie, { prolong: false })
      waits.push(performance.now() - started)
      await new Promise((resolve) => {
        setTimeout(resolve, 5)
      })
    }
  })()
  const started = performance.now()
  await Promise.all(
    Array.from({ length: atOnce }, async (_, n) => {
      const { code } = await signIn(`crowd${n}@example.com`, password)
      if (code === 'too-many-requests') rejected.push(performance.now() - started)
    }),
  )
  over.abort()
  await reads
  loop.disable()
  print(
    `${atOnce} sign-ins at once: ${rejected.length} rejected within ${ms(Math.max(...rejected))}; p99 of reads during this ${ms(quantile(waits, 0.99))} (R36: 500 ms); event loop p99 ${ms(loop.percentile(99) / 1e6)}; RSS +${((process.memoryUsage().rss - before) / 1e6).toFixed(0)} MB`,
  )
  await database.close()
}
