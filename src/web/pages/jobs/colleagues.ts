import * as z from 'zod/mini'
import { userPreference } from '../../lib/preference.ts'

const colleague = z.object({ ext: z.string(), name: z.string(), workNumber: z.string() })
type Colleague = z.infer<typeof colleague>

/** Jobs whose new colleagues this browser remembers. */
const maxJobs = 5
const remembered = userPreference(
  'job-colleagues',
  z.array(z.object({ job: z.string(), people: z.array(colleague) })),
  [],
)

/** The new colleagues for whom a job creates numbers: they are reserved once they exist. */
export const colleaguesOf = (job: string): readonly Colleague[] =>
  remembered.get().find((each) => each.job === job)?.people ?? []

export function rememberColleagues(job: string, people: Colleague[]): void {
  if (people.length > 0) remembered.set([{ job, people }, ...remembered.get()].slice(0, maxJobs))
}
