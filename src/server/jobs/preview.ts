import pLimit from 'p-limit'
import type { lookUpNumbers } from '#contract/jobs.ts'
import { bindStatus } from '#upstream/records.ts'
import { UpstreamError } from '#upstream/errors.ts'
import type { Upstream } from '#upstream/client.ts'
import type * as z from 'zod/mini'
import { problemCodeOf } from '../platform/problems.ts'
import { toExtension } from '../platform/upstream/records.ts'

type LookUpResult = z.infer<(typeof lookUpNumbers)['answer']>['items'][number]

/** Parallel look-ups per call. */
const lookUpsAtOnce = 8

/**
 * Looks each number up with operation 7. A failed look-up, or one that `signal` aborts, gives `unknown`. `inJobs`: the numbers in
 * open jobs.
 */
export async function lookUpAll(
  upstream: Pick<Upstream, 'getExtension'>,
  exts: readonly string[],
  inJobs: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<LookUpResult[]> {
  return pLimit(lookUpsAtOnce).map(exts, async (ext): Promise<LookUpResult> => {
    try {
      const { data } = await upstream.getExtension({ ext }, { signal, bulk: true })
      const state = data.bindStatus === bindStatus.bound ? 'bound' : 'existsFree'
      return { ext, state, extension: toExtension(data), code: null }
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      const code = problemCodeOf(error)
      return code === 'extension-not-found'
        ? { ext, state: inJobs.has(ext) ? 'inJob' : 'absent', extension: null, code: null }
        : { ext, state: 'unknown', extension: null, code }
    }
  })
}
