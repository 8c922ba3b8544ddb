import { bindStatus } from '#upstream/assumptions.ts'
import type { NumberedExtension } from '#upstream/upstream.ts'
import type { ItemRow } from './tables.ts'

/** Times of the look-ups of a number in doubt, as shares of the visibility timeout. */
export const lookShares = [1 / 30, 1 / 12, 1 / 4, 1 / 2, 1] as const
/** The service's clock may be behind ours. */
const skewMs = 5 * 60_000

/** First look-up of a number in doubt, ms after the send ended. */
export const firstLookMs = (visibilityTimeoutMs: number): number => visibilityTimeoutMs * lookShares[0]

/** Whether the row's own create may have made the record: it was absent before, and is not older than that. */
export const isOfThisRow = (row: Pick<ItemRow, 'open_since'>, found: NumberedExtension): boolean =>
  row.open_since !== null && (found.creationTime === null || found.creationTime >= row.open_since - skewMs)

/** Waits before each read-back of a created row, ms: the first few, then one at the end of the visibility timeout. */
export function readBackWaits(first: readonly number[], visibilityTimeoutMs: number): number[] {
  const waits: number[] = []
  let left = visibilityTimeoutMs
  for (const wait of first) {
    if (wait > left) break
    waits.push(wait)
    left -= wait
  }
  return left > 0 ? [...waits, left] : waits
}

/** Whether the record is what the row requested. A work number cannot be compared with a uuid: any bound agent matches. */
export function checkOf(row: ItemRow, found: NumberedExtension): 'seen' | 'differs' {
  const bound = found.bindStatus === bindStatus.bound
  const agentAsAsked =
    row.agent_id === null || (bound && (row.agent_type !== '1' || found.agentUuid === row.agent_id))
  const languageAsAsked = row.lang_code_txt === null || found.langCodeTxt === row.lang_code_txt
  return agentAsAsked && languageAsAsked ? 'seen' : 'differs'
}
