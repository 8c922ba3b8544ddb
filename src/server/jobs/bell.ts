import { setTimeout as sleep } from 'node:timers/promises'

/** Something to wait for that also ends by itself. A ring while nobody waits is kept for the next who does. */
export function createBell() {
  let silence = new AbortController()
  return {
    ring: (): void => silence.abort(),
    async wait(milliseconds: number): Promise<void> {
      await sleep(milliseconds, undefined, { signal: silence.signal }).catch(() => undefined)
      silence = new AbortController()
    },
  }
}
