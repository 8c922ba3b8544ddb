import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createJob, listJobItems, readJob, retryJob, type Job, type JobItem } from '#contract/jobs.ts'
import { changeSettings } from '#contract/settings.ts'
import type { Client } from './client.ts'

/** Maximum time that a check waits for a job, ms. */
const maxMs = 300_000

/** Returns `count` consecutive numbers. */
export const numbers = (count: number, first = 100_000): string[] =>
  Array.from({ length: count }, (_, index) => String(first + index))

/** Returns the request body for a job of these numbers, as the page posts it. */
const jobOf = (exts: readonly string[], password?: string) => ({
  name: `${exts.length} numbers`,
  items: exts.map((ext) => ({ ext, langCodeTxt: 'G.711 alaw', password })),
  passwords: { fill: password === undefined ? 'random' : 'none', length: 16 },
})

export const post = (client: Client, exts: readonly string[], password?: string): Promise<Job> =>
  client.request(createJob, { body: jobOf(exts, password), key: randomUUID() })

export const setConcurrency = (client: Client, jobConcurrency: number) =>
  client.request(changeSettings, { body: { jobConcurrency } })

/** Returns the current job; null while the console is starting or has just been killed. */
export async function fetchJob(client: Client, id: string): Promise<Job | null> {
  if (!client.running()) return null
  try {
    return await client.request(readJob, { params: { id } })
  } catch (error) {
    // `fetch` throws a TypeError when the process is gone.
    if (error instanceof TypeError) return null
    throw error
  }
}

/** Waits until the job has ended. Throws an error with the job's state when that takes too long. */
export async function ended(client: Client, id: string, withinMs = maxMs, askMs = 50): Promise<Job> {
  for (const deadline = Date.now() + withinMs; ; await sleep(askMs)) {
    const job = await fetchJob(client, id)
    if (job?.state === 'ended') return job
    if (Date.now() > deadline)
      throw new Error(
        `after ${withinMs} ms the job is ${JSON.stringify(job)}\n${client.output().slice(-2000)}`,
      )
  }
}

/** Returns a job's items, all of them or those in one state. */
export async function itemsOf(client: Client, id: string, state?: JobItem['state']): Promise<JobItem[]> {
  const items: JobItem[] = []
  for (let page = 1; ; page++) {
    const query = { page, pageSize: 1000, ...(state === undefined ? {} : { state }) }
    const answer = await client.request(listJobItems, { params: { id }, query })
    items.push(...answer.items)
    if (answer.items.length < 1000) return items
  }
}

/** Retries the rows that need review, like an admin, until none is left. Returns how many rows were retried. */
export async function retryReview(client: Client, id: string): Promise<number> {
  let retried = 0
  for (let job = await ended(client, id); job.counts.needsReview > 0;) {
    retried += job.counts.needsReview
    await client.request(retryJob, { params: { id }, body: { what: 'needsReview' } })
    job = await ended(client, id)
  }
  return retried
}
