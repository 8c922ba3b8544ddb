import type { lookUpNumbers } from '#contract/jobs.ts'
import { bindStatus } from '#upstream/assumptions.ts'
import { UpstreamError } from '#upstream/errors.ts'
import type { Upstream } from '#upstream/upstream.ts'
import type * as z from 'zod/mini'
import { problemCodeOf } from '../platform/http/problems.ts'
import { toExtension } from '../platform/upstream/records.ts'

type Looked = z.infer<(typeof lookUpNumbers)['answer']>['items'][number]

/** Look-ups at once for one call. */
const atOnce = 8

/** Looks each number up by operation 7, several at once; what cannot be asked before `signal` ends is `unknown`. */
export async function lookUpAll(
  upstream: Pick<Upstream, 'getExtension'>,
  exts: readonly string[],
  signal: AbortSignal,
): Promise<Looked[]> {
  async function lookUp(ext: string): Promise<Looked> {
    try {
      const { data } = await upstream.getExtension({ ext }, { signal, bulk: true })
      const state = data.bindStatus === bindStatus.bound ? 'bound' : 'taken'
      return { ext, state, extension: toExtension(data), code: null }
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      const code = problemCodeOf(error)
      return code === 'extension-not-found'
        ? { ext, state: 'free', extension: null, code: null }
        : { ext, state: 'unknown', extension: null, code }
    }
  }
  const looked: Looked[] = Array.from({ length: exts.length })
  const waiting = exts.entries()
  await Promise.all(
    Array.from({ length: Math.min(atOnce, exts.length) }, async () => {
      // The iterator is shared: each takes the next number.
      for (const [index, ext] of waiting) looked[index] = await lookUp(ext)
    }),
  )
  return looked
}
