import type { LookedUp } from '../look-ups.ts'

export interface Tally {
  /** Numbers that do not exist yet. */
  free: string[]
  /** Those that exist or that an open job is going to create. */
  exist: LookedUp[]
  /** How many of those exist and are free. */
  taken: number
  /** How many of those are in an open job. */
  inJob: number
  unknown: LookedUp[]
  /** Not looked up yet. */
  unseen: number
}

/** The planned numbers by what the service said of each. */
export function tallyOf(exts: readonly string[], looked: ReadonlyMap<string, LookedUp>): Tally {
  const tally: Tally = { free: [], exist: [], taken: 0, inJob: 0, unknown: [], unseen: 0 }
  for (const ext of exts) {
    const found = looked.get(ext)
    if (found === undefined) tally.unseen++
    else if (found.state === 'free') tally.free.push(ext)
    else if (found.state === 'unknown') tally.unknown.push(found)
    else {
      tally.exist.push(found)
      if (found.state === 'taken') tally.taken++
      if (found.state === 'inJob') tally.inJob++
    }
  }
  return tally
}
