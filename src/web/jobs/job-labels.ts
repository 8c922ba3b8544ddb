import type { ItemFilterState, Job } from '#contract/jobs.ts'
import type { MessageKey } from '../i18n/catalogue.ts'
import type { ShareTone } from '../ui/ShareBar.tsx'

/** A job's status, in one word of the catalogue. Partial success is called that. */
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
  // Whether anything was created is not known.
  return counts.needsReview > 0 ? 'needsReview' : 'none'
}

export const statusColors: Record<JobStatus, string> = {
  waiting: 'gray',
  running: 'indigo',
  held: 'yellow',
  paused: 'yellow',
  ending: 'gray',
  complete: 'teal',
  partial: 'orange',
  needsReview: 'orange',
  none: 'red',
  cancelled: 'gray',
}

const stateTones: Record<ItemFilterState, ShareTone> = {
  done: 'good',
  mismatched: 'warning',
  sending: 'running',
  inDoubt: 'running',
  pending: 'waiting',
  needsReview: 'warning',
  failed: 'failure',
  cancelled: 'quiet',
}

/** In the order they are drawn. */
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

/** The bar's shares: mismatched rows are created ones, set apart. */
export const sharesOf = ({ counts, mismatched }: Job, t: (key: MessageKey) => string) =>
  drawnStates.map((id) => ({
    id,
    label: t(`item.${id}`),
    value: id === 'mismatched' ? mismatched : id === 'done' ? counts.done - mismatched : counts[id],
    tone: stateTones[id],
  }))

/** Rows that will not change any more. */
export const settledOf = ({ counts }: Job): number =>
  counts.done + counts.failed + counts.needsReview + counts.cancelled
