import { sharedValue } from '../../lib/shared-value.ts'
import { showOverlay } from '../../ui/focus/overlay.ts'
import type { KnownAgent } from '../agent/find-agent.ts'

/** What the dialog that reserves a number starts with. */
export interface ReserveStart {
  ext?: string
  person?: KnownAgent
  /** The pool whose free numbers are suggested; the team's pool by default. */
  pool?: string
  /** Starts with the fields of a new colleague. */
  colleague?: { name?: string; department?: string }
}

const start = sharedValue<ReserveStart>({})
export const useReserveStart = start.use

/** Opens the dialog that reserves a number, over any page. */
export function openReserve(given: ReserveStart): void {
  start.set(given)
  showOverlay('reserve')
}
