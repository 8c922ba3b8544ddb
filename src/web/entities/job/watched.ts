import * as z from 'zod/mini'
import { userPreference } from '../../lib/preference.ts'

const ids = z.array(z.string()).check(z.maxLength(50))

const watched = userPreference('jobs.watched', ids, [])
const set = (next: string[]) => watched.set(next.slice(-50))

/** Ids of the jobs whose end this browser reports to the user on every page. */
export const useWatchedJobs = watched.use
export const watchJob = (id: string): void => set([...watched.get().filter((each) => each !== id), id])
export const unwatchJob = (id: string): void => set(watched.get().filter((each) => each !== id))
