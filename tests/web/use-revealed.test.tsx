import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { useRevealed } from '#web/pages/extension/use-revealed.ts'

// No console runs in this process, because its timers would count in `vi.getTimerCount()`.
afterEach(() => vi.useRealTimers())

describe('a revealed password', () => {
  beforeEach(() => vi.useFakeTimers())
  const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
  const show = () => {
    const hidden = vi.fn<() => void>()
    const view = renderHook(({ record }) => useRevealed(record, hidden), {
      initialProps: { record: { ext: '1000' } },
    })
    act(() => view.result.current.show('s3cret'))
    expect(view.result.current).toMatchObject({ password: 's3cret', secondsLeft: 30 })
    return { ...view, hidden }
  }

  test('disappears after thirty seconds, with a countdown', () => {
    const { result, hidden } = show()
    pass(10_000)
    expect(result.current).toMatchObject({ password: 's3cret', secondsLeft: 20 })
    pass(19_700)
    expect(result.current).toMatchObject({ password: 's3cret', secondsLeft: 1 })
    pass(300)
    expect(result.current.password).toBeNull()
    expect([hidden.mock.calls.length, vi.getTimerCount()]).toEqual([1, 0])
  })

  test('disappears at once after the machine slept, and on time when the clock is set back', () => {
    const slept = show()
    vi.setSystemTime(Date.now() + 60_000)
    pass(300)
    expect(slept.result.current.password).toBeNull()
    const back = show()
    vi.setSystemTime(Date.now() - 3_600_000)
    pass(30_000)
    expect(back.result.current.password).toBeNull()
  })

  test.each([
    ['the window loses the focus', () => window.dispatchEvent(new Event('blur'))],
    ['the page is left', () => window.dispatchEvent(new Event('pagehide'))],
    ['the tab is hidden', () => document.dispatchEvent(new Event('visibilitychange'))],
  ])('disappears when %s', (_name, leave) => {
    const { result, hidden } = show()
    act(() => void leave())
    expect([result.current.password, hidden.mock.calls.length, vi.getTimerCount()]).toEqual([null, 1, 0])
  })

  test('is never shown with another record, not even for one render', () => {
    const { result, rerender } = show()
    const seen: (string | null)[] = []
    rerender({ record: { ext: '1001' } })
    seen.push(result.current.password)
    rerender({ record: { ext: '1000' } })
    seen.push(result.current.password)
    expect(seen).toEqual([null, null])
  })

  test('disappears with the page', () => {
    const { unmount, hidden } = show()
    unmount()
    expect([hidden.mock.calls.length, vi.getTimerCount()]).toEqual([1, 0])
  })
})
