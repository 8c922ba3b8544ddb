import { listedState } from '#contract/number-states.ts'
import type { Extension } from '#contract/records.ts'
import { NumberState } from './NumberState.tsx'
import { useReservations } from '../reservation/open-reservations.ts'

/** The state of a row of a live page of the idle list. */
export function ListedState({ extension }: { extension: Pick<Extension, 'ext' | 'bindStatus'> }) {
  const isReserved = useReservations().has(extension.ext)
  return <NumberState state={listedState(extension, isReserved)} />
}
