import type { Recipient } from '../auth/recipients.ts'
import type { Condition, Occurrence, OccurrenceSource } from '../platform/occurrence.ts'
import { recipientsOf } from './audience.ts'
import type { ConditionTimes, NotificationStore } from './store.ts'

/** A transaction that was open during a scan shows its rows to the next one, with earlier times. */
const overlapMs = 5 * 60_000
/** A condition that was not met for this long begins again when it is met. */
const forgottenMs = 24 * 3_600_000

export interface ScanDeps {
  store: NotificationStore
  sources: readonly OccurrenceSource[]
  /** Occurrences that concern no service. */
  ownSources: readonly OccurrenceSource[]
  conditions: () => Promise<readonly Condition[]>
  recipients: () => Promise<readonly Pick<Recipient, 'id' | 'role'>[]>
  account: string
}

/** Returns the conditions with their times, and an occurrence for each that is new. */
function begun(
  conditions: readonly Condition[],
  before: ConditionTimes,
  at: number,
): { times: ConditionTimes; occurrences: Occurrence[] } {
  const kept = Object.entries(before).filter(([, { seen }]) => seen > at - forgottenMs)
  const times: ConditionTimes = Object.fromEntries(kept)
  for (const { key } of conditions) times[key] = { since: times[key]?.since ?? at, seen: at }
  const occurrences = conditions.map(({ key, event }) => ({
    key: `${key} ${times[key]?.since ?? at}`,
    at,
    count: 1,
    event,
    person: null,
    causedBy: null,
  }))
  return { times, occurrences }
}

/** Reads what happened since the last scan, and writes the notifications of each user whom it concerns. */
export async function scan({
  store,
  sources,
  ownSources,
  conditions,
  recipients,
  account,
}: ScanDeps): Promise<void> {
  const { at, last } = await store.scan()
  const since = (last?.until ?? at) - overlapMs
  const read = async (from: readonly OccurrenceSource[], of: string | null) =>
    (await Promise.all(from.map((source) => source(since, at))))
      .flat()
      .map((each) => ({ ...each, account: of }))
  const { times, occurrences } = begun(await conditions(), last?.conditions ?? {}, at)
  const all = [
    ...(await read(sources, account)),
    ...(await read(ownSources, null)),
    ...occurrences.map((each) => ({ ...each, account })),
  ]
  const users = await recipients()
  const notifications = all.flatMap((occurrence) =>
    recipientsOf(occurrence, users).map(({ id }) => ({
      user_id: id,
      account: occurrence.account,
      key: occurrence.key,
      count: occurrence.count,
      at: occurrence.at,
      event: occurrence.event,
    })),
  )
  await store.save(notifications, { until: at, conditions: times })
}
