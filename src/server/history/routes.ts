import { agentHistory, extensionHistory, maxSpans } from '#contract/history.ts'
import type * as z from 'zod/mini'
import type { HistorySubject } from '../platform/history-range.ts'
import type { Mount } from '../platform/http/mount.ts'
import { readNames, type Directories } from './names.ts'
import { historySources, type HistoryDeps, type HistorySource } from './sources.ts'
import { readTimeline } from './timeline.ts'

type Query = z.output<(typeof extensionHistory)['query']>

interface Deps extends HistoryDeps, Directories {
  /** Writes the observations so far. */
  flush: () => Promise<void>
  /** When the directory first had the agent; null when it never did. */
  agentSeenSince: (uuid: string) => Promise<number | null>
}

/** Later than every time. */
const never = Number.MAX_SAFE_INTEGER

/** Histories of numbers and agents, merged from the data of other features. */
export function mountHistory({ mount }: Mount, deps: Deps): void {
  const { binding, action, ...others } = historySources(deps)

  async function read(
    subject: HistorySubject,
    { from = 0, to = never, only, before, pageSize }: Query,
    canReadAudit: boolean,
  ) {
    const sources: Record<string, HistorySource> =
      only === 'bindings' ? { binding } : { binding, ...others, ...(canReadAudit ? { action } : {}) }
    const [timeline, spans] = await Promise.all([
      readTimeline(sources, { subject, from, to, before: before ?? null, limit: pageSize }),
      deps.bindings.spans(subject, { from, to }, maxSpans + 1),
    ])
    return { ...timeline, spans: spans.slice(0, maxSpans), moreSpans: spans.length > maxSpans }
  }

  mount(extensionHistory, async ({ params: { ext }, query, caller }) => {
    await deps.flush()
    const [history, observedSince] = await Promise.all([
      read({ ext }, query, caller.permissions.includes('audit.read')),
      deps.bindings.observedSince(ext),
    ])
    const isBefore = observedSince !== null && (query.to ?? never) <= observedSince
    const first = isBefore
      ? await deps.bindings.spans({ ext }, { from: observedSince, to: observedSince + 1 }, 1)
      : []
    const undated = first.filter(({ state, boundAt }) => state === 'bound' && boundAt === null)
    const { items, spans } = await readNames(deps, {
      items: history.items,
      spans: [...history.spans, ...undated],
    })
    const firstKnown = spans[history.spans.length] ?? null
    return { ...history, items, spans: spans.slice(0, history.spans.length), firstKnown, observedSince }
  })

  mount(agentHistory, async ({ params, query }) => {
    await deps.flush()
    const [history, observedSince] = await Promise.all([
      read({ agentUuid: params.id }, query, false),
      deps.agentSeenSince(params.id),
    ])
    return {
      ...history,
      ...(await readNames(deps, history)),
      firstKnown: null,
      observedSince,
    }
  })
}
