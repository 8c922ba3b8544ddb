import type { Recipient } from '../auth/recipients.ts'
import type { Database } from '../platform/database/database.ts'
import type { Condition, Occurrence, OccurrenceSource } from '../platform/occurrence.ts'
import { choiceOf, recipientsOf } from './audience.ts'
import type { Channels } from './channels.ts'
import { readChoices } from './choices.ts'
import type { ConditionTimes, NewDelivery, NewNotification, NotificationStore } from './store.ts'

/** A transaction that was open during a scan shows its rows to the next one, with earlier times. */
const overlapMs = 5 * 60_000
/** A condition that was not met for this long begins again when it is met. */
const forgottenMs = 24 * 3_600_000

export interface ScanDeps {
  store: NotificationStore
  sources: readonly OccurrenceSource[]
  /** Occurrences that concern no service. */
  ownSources: readonly OccurrenceSource[]
  /** The conditions that hold. */
  conditions: () => Promise<readonly Condition[]>
  recipients: () => Promise<readonly Recipient[]>
  database: Database
  channels: Pick<Channels, 'mail' | 'webhooks'>
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

/** Reads what happened since the last scan, and writes the notifications of each user whom it concerns, and their deliveries. */
export async function scan(deps: ScanDeps): Promise<void> {
  const { store, sources, ownSources, conditions, account, channels } = deps
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
  const [users, chosen, server, webhooks] = await Promise.all([
    deps.recipients(),
    readChoices(deps.database),
    channels.mail(),
    channels.webhooks(),
  ])
  const notifications: NewNotification[] = []
  const deliveries: NewDelivery[] = []
  for (const occurrence of all) {
    const { key, count, event } = occurrence
    for (const user of recipientsOf(occurrence, users)) {
      const { bell, mail } = choiceOf(event.kind, chosen.get(user.id)?.choices)
      const row = { user_id: user.id, key, at: occurrence.at, event, count }
      if (bell) notifications.push({ ...row, account: occurrence.account })
      if (mail && server !== null && user.mailAddress !== null)
        deliveries.push({ ...row, webhook_id: null, next_at: at })
    }
    for (const { id, kinds, createdAt, offAt } of webhooks)
      if (offAt === null && kinds.includes(event.kind) && occurrence.at >= createdAt)
        deliveries.push({
          webhook_id: id,
          user_id: null,
          // A larger count of the same hour is another message.
          key: `${key} ${count}`,
          at: occurrence.at,
          event,
          count,
          next_at: at,
        })
  }
  await store.save({ notifications, deliveries }, { until: at, conditions: times })
}
