import { onTestFinished, vi } from 'vitest'
import { aborted, type Backend } from './backend.ts'

/** Holds back the responses to the matching requests until the test calls `release`, or ends. */
export function heldAnswers(backend: Backend, isHeld: (method: string, path: string) => boolean) {
  let release = () => {}
  const free = new Promise<void>((resolve) => {
    release = resolve
  })
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const answer = await backend.fetch(path, init)
    if (isHeld(init.method ?? 'GET', path)) await Promise.race([free, aborted(init.signal)])
    return answer
  })
  onTestFinished(() => {
    release()
    vi.stubGlobal('fetch', backend.fetch)
  })
  return { release }
}
