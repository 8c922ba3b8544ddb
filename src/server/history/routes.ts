import { personHistory, extensionHistory, maxSpans, type HistoryEntry } from '#contract/history.ts'
import type * as z from 'zod/mini'
import type { HistorySubject } from '../platform/history-range.ts'
import type { Mount } from '../platform/http/mount.ts'
import type { Console } from '../features.ts'
import { readNames } from './names.ts'
import { recordOf, type HistorySource } from './record.ts'

type Query = z.output<(typeof extensionHistory)['query']>

/** Later than every time. */
const never = Number.MAX_SAFE_INTEGER

/** Returns a page of what the sources have. Each returns at most one page and one more entry; what two of them have is shown once. */
export async function readHistoryPage(
  sources: readonly HistorySource[],
  { from = 0, to = never, before, pageSize }: Pick<Query, 'from' | 'to' | 'before' | 'pageSize'>,
): Promise<{ items: HistoryEntry[]; older: string | null }> {
  const [at, id = ''] = before?.split('.') ?? []
  const start = at === undefined || Number(at) >= to ? { at: to, id: '' } : { at: Number(at), id }
  const read = await Promise.all(sources.map((source) => source({ from, before: start }, pageSize + 1)))
  const byPlace = new Map(read.flat().map((placed) => [`${placed.entry.at}.${placed.id}`, placed]))
  const newestFirst = [...byPlace].toSorted(
    ([, a], [, b]) => b.entry.at - a.entry.at || (a.id < b.id ? 1 : -1),
  )
  const items = newestFirst.slice(0, pageSize).map(([place, { entry }]) => ({ ...entry, place }))
  return { items, older: newestFirst.length > pageSize ? (items.at(-1)?.place ?? null) : null }
}

/** Histories of numbers and people: what is on record, what the console observed, and the creations by jobs. */
export function mountHistory({ mount }: Mount, console: Console): void {
  const { recorder, bindingChanges } = console.numbers
  const { ledger } = console.jobs

  async function read(subject: HistorySubject, query: Query, canReadAudit: boolean) {
    const { from = 0, to = never } = query
    const observed: HistorySource = async (range, limit) =>
      (await bindingChanges.list(subject, range, limit)).map(({ id, ...entry }) => ({ id, entry }))
    const sources = query.only === 'bindings' ? [] : await recordOf(console, subject, canReadAudit)
    if (query.only !== 'bindings' && 'ext' in subject)
      sources.push((range, limit) => ledger.history(subject.ext, range, limit))
    const [page, spans] = await Promise.all([
      readHistoryPage([observed, ...sources], query),
      bindingChanges.spans(subject, { from, to }, maxSpans + 1),
    ])
    return { ...page, spans: spans.slice(0, maxSpans), moreSpans: spans.length > maxSpans }
  }

  mount(extensionHistory, async ({ params: { ext }, query, caller }) => {
    await recorder.flush()
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
    await recorder.flush()
    const [history, [agent]] = await Promise.all([
      read({ agentUuid: params.id }, query, false),
      console.people.reads.known([params.id]),
    ])
    const names = await readNames(console, history)
    return { ...history, ...names, firstKnown: null, observedSince: agent?.first_seen_at ?? null }
  })
}
