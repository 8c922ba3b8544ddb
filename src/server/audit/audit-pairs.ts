import type { AuditReader } from './audit-reader.ts'
import type { AuditRow } from './audit-store.ts'

const keyOf = ({ request_id, action, object }: AuditRow) => JSON.stringify([request_id, action, object])

export interface Pairs {
  /** Maps an entry's ID to the ID of the other half of its action. */
  pairs: ReadonlyMap<string, string>
  /** Outcomes of intents in the rows, when the outcomes are not in the rows themselves. */
  outcomes: AuditRow[]
}

/** Pairs each outcome with its intent: the intent right before it with the same request or job, action and object. */
export async function pairUp(
  newestFirst: readonly AuditRow[],
  reader: Pick<AuditReader, 'newer'>,
): Promise<Pairs> {
  const pairs = new Map<string, string>()
  const outcomes: AuditRow[] = []
  const begun = new Map<string, AuditRow>()
  const join = (intent: AuditRow, outcome: AuditRow) => {
    pairs.set(intent.id, outcome.id)
    pairs.set(outcome.id, intent.id)
  }
  for (const row of newestFirst.toReversed()) {
    const key = keyOf(row)
    const intent = begun.get(key)
    if (row.phase === 'intent') begun.set(key, row)
    else if (intent !== undefined) {
      join(intent, row)
      begun.delete(key)
    }
  }
  for (const intent of begun.values()) {
    const { request_id, action, object } = intent
    const [next] = await reader.newer({ requestId: request_id ?? undefined, action, object }, intent, 1)
    if (next?.phase !== 'outcome') continue
    join(intent, next)
    outcomes.push(next)
  }
  return { pairs, outcomes }
}
