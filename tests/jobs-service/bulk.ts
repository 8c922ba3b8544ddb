import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createJob, listJobItems, readJob, retryJob, type Job, type JobItem } from '#contract/jobs.ts'
import { changeSettings } from '#contract/settings.ts'
import type { Replica } from './replicas.ts'

/** So many numbers in a row. */
export const numbers = (count: number, first = 100_000): string[] =>
  Array.from({ length: count }, (_, index) => String(first + index))

/** A job of these numbers, as the page posts it. */
export const jobOf = (exts: readonly string[]) => ({
  name: `${exts.length} numbers`,
  items: exts.map((ext) => ({ ext, langCodeTxt: 'G.711 alaw' })),
  passwords: { fill: 'derived', length: 16 },
})

export const post = (replica: Replica, exts: readonly string[]): Promise<Job> =>
  replica.ask(createJob, { body: jobOf(exts), key: randomUUID() })

export const setLanes = (replica: Replica, jobLanes: number) =>
  replica.ask(changeSettings, { body: { jobLanes } })

/** The job as it is now; null while the replica cannot say, being started or just killed. */
export async function look(replica: Replica, id: string): Promise<Job | null> {
  if (!replica.running()) return null
  try {
    return await replica.ask(readJob, { params: { id } })
  } catch (error) {
    // What the network says of a process that is gone.
    if (error instanceof TypeError) return null
    throw error
  }
}

/** Waits until the job has ended; throws with its counts when it does not in time. */
export async function ended(replica: Replica, id: string, withinMs: number, askMs = 50): Promise<Job> {
  for (const deadline = Date.now() + withinMs; ; await sleep(askMs)) {
    const job = await look(replica, id)
    if (job?.state === 'ended') return job
    if (Date.now() > deadline)
      throw new Error(
        `after ${withinMs} ms the job is ${JSON.stringify(job)}\n${replica.output().slice(-2000)}`,
      )
  }
}

/** The items of a job, all or those in one state. */
export async function itemsOf(replica: Replica, id: string, state?: JobItem['state']): Promise<JobItem[]> {
  const items: JobItem[] = []
  for (let page = 1; ; page++) {
    const query = { page, pageSize: 1000, ...(state === undefined ? {} : { state }) }
    const answer = await replica.ask(listJobItems, { params: { id }, query })
    items.push(...answer.items)
    if (answer.items.length < 1000) return items
  }
}

/** What an admin does with what is left in doubt: sends it once more, as often as it takes. Gives how many there were. */
export async function retryReview(replica: Replica, id: string, withinMs: number): Promise<number> {
  let retried = 0
  for (let job = await ended(replica, id, withinMs); job.counts.review > 0;) {
    retried += job.counts.review
    await replica.ask(retryJob, { params: { id }, body: { what: 'review' } })
    job = await ended(replica, id, withinMs)
  }
  return retried
}
