import { personHistory, extensionHistory, maxSpans } from '#contract/history.ts'
import type * as z from 'zod/mini'
import type { HistorySubject } from '../platform/history-range.ts'
import type { Mount } from '../platform/http/mount.ts'
import type { Console } from '../features.ts'
import { readNames } from './names.ts'
import { historySources, type HistorySource } from './sources.ts'
import { readTimeline } from './timeline.ts'

type Query = z.output<(typeof extensionHistory)['query']>

/** Later than every time. */
const never = Number.MAX_SAFE_INTEGER

/** Histories of numbers and agents, merged from the data of other features. */
export function mountHistory({ mount }: Mount, console: Console): void {
  const { flush, bindingChanges } = console.numbers
  const { binding, action, ...others } = historySources(console)

  async function read(
    subject: HistorySubject,
    { from = 0, to = never, only, before, pageSize }: Query,
    canReadAudit: boolean,
  ) {
    const sources: Record<string, HistorySource> =
      only === 'bindings' ? { binding } : { binding, ...others, ...(canReadAudit ? { action } : {}) }
    const [timeline, spans] = await Promise.all([
      readTimeline(sources, { subject, from, to, before: before ?? null, limit: pageSize }),
      bindingChanges.spans(subject, { from, to }, maxSpans + 1),
    ])
    return { ...timeline, spans: spans.slice(0, maxSpans), moreSpans: spans.length > maxSpans }
  }

  mount(extensionHistory, async ({ params: { ext }, query, caller }) => {
    await flush()
    const [history, observedSince] = await Promise.all([
      read({ ext }, query, caller.permissions.includes('audit.read')),
      bindingChanges.observedSince(ext),
    ])
    const isBefore = observedSince !== null && (query.to ?? never) <= observedSince
    const first = isBefore
      ? await bindingChanges.spans({ ext }, { from: observedSince, to: observedSince + 1 }, 1)
      : []
    const undated = first.filter(({ state, boundAt }) => state === 'bound' && boundAt === null)
    const { items, spans } = await readNames(console, {
      items: history.items,
      spans: [...history.spans, ...undated],
    })
    const firstKnown = spans[history.spans.length] ?? null
    return { ...history, items, spans: spans.slice(0, history.spans.length), firstKnown, observedSince }
  })

  mount(personHistory, async ({ params, query }) => {
    await flush()
    const [history, [agent]] = await Promise.all([
      read({ agentUuid: params.id }, query, false),
      console.people.reads.known([params.id]),
    ])
    const names = await readNames(console, history)
    return { ...history, ...names, firstKnown: null, observedSince: agent?.first_seen_at ?? null }
  })
}
