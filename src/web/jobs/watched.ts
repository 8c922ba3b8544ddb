import * as z from 'zod/mini'
import { readPreference, writePreference } from '../lib/preference.ts'
import { sharedValue } from '../lib/shared-value.ts'

const ids = z.array(z.string()).check(z.maxLength(50))

const watched = sharedValue<readonly string[]>(readPreference('jobs.watched', ids, []))

function set(next: readonly string[]): void {
  watched.set(next)
  writePreference('jobs.watched', next.length === 0 ? null : next.slice(-50))
}

/** Ids of the jobs whose end this browser reports on every page. */
export const useWatchedJobs = watched.use
export const watchJob = (id: string): void => set([...watched.get().filter((each) => each !== id), id])
export const unwatchJob = (id: string): void => set(watched.get().filter((each) => each !== id))
