import type { ItemFilterState, Job } from '#contract/jobs.ts'
import type { MessageKey } from '../i18n/catalogue.ts'
import type { ShareTone } from '../ui/ShareBar.tsx'

/** How a job stands or ended, in one word of the catalogue. Partial success is called that. */
export type Standing =
  | 'waiting'
  | 'running'
  | 'held'
  | 'paused'
  | 'ending'
  | 'complete'
  | 'partial'
  | 'review'
  | 'none'
  | 'cancelled'

export function standingOf({ state, waitingFor, counts, total, deviating }: Job): Standing {
  if (state === 'waiting' || state === 'paused' || state === 'ending') return state
  if (state === 'running') return waitingFor === null ? 'running' : 'held'
  if (counts.done === total && deviating === 0) return 'complete'
  if (counts.cancelled > 0 && counts.failed + counts.review === 0) return 'cancelled'
  if (counts.done > 0) return 'partial'
  // Whether anything was created is not known.
  return counts.review > 0 ? 'review' : 'none'
}

export const standingColors: Record<Standing, string> = {
  waiting: 'gray',
  running: 'indigo',
  held: 'yellow',
  paused: 'yellow',
  ending: 'gray',
  complete: 'teal',
  partial: 'orange',
  review: 'orange',
  none: 'red',
  cancelled: 'gray',
}

const stateTones: Record<ItemFilterState, ShareTone> = {
  done: 'good',
  deviating: 'warning',
  sending: 'running',
  unknown: 'running',
  pending: 'waiting',
  review: 'warning',
  failed: 'failure',
  cancelled: 'quiet',
}

/** In the order they are drawn. */
const drawnStates = [
  'done',
  'deviating',
  'review',
  'failed',
  'unknown',
  'sending',
  'cancelled',
  'pending',
] as const

/** The bar's shares: deviating rows are created ones, set apart. */
export const sharesOf = ({ counts, deviating }: Job, t: (key: MessageKey) => string) =>
  drawnStates.map((id) => ({
    id,
    label: t(`item.${id}`),
    value: id === 'deviating' ? deviating : id === 'done' ? counts.done - deviating : counts[id],
    tone: stateTones[id],
  }))

/** Rows that will not change any more. */
export const settledOf = ({ counts }: Job): number =>
  counts.done + counts.failed + counts.review + counts.cancelled
