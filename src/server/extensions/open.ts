import type { NumberState } from '#contract/number-states.ts'
import type { Profile } from '#upstream/profile.ts'
import type { FeatureContext } from '../feature.ts'
import { openReservations } from '../follow/follow.ts'
import type { PeopleDeps } from './record-people.ts'
import { createReferenceData } from './reference.ts'

interface ExtensionDeps extends FeatureContext, PeopleDeps {
  /** The states of numbers by number, with the observations so far; numbers never seen are absent. */
  statesOf: (numbers: readonly string[]) => Promise<ReadonlyMap<string, NumberState>>
  /** Writes what the service's answers showed so far, for a read of the store that follows. */
  flush: () => Promise<void>
  /** The inventory's first free number; `null` without one. */
  firstFree: () => Promise<string | null>
  /** The profile's names for the integers of a record. */
  valueNames: Profile['values']
}

/** Reads that the console passes on to the service: extensions, agents, reference data. */
export const openExtensions = (deps: ExtensionDeps) => ({
  ...deps,
  reference: createReferenceData(deps.upstream, deps.now),
  /** The number to offer when the service suggests one that may be reserved here; `null` without one. */
  offerFor: async (suggested: string): Promise<string | null> => {
    const open = openReservations(deps.database.db, deps).where('ext', '=', suggested).select('ext')
    return (await open.executeTakeFirst()) === undefined ? suggested : deps.firstFree()
  },
})
export type ExtensionParts = ReturnType<typeof openExtensions>
