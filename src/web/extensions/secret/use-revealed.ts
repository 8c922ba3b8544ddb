import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { shownSeconds } from '#contract/secret.ts'

interface Revealed {
  password: string
  /** The record it was revealed for; with any other it is gone. */
  of: object
  until: number
}

/** How often the countdown looks at the clock, ms. */
const tickMs = 250

/**
 * A revealed password, held here and nowhere else, for 30 seconds at most: it is gone before that when the window loses the
 * focus or is hidden, when the record changes, and with the page. `record` is compared by identity.
 * @param onHidden called each time it is hidden.
 */
export function useRevealed(record: object, onHidden: () => void) {
  const [revealed, setRevealed] = useState<Revealed | null>(null)
  const [secondsLeft, setSecondsLeft] = useState(shownSeconds)
  const hidden = useEffectEvent(onHidden)
  const hide = useCallback(() => setRevealed(null), [])
  const show = useCallback(
    (password: string) => {
      setSecondsLeft(shownSeconds)
      setRevealed({ password, of: record, until: Date.now() + shownSeconds * 1000 })
    },
    [record],
  )

  const shown = revealed?.of === record ? revealed : null
  useEffect(() => {
    if (shown === null) return undefined
    // The clock, for a machine that slept; the timer, for a clock that was set back.
    const end = setTimeout(hide, shownSeconds * 1000)
    const tick = setInterval(() => {
      const left = Math.ceil((shown.until - Date.now()) / 1000)
      if (left <= 0) hide()
      else setSecondsLeft(Math.min(left, shownSeconds))
    }, tickMs)
    window.addEventListener('blur', hide)
    window.addEventListener('pagehide', hide)
    document.addEventListener('visibilitychange', hide)
    return () => {
      clearTimeout(end)
      clearInterval(tick)
      window.removeEventListener('blur', hide)
      window.removeEventListener('pagehide', hide)
      document.removeEventListener('visibilitychange', hide)
      // The record may be shown again: its password must not come back with it.
      setRevealed((now) => (now === shown ? null : now))
      hidden()
    }
  }, [shown, hide])

  return {
    /** Null while it is hidden. */
    password: shown?.password ?? null,
    secondsLeft,
    show,
    hide,
  }
}
