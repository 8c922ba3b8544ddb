import type { Job } from '#contract/jobs.ts'
import type { MessageKey } from '../../i18n/catalogue.ts'
import { itemMeanings } from '../extension/state-meanings.ts'
import type { Meaning } from '../../ui/text/meaning.ts'

/** A job's status, one word of the catalogue. A partial success is never reported as complete. */
export type JobStatus =
  | 'waiting'
  | 'running'
  | 'held'
  | 'paused'
  | 'ending'
  | 'complete'
  | 'partial'
  | 'needsReview'
  | 'none'
  | 'cancelled'

export function statusOf({ state, waitingFor, counts, total, mismatched }: Job): JobStatus {
  if (state === 'waiting' || state === 'paused' || state === 'ending') return state
  if (state === 'running') return waitingFor === null ? 'running' : 'held'
  if (counts.done === total && mismatched === 0) return 'complete'
  if (counts.cancelled > 0 && counts.failed + counts.needsReview === 0) return 'cancelled'
  if (counts.done > 0) return 'partial'
  // The service may have created some of these rows.
  return counts.needsReview > 0 ? 'needsReview' : 'none'
}

export const statusMeanings: Record<JobStatus, Meaning> = {
  waiting: 'waiting',
  running: 'running',
  held: 'attention',
  paused: 'attention',
  ending: 'ended',
  complete: 'done',
  partial: 'attention',
  needsReview: 'attention',
  none: 'failed',
  cancelled: 'ended',
}

/** Display order. */
const drawnStates = [
  'done',
  'mismatched',
  'needsReview',
  'failed',
  'inDoubt',
  'sending',
  'cancelled',
  'pending',
] as const

/** Shares of the progress bar. Mismatched rows are created rows, but have their own share. */
export const sharesOf = ({ counts, mismatched }: Job, t: (key: MessageKey) => string) =>
  drawnStates.map((id) => ({
    id,
    label: t(`item.${id}`),
    value: id === 'mismatched' ? mismatched : id === 'done' ? counts.done - mismatched : counts[id],
    meaning: itemMeanings[id],
  }))

/** Returns the number of rows whose state is final. */
export const finishedRows = ({ counts }: Job): number =>
  counts.done + counts.failed + counts.needsReview + counts.cancelled
