import { act } from '@testing-library/react'
import { onTestFinished, vi } from 'vitest'

/** Holds the polling of the pages until the test ends. `pass` polls once, as after 15 s. */
export function heldPolls() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  return { pass: () => act(() => vi.advanceTimersByTimeAsync(15_000)) }
}
