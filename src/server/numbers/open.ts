import type { FeatureContext } from '../feature.ts'
import { Numbers } from './numbers.ts'
import { UpstreamError } from '#upstream/errors.ts'
import { BindingChanges } from './binding-changes.ts'
import { CrawlStore } from './scan.ts'
import { Crawler } from './crawler.ts'
import { LookUps } from './look-ups.ts'
import { Recorder } from './recorder.ts'

/** Every extension that the console has seen, and the crawls that find them. */
export function openNumbers(context: FeatureContext) {
  const { database, account, upstream, background, timings, now, onFault } = context
  const reads = new Numbers(database, account)
  const recorder = new Recorder({ ...context, reads, writeMs: timings.numbersWriteMs })
  upstream.listen(recorder.collect)
  const stopping = new AbortController()
  const crawls = new CrawlStore(database, account)
  const lookUps = new LookUps({ ...context, reads, recorder, crawls })
  const crawler = new Crawler({ ...context, reads, recorder, crawls, lookUps })
  background.every('idle-pages', timings.idlePagesEveryMs, (turn) => crawler.run('idle', turn))
  background.every('look-ups', timings.lookUpsEveryMs, lookUps.round)
  background.every('gaps', timings.gapsEveryMs, (turn) => crawler.run('gaps', turn))
  /** Reads the numbers of a job from the idle list once it has ended, so that they are free at once. */
  const readCreated = () =>
    recorder
      .flush()
      .then(() => lookUps.searchUnlisted({ read: (call) => call(), signal: stopping.signal }, 1))
      .catch((error: unknown) => {
        // The next round looks them up.
        if (!(error instanceof UpstreamError)) onFault(error)
      })
  const bindingChanges = new BindingChanges(database, account)
  background.every('binding-changes', 60 * 60_000, () => bindingChanges.removeExpired(now()))
  return {
    reads,
    crawls,
    recorder,
    lookUps,
    bindingChanges,
    /** True once the idle list, and the numbers between its numbers, were read. */
    isReadOnce: async () => (await crawls.read('gaps'))?.last_ended_at != null,
    readCreated,
    close: async () => {
      stopping.abort()
      await recorder.close()
    },
  }
}
