import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { defaultTimings } from '#server/platform/timings.ts'
import type { Check } from '../endurance/check.ts'
import { itemsOf, numbers, post, retryReview } from './bulk.ts'
import { prepareStore } from '../stores/prepared-store.ts'
import { openInProcess } from './in-process.ts'
import { auditedItems } from './ledger.ts'
import { startMisbehavingService } from './service.ts'
import { storeFolder } from '../stores/folder.ts'

const losses = { droppedBefore: 0.08, committedThenDropped: 0.08, silent: 0.05, late: 0.08 }

/** R1: a service that loses requests and answers, or creates late but within the visibility timeout. */
export async function lossyService(options: {
  seed: string
  rows: number
  visibilityTimeoutMs: number
  /** Infinity: the console's own deadline ends a silent create. */
  silentMs: number
}): Promise<Check[]> {
  const { seed, rows, visibilityTimeoutMs, silentMs } = options
  const directory = mkdtempSync(join(storeFolder, 'console-lossy-'))
  const store = { file: join(directory, 'console.db') }
  await prepareStore(store)
  const service = await startMisbehavingService({
    seed,
    modes: { latencyMs: 20, ...losses, lateMs: visibilityTimeoutMs / 2, silentMs },
  })
  const exts = numbers(rows)

  async function run() {
    const console = await openInProcess({
      serviceUrl: service.url,
      store,
      visibilityTimeoutMs,
      ...(Number.isFinite(silentMs) ? {} : { timings: { upstream: defaultTimings.upstream } }),
    })
    try {
      const { id } = await post(console, exts)
      await retryReview(console, id)
      return { id, done: await itemsOf(console, id, 'done') }
    } finally {
      await console.close()
    }
  }

  try {
    const { id, done } = await run()
    const met = new Set<string>(service.attempts.map(({ did }) => did))
    const answered = new Set(service.attempts.filter(({ did }) => did === 'created').map(({ ext }) => ext))
    const misreported = done.filter(({ ext, how }) => how !== (answered.has(ext) ? 'answered' : 'reconciled'))
    const audited = await auditedItems(store, id)
    const wrong = exts.filter((ext) => {
      const { intents, outcomes } = audited.get(ext) ?? {}
      return intents !== service.sends(ext) || outcomes !== service.sends(ext)
    })
    return [
      { name: `R1 seed ${seed}: of ${rows} rows done`, value: done.length, atLeast: rows },
      { name: 'R1 numbers created twice', value: service.duplicates().length, atMost: 0 },
      { name: 'R1 numbers lost', value: service.lost(exts).length, atMost: 0 },
      { name: 'R1 kinds of answers and losses met', value: met.size, atLeast: 5 },
      {
        name: 'R1 answered rows reported as found, or found ones as answered',
        value: misreported.length,
        atMost: 0,
      },
      { name: 'R1 rows without an intent and an outcome for each send', value: wrong.length, atMost: 0 },
    ]
  } finally {
    await service.close()
    rmSync(directory, { recursive: true, force: true })
  }
}
