import type { JobView } from './job-store.ts'

/** Tells many listeners about one job at the cost of one look at the store, whichever replica works on it. */
export function createJobWatch(read: (id: string) => Promise<JobView | null>, pollMs: number) {
  interface Watched {
    listeners: Set<(job: JobView) => void>
    last: string
    timer: NodeJS.Timeout
  }
  const watched = new Map<string, Watched>()

  async function look(id: string): Promise<void> {
    // A store that is away says nothing; the browser's polling tells of it.
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
      entry = { listeners: new Set(), last: '', timer: setInterval(() => void look(id), pollMs) }
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
