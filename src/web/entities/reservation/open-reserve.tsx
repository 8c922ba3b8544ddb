import type { Pair } from '#contract/reservations.ts'
import { lazyPart } from '../../lib/lazy.ts'
import { openDialog } from '../../ui/form/dialogs.tsx'
import type { PersonRef } from '../person/find-people.ts'

/** What the dialog that reserves a number starts with. */
export interface ReserveStart {
  ext?: string | undefined
  /** The kind of number that was looked for, such as `*88`: another one of it is offered when this one was taken. */
  search?: string | undefined
  person?: PersonRef | undefined
  /** The pool whose free numbers are suggested; the team's pool by default. */
  pool?: string | undefined
  /** Starts with the fields of a new colleague, or of a line or room. */
  colleague?: Partial<NonNullable<Pair['colleague']>> | undefined
}

const ReserveDialog = lazyPart(async () => (await import('./ReserveDialog.tsx')).ReserveDialog)

/** Opens the dialog that reserves a number, over any page. */
export function openReserve(start: ReserveStart): void {
  openDialog((close) => <ReserveDialog start={start} onClose={close} />)
}
