import type { LookedUp } from '../look-ups.ts'

export interface Tally {
  /** Numbers that do not exist yet. */
  absent: string[]
  /** Numbers that exist, or that an open job will create. */
  exist: LookedUp[]
  /** How many numbers in `exist` exist already and are free. */
  existsFree: number
  /** How many numbers in `exist` belong to an open job. */
  inJob: number
  unknown: LookedUp[]
  /** Count of numbers not looked up yet. */
  unseen: number
}

/** Groups the planned numbers by the look-ups' results. */
export function tallyOf(exts: readonly string[], looked: ReadonlyMap<string, LookedUp>): Tally {
  const tally: Tally = { absent: [], exist: [], existsFree: 0, inJob: 0, unknown: [], unseen: 0 }
  for (const ext of exts) {
    const found = looked.get(ext)
    if (found === undefined) tally.unseen++
    else if (found.state === 'absent') tally.absent.push(ext)
    else if (found.state === 'unknown') tally.unknown.push(found)
    else {
      tally.exist.push(found)
      if (found.state === 'existsFree') tally.existsFree++
      if (found.state === 'inJob') tally.inJob++
    }
  }
  return tally
}
