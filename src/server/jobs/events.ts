import type { JobView } from './store.ts'

/** Sends changes of a job to many listeners with one read of the store per poll, no matter which replica runs the job. */
export function createJobEvents(read: (id: string) => Promise<JobView | null>, pollMs: number) {
  interface Watched {
    listeners: Set<(job: JobView) => void>
    last: string
    timer: NodeJS.Timeout
  }
  const watched = new Map<string, Watched>()

  async function poll(id: string): Promise<void> {
    // Ignore store errors here: the browser's own polling reports them.
    const job = await read(id).catch(() => null)
    const entry = watched.get(id)
    if (job === null || entry === undefined) return
    const text = JSON.stringify({ ...job, store_now: 0, lease_until: 0 })
    if (text === entry.last) return
    entry.last = text
    for (const listener of entry.listeners) listener(job)
  }

  return (id: string, listener: (job: JobView) => void): (() => void) => {
    let entry = watched.get(id)
    if (entry === undefined) {
      entry = { listeners: new Set(), last: '', timer: setInterval(() => void poll(id), pollMs) }
      entry.timer.unref()
      watched.set(id, entry)
    }
    const { listeners, timer } = entry
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      if (listeners.size > 0) return
      clearInterval(timer)
      watched.delete(id)
    }
  }
}
